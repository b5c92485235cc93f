import { exactNumber, divideHalfEven } from '#shared/money.ts'

/** What stands on an invoice for a line, in minor units; `total` is with tax. */
export interface Invoiced {
  quantity: number
  tax: number
  total: number
}

/**
 * What is given back for `now` pieces of a line of which `before` were given back already: the difference of two rounded
 * sums, so that the parts of any number of credit notes make up the line to the cent. Minor units.
 */
export function creditShare(line: Invoiced, before: number, now: number): { tax: number; total: number } {
  const upTo = (amount: number, pieces: number) =>
    exactNumber(divideHalfEven(BigInt(amount) * BigInt(pieces), BigInt(line.quantity)))
  const share = (amount: number) => upTo(amount, before + now) - upTo(amount, before)
  // Tax and net are shared each by itself, so neither may ever be larger than the whole.
  return { tax: share(line.tax), total: share(line.tax) + share(line.total - line.tax) }
}
