import { z } from 'zod'

/** Quantities are whole pieces. */
export const maxQuantity = 1_000_000_000

const whole = z
  .number('must be a whole number')
  .refine((value) => Number.isSafeInteger(value) && !Object.is(value, -0), 'must be a whole number')
  .refine((value) => value <= maxQuantity, `must be at most ${maxQuantity.toLocaleString('en')}`)

/** 1 … 1,000,000,000 pieces. */
export const Quantity = whole.refine((value) => value >= 1, 'must be at least 1')
/** 0 … 1,000,000,000 pieces. */
export const QuantityOrNone = whole.refine((value) => value >= 0, 'must not be negative')

/** Converts pieces to cases; null if they aren't whole cases. */
export function wholeCases(pieces: number, pcsPerCase: number): number | null {
  return pieces % pcsPerCase === 0 ? pieces / pcsPerCase : null
}
