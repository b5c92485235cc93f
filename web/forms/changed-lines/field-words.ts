import { formatDay } from '#shared/format-day.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/* The text of a line's field, formatted as the field shows it (form-value-fields.tsx). '' means empty. */

export const countWords = (count: number | null) => (count === null ? '' : formatDecimalInput(String(count)))
export const moneyWords = (amount: string | undefined) => (amount ? formatDecimalInput(amount, 2) : '')
export const dayWords = (day: string) => (day ? formatDay(day) : '')
