import { amountScale, divideHalfEven, formatAmount, parseDecimal } from '#shared/money.ts'
import { useSettings } from '#web/session/settings.ts'

const cents = (amount: string) => parseDecimal(amount, amountScale) ?? 0n

/** Formats money in the company's currency. Amounts are decimals in major units, as the server sends them. */
export function useMoney() {
  const { currency } = useSettings()
  const exact = new Intl.NumberFormat(undefined, { style: 'currency', currency })
  const whole = new Intl.NumberFormat(undefined, { style: 'currency', currency, maximumFractionDigits: 0 })
  const compact = new Intl.NumberFormat(undefined, { style: 'currency', currency, notation: 'compact' })
  return {
    currency,
    exact: (amount: string | number) => exact.format(amount as Intl.StringNumericLiteral),
    /** Without cents, for a single large figure. */
    whole: (amount: string) => whole.format(amount as Intl.StringNumericLiteral),
    /** "$1.2M", for an axis. */
    compact: (amount: number) => compact.format(amount),
  }
}

export const isZero = (amount: string) => cents(amount) === 0n

/** The share of a part, from 0 to 1. */
export const shareOf = (part: string, all: string) => (isZero(all) ? 0 : Number(cents(part)) / Number(cents(all)))

/** Percent by which an amount differs from an earlier one, rounded; null when that one is 0. */
export function changeOf(now: string, before: string): number | null {
  if (isZero(before)) return null
  return Number(divideHalfEven((cents(now) - cents(before)) * 100n, cents(before)))
}

/** The amount divided by a count. */
export const averageOf = (amount: string, count: number) => formatAmount(divideHalfEven(cents(amount), BigInt(count)))
