import { amountScale, divideHalfEven, formatAmount, parseDecimal } from '#shared/money.ts'
import { useSettings } from '#web/session/settings.ts'

const cents = (amount: string) => parseDecimal(amount, amountScale) ?? 0n

/** How the company's money is written. Amounts are decimals in major units, as the server sends them. */
export function useMoney() {
  const { currency } = useSettings()
  const exact = new Intl.NumberFormat(undefined, { style: 'currency', currency })
  const whole = new Intl.NumberFormat(undefined, { style: 'currency', currency, maximumFractionDigits: 0 })
  const compact = new Intl.NumberFormat(undefined, { style: 'currency', currency, notation: 'compact' })
  return {
    currency,
    exact: (amount: string | number) => exact.format(amount as Intl.StringNumericLiteral),
    /** Without cents, for a large figure that stands alone. */
    whole: (amount: string) => whole.format(amount as Intl.StringNumericLiteral),
    /** "$1.2M", for an axis. */
    compact: (amount: number) => compact.format(amount),
  }
}

export const isZero = (amount: string) => cents(amount) === 0n

/** How large a part is of a whole, 0 … 1. */
export const shareOf = (part: string, all: string) => (isZero(all) ? 0 : Number(cents(part)) / Number(cents(all)))

/** Percent by which an amount differs from an earlier one, rounded; null when that one is 0. */
export function changeOf(now: string, before: string): number | null {
  if (isZero(before)) return null
  return Number(divideHalfEven((cents(now) - cents(before)) * 100n, cents(before)))
}

/** An amount shared out over so many. */
export const averageOf = (amount: string, count: number) => formatAmount(divideHalfEven(cents(amount), BigInt(count)))
