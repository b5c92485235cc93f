import { divideHalfEven } from '#shared/money.ts'

/**
 * Shares an amount out by weight; the parts always sum to it. Each part gets its floor, and what is left goes to the largest
 * remainders, the earlier first. Without any weight all count alike. Amounts and weights are not negative.
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
 * The part of an order's fees that comes with a receipt: as much of all fees as has arrived of the goods by then, less what
 * earlier receipts carried. So the last receipt always carries the rest.
 */
export function feesOfReceipt(order: {
  fees: bigint
  /** What earlier receipts carry. */
  landed: bigint
  /** Whether nothing is open any more. */
  isLast: boolean
  /** Worth of what has arrived with this receipt, up to what was ordered, and of what was ordered. */
  arrived: bigint
  ordered: bigint
}): bigint {
  const { fees, landed, isLast, arrived, ordered } = order
  const due = isLast ? fees : ordered === 0n ? 0n : divideHalfEven(fees * arrived, ordered)
  const capped = due > fees ? fees : due
  return capped > landed ? capped - landed : 0n
}

/** The part of fees that makes goods dearer: that of the pieces that are still there. What was of the others is expensed. */
export const landedPart = (fees: bigint, left: number, pieces: number): bigint =>
  divideHalfEven(fees * BigInt(Math.min(left, pieces)), BigInt(pieces))

/** Prices are ten-thousandths, amounts are hundredths of the major unit. */
const perAmount = 100n

/**
 * The average cost of a piece once goods have come (or, with negative figures, have gone back): what is on hand at its old
 * cost and the new ones at theirs. Where nothing is left, or the figures can't be one, the old cost stands.
 * `cost` in ten-thousandths, `value` in minor units, or also in ten-thousandths where `scale` is 1.
 */
export function averageCost(
  before: { onHand: number; cost: bigint },
  change: { quantity: number; value: bigint },
  scale = perAmount,
): bigint {
  const onHand = BigInt(before.onHand + change.quantity)
  const worth = BigInt(before.onHand) * before.cost + change.value * scale
  // An average that was rounded is off by less than a ten-thousandth a piece.
  const isRounding = worth > -BigInt(before.onHand)
  if (onHand <= 0n || (worth < 0n && !isRounding)) return before.cost
  if (worth < 0n) return 0n
  return divideHalfEven(worth, onHand)
}
