import { Refusal } from '#shared/http/refusal.ts'
import { formatPrice, maxPrice, sum } from '#shared/money.ts'
import { spread } from '#shared/purchasing/receipts/landed-cost.ts'

/* Costs are whole ten-thousandths of the major unit: inputs equal outputs, to the smallest unit. */

export interface CostedLine {
  /** Pieces per made piece. */
  per: number
  /** The cost of all its pieces together. */
  cost: bigint
}

/** The total cost of the parts. Throws LIMIT_REACHED above the largest amount. */
export function sumCosts(costs: readonly bigint[]): bigint {
  const total = sum(costs)
  if (total > maxPrice)
    throw new Refusal('LIMIT_REACHED', `The materials cost more than ${formatPrice(maxPrice)}. Make fewer at once.`)
  return total
}

/** The cost of the first `upTo` of `quantity` pieces that cost `total` together. */
const costUpTo = (total: bigint, quantity: number, upTo: number) => (total * BigInt(upTo)) / BigInt(quantity)

/**
 * The cost of `count` of `quantity` made pieces, if `before` of them were taken apart already. Over all pieces, in however many
 * steps, the parts add up to the total.
 */
export const costOfPart = (total: bigint, quantity: number, before: number, count: number): bigint =>
  costUpTo(total, quantity, before + count) - costUpTo(total, quantity, before)

/** Allocates the cost of taken-apart pieces to the lines they were made of; the shares add up to it. */
export const costByLine = (lines: readonly CostedLine[], part: bigint): bigint[] =>
  spread(
    part,
    lines.map((line) => line.cost),
  )

/** How many can be made from the available parts, and which parts are the bottleneck. */
export function canMake<Part extends { per: number; available: number }>(
  parts: readonly Part[],
): { count: number; limits: Part[] } {
  const counts = parts.map((part) => Math.max(0, Math.floor(part.available / part.per)))
  const count = counts.length === 0 ? 0 : Math.min(...counts)
  return { count, limits: parts.filter((_part, at) => counts[at] === count) }
}
