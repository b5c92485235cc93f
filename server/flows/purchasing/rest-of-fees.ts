import { sum } from '#shared/money.ts'
import { landedPart, spread } from '#shared/purchasing/receipts/landed-cost.ts'
import type { Work } from '#server/kernel/work.ts'
import { averageCosts, lockLotTotals } from '#server/inventory/stock/arrivals.ts'
import type { LockedPurchase } from '#server/purchasing/orders/purchase-lock.ts'
import { activeFeeEntries, type FeeEntry, writeFeeEntries } from '#server/purchasing/receipts/fee-entries.ts'
import { activeReceipts, type ReceivedLine } from '#server/purchasing/receipts/receipts.ts'

/* Fees that no receipt carries when an order is closed (decision 136). The order and its items must be locked. */

/** Lands the rest of the fees on the received goods; the part of goods that have left stock is expensed. */
export async function landRestOfFees(work: Work, order: LockedPurchase): Promise<void> {
  const receipts = await activeReceipts(work, order.id)
  const lines = receipts.flatMap((receipt) => receipt.lines)
  const rest = BigInt(order.feesTotal) - sum(lines.map((line) => BigInt(line.fees)))
  if (rest <= 0n || lines.length === 0) return
  const isFree = lines.every((line) => line.value === 0)
  const shares = spread(
    rest,
    lines.map((line) => BigInt(isFree ? line.quantity : line.value)),
  )
  await book(work, order, lines, (line, left) => {
    const amount = shares[lines.indexOf(line)] ?? 0n
    return { receiptLineId: line.id, amount, landed: landedPart(amount, left, line.quantity) }
  })
}

/** Takes back the fees that landed so, as goods still to come will carry them; takes from the goods no more than they got. */
export async function takeBackFees(work: Work, order: LockedPurchase): Promise<void> {
  const entries = new Map((await activeFeeEntries(work, order.id)).map((entry) => [entry.receiptLineId, entry]))
  if (entries.size === 0) return
  const receipts = await activeReceipts(work, order.id)
  const lines = receipts.flatMap((receipt) => receipt.lines).filter((line) => entries.has(line.id))
  await book(work, order, lines, (line, left) => {
    const { amount, landed } = entries.get(line.id) ?? { amount: 0n, landed: 0n }
    const there = landedPart(amount, left, line.quantity)
    return { receiptLineId: line.id, amount: -amount, landed: -(there < landed ? there : landed) }
  })
}

/** Writes a fee entry for each line, given how many of its pieces are still in stock, and updates the items' average cost. */
async function book(
  work: Work,
  order: LockedPurchase,
  lines: readonly ReceivedLine[],
  entryOf: (line: ReceivedLine, left: number) => FeeEntry,
): Promise<void> {
  const onHand = await lockLotTotals(
    work,
    order.lines.map((line) => line.itemId),
  )
  const entries = lines.map((line) => {
    const there = onHand.get(line.lotId) ?? 0
    const left = Math.min(there, line.quantity)
    onHand.set(line.lotId, there - left)
    return { line, entry: entryOf(line, left) }
  })
  await writeFeeEntries(
    work,
    entries.map(({ entry }) => entry),
  )
  await averageCosts(
    work,
    entries.map(({ line: { itemId }, entry }) => ({ itemId, quantity: 0, value: entry.landed })),
  )
  for (const itemId of new Set(lines.map((line) => line.itemId)))
    work.announce('inventory_updated', { itemId, warehouse: order.locationId })
}
