import { formatDay } from '#shared/format-day.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/* What stands in a field of a line, as the fields show it (form-value-fields.tsx). '' is nothing. */

export const countWords = (count: number | null) => (count === null ? '' : formatDecimalInput(String(count)))
export const moneyWords = (amount: string | undefined) => (amount ? formatDecimalInput(amount, 2) : '')
export const dayWords = (day: string) => (day ? formatDay(day) : '')
