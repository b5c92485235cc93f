import { z } from 'zod'

/*
 * Money is integers: amounts in minor units (cents), unit prices in ten-thousandths of the major unit.
 * It travels as decimal strings in major units. No float takes part.
 */

export const amountScale = 2
export const priceScale = 4
/** The largest amount, in minor units: 10^12. */
export const maxAmount = 1_000_000_000_000n
export const maxPrice = maxAmount * 100n

const decimal = /^(-?)(\d+)(?:\.(\d+))?$/

/** "12.5" → 1250n at scale 2. Null when it is not a plain decimal or has more places than the scale. */
export function parseDecimal(value: string, scale: number): bigint | null {
  const match = decimal.exec(value)
  if (!match) return null
  const [, sign, whole = '0', fraction = ''] = match
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > scale) return null
  const units = BigInt(whole + significant.padEnd(scale, '0'))
  return sign === '-' ? -units : units
}

/** Money as the number that rows and JSON hold. Throws past what a number holds exactly, 2^53. */
export function exactNumber(units: bigint): number {
  const number = Number(units)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${units} is past what a number holds`)
  return number
}

/** 1250n at scale 2 → "12.50". `least` places are always written; zeros behind them are cut. */
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

/** Divides and rounds half to even. `by` is positive. */
export function divideHalfEven(value: bigint, by: bigint): bigint {
  const negative = value < 0n
  const size = negative ? -value : value
  let quotient = size / by
  const twice = (size % by) * 2n
  if (twice > by || (twice === by && quotient % 2n === 1n)) quotient += 1n
  return negative ? -quotient : quotient
}

/** What a line costs: quantity (pieces) × unit price (ten-thousandths), rounded once, in minor units. */
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

/** An amount a caller sends, 0 or more, to minor units. */
export const AmountInput = moneyField(amountScale, maxAmount, 0n)
/** An amount that must be more than 0. */
export const PositiveAmountInput = moneyField(amountScale, maxAmount, 1n)
/** A unit price or cost a caller sends, to ten-thousandths. */
export const PriceInput = moneyField(priceScale, maxPrice, 0n)
/** Money as the server answers it: "12.50". */
export const Money = z.string()
