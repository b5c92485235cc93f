import { exactNumber, divideHalfEven } from '#shared/money.ts'

/** An invoiced line, in minor units; `total` includes tax. */
export interface Invoiced {
  quantity: number
  tax: number
  total: number
}

/**
 * The credit for `now` pieces of a line, after `before` pieces were credited: the difference of two rounded sums, so that any
 * number of credit notes adds up to the line to the cent. Minor units.
 */
export function creditShare(line: Invoiced, before: number, now: number): { tax: number; total: number } {
  const upTo = (amount: number, pieces: number) =>
    exactNumber(divideHalfEven(BigInt(amount) * BigInt(pieces), BigInt(line.quantity)))
  const share = (amount: number) => upTo(amount, before + now) - upTo(amount, before)
  // Tax and net are prorated separately, so that neither ever exceeds the whole.
  return { tax: share(line.tax), total: share(line.tax) + share(line.total - line.tax) }
}
