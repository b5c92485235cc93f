import { divideHalfEven } from '#shared/money.ts'

/**
 * Allocates an amount by weight; the parts always add up to it. Each part is rounded down, and the rest goes to the largest
 * remainders, on a tie to the earlier. If all weights are zero, they count equally. Amounts and weights must not be negative.
 */
export function spread(amount: bigint, weights: readonly bigint[]): bigint[] {
  if (weights.length === 0) {
    if (amount !== 0n) throw new Error('Nothing to spread an amount over')
    return []
  }
  const given = weights.reduce((sum, weight) => sum + weight, 0n)
  const used = given === 0n ? weights.map(() => 1n) : weights
  const all = given === 0n ? BigInt(weights.length) : given
  const parts = used.map((weight) => (amount * weight) / all)
  const rest = Number(amount - parts.reduce((sum, part) => sum + part, 0n))
  const byRemainder = used
    .map((weight, at) => ({ at, remainder: (amount * weight) % all }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.at - b.at : a.remainder > b.remainder ? -1 : 1))
  for (const { at } of byRemainder.slice(0, rest)) parts[at] = (parts[at] ?? 0n) + 1n
  return parts
}

/**
 * The part of an order's fees for a receipt: in proportion to the goods received so far, less the fees of earlier receipts. So
 * the last receipt always gets the rest.
 */
export function feesOfReceipt(order: {
  fees: bigint
  /** The fees of earlier receipts. */
  landed: bigint
  /** True if nothing is left to receive. */
  isLast: boolean
  /** The value received with this receipt, at most the ordered value, and the ordered value. */
  arrived: bigint
  ordered: bigint
}): bigint {
  const { fees, landed, isLast, arrived, ordered } = order
  const due = isLast ? fees : ordered === 0n ? 0n : divideHalfEven(fees * arrived, ordered)
  const capped = due > fees ? fees : due
  return capped > landed ? capped - landed : 0n
}

/** The part of fees that increases the cost: for pieces that are still on hand. The rest is expensed. */
export const landedPart = (fees: bigint, left: number, pieces: number): bigint =>
  divideHalfEven(fees * BigInt(Math.min(left, pieces)), BigInt(pieces))

/** Prices are ten-thousandths, amounts are hundredths of the major unit. */
const perAmount = 100n

/**
 * The average cost of a piece after a receipt (or, with negative figures, a return): pieces on hand at their old cost, and the
 * new ones at theirs. If nothing is left, or the figures are impossible, the old cost stays. `cost` in ten-thousandths, `value`
 * in minor units, or also in ten-thousandths if `scale` is 1.
 */
export function averageCost(
  before: { onHand: number; cost: bigint },
  change: { quantity: number; value: bigint },
  scale = perAmount,
): bigint {
  const onHand = BigInt(before.onHand + change.quantity)
  const worth = BigInt(before.onHand) * before.cost + change.value * scale
  // A rounded average is off by less than a ten-thousandth per piece.
  const isRounding = worth > -BigInt(before.onHand)
  if (onHand <= 0n || (worth < 0n && !isRounding)) return before.cost
  if (worth < 0n) return 0n
  return divideHalfEven(worth, onHand)
}
