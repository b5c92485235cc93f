import { z } from 'zod'

/*
 * Money is stored as integers: amounts in minor units (cents), unit prices in ten-thousandths of the major unit. JSON has
 * decimal strings in major units. Never use floats.
 */

export const amountScale = 2
export const priceScale = 4
/** The largest amount, in minor units: 10^12. */
export const maxAmount = 1_000_000_000_000n
export const maxPrice = maxAmount * 100n

const decimal = /^(-?)(\d+)(?:\.(\d+))?$/

/** "12.5" → 1250n at scale 2. Null if it isn't a plain decimal or has more decimals than the scale. */
export function parseDecimal(value: string, scale: number): bigint | null {
  const match = decimal.exec(value)
  if (!match) return null
  const [, sign, whole = '0', fraction = ''] = match
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > scale) return null
  const units = BigInt(whole + significant.padEnd(scale, '0'))
  return sign === '-' ? -units : units
}

/** Converts money to a number, for rows and JSON. Throws above 2^53, where numbers stop being exact. */
export function exactNumber(units: bigint): number {
  const number = Number(units)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${units} is past what a number holds`)
  return number
}

/** 1250n at scale 2 → "12.50". Always has at least `least` decimals; trailing zeros after them are cut. */
export function formatDecimal(units: bigint | number, scale: number, least = 2): string {
  if (typeof units === 'number' && !Number.isSafeInteger(units)) throw new RangeError(`${units} is no exact amount`)
  const value = BigInt(units)
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  let fraction = digits.slice(digits.length - scale)
  while (fraction.length > least && fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  return `${value < 0n ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`
}

export const formatAmount = (minor: bigint | number): string => formatDecimal(minor, amountScale)
export const formatPrice = (price: bigint | number): string => formatDecimal(price, priceScale)

/** Divides and rounds half to even. `by` must be positive. */
export function divideHalfEven(value: bigint, by: bigint): bigint {
  const negative = value < 0n
  const size = negative ? -value : value
  let quotient = size / by
  const twice = (size % by) * 2n
  if (twice > by || (twice === by && quotient % 2n === 1n)) quotient += 1n
  return negative ? -quotient : quotient
}

/** The amount of a line in minor units: quantity (pieces) × unit price (ten-thousandths), rounded once. */
export function lineAmount(quantity: number, price: bigint): bigint {
  return divideHalfEven(BigInt(quantity) * price, 10n ** BigInt(priceScale - amountScale))
}

export const sum = (amounts: Iterable<bigint>): bigint => {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}

const asText = z.union([z.string().trim(), z.number().finite()]).transform(String)

function moneyField(scale: number, largest: bigint, least: bigint) {
  return asText.transform((value, context) => {
    const units = parseDecimal(value, scale)
    if (units === null) {
      context.addIssue({ code: 'custom', message: `is not an amount with at most ${scale} decimals` })
      return z.NEVER
    }
    if (units < least) {
      context.addIssue({ code: 'custom', message: least > 0n ? 'must be more than 0' : 'must not be negative' })
      return z.NEVER
    }
    if (units > largest) {
      context.addIssue({ code: 'custom', message: 'is too large' })
      return z.NEVER
    }
    return units
  })
}

/** An amount in a request, 0 or more, converted to minor units. */
export const AmountInput = moneyField(amountScale, maxAmount, 0n)
/** The same, but more than 0. */
export const PositiveAmountInput = moneyField(amountScale, maxAmount, 1n)
/** A unit price or cost in a request, converted to ten-thousandths. */
export const PriceInput = moneyField(priceScale, maxPrice, 0n)
/** Money in a response: "12.50". */
export const Money = z.string()
