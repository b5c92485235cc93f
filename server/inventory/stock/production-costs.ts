import { Refusal } from '#shared/http/refusal.ts'
import { formatPrice, maxPrice, sum } from '#shared/money.ts'
import { spread } from '#shared/purchasing/receipts/landed-cost.ts'

/* Costs here are ten-thousandths of the major unit, whole: what goes in comes out, to the smallest unit. */

export interface CostedLine {
  /** Pieces in one of what is made. */
  per: number
  /** What all of its pieces cost together. */
  cost: bigint
}

/** What the parts cost together. Throws LIMIT_REACHED for more than the largest amount. */
export function sumCosts(costs: readonly bigint[]): bigint {
  const total = sum(costs)
  if (total > maxPrice)
    throw new Refusal('LIMIT_REACHED', `The materials cost more than ${formatPrice(maxPrice)}. Make fewer at once.`)
  return total
}

/** What the pieces from the first to the `upTo`th cost of `quantity` that cost `total` together. */
const costUpTo = (total: bigint, quantity: number, upTo: number) => (total * BigInt(upTo)) / BigInt(quantity)

/**
 * What `count` of `quantity` made pieces cost, where `before` of them were taken apart already. Over all of them, in however
 * many steps, the parts sum to the total.
 */
export const costOfPart = (total: bigint, quantity: number, before: number, count: number): bigint =>
  costUpTo(total, quantity, before + count) - costUpTo(total, quantity, before)

/** Shares what taken-apart pieces cost out over the lines they were made of; the shares sum to it. */
export const costByLine = (lines: readonly CostedLine[], part: bigint): bigint[] =>
  spread(
    part,
    lines.map((line) => line.cost),
  )

/** How many can be made of what is there, and which parts allow no more. */
export function canMake<Part extends { per: number; available: number }>(
  parts: readonly Part[],
): { count: number; limits: Part[] } {
  const counts = parts.map((part) => Math.max(0, Math.floor(part.available / part.per)))
  const count = counts.length === 0 ? 0 : Math.min(...counts)
  return { count, limits: parts.filter((_part, at) => counts[at] === count) }
}
