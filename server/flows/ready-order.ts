import type { Work } from '#server/db/work.ts'
import { moveCommitments, refuseUnfit } from '#server/inventory/commitments.ts'
import { lockItems } from '#server/inventory/share-out.ts'
import { createShipment, deleteShipments } from '#server/logistics/shipments.ts'
import { lockOrder, moveOrder, refuseClosed } from '#server/sales/order-lock.ts'
import { refuseHeld } from '#server/sales/order-hold.ts'
import { leaveUnfitLots } from './block-lots.ts'
import { lockInvoices } from './lose-stock.ts'
import { stockSource } from './order-stock.ts'

/** The goods leave the stock, lot by lot, and a shipping record says what is in the parcel. */
export async function readyOrder(work: Work, orderId: string): Promise<void> {
  const order = await lockOrder(work, orderId)
  refuseClosed(order, 'ready')
  refuseHeld(order)
  await refuseUnfit(work, order.id)
  const picked = await moveCommitments(work, stockSource(order), 'ship')
  await createShipment(work, order, picked)
  await moveOrder(work, order, 'ready')
}

/** The goods go back into the same lots, promised as before unless those were blocked; the shipping record is taken off. */
export async function reverseOrder(work: Work, orderId: string, reason: string): Promise<void> {
  const order = await lockOrder(work, orderId)
  refuseClosed(order, 'reverse')
  await lockInvoices(work, [order])
  await deleteShipments(work, order.id)
  // All of them before the first is booked: what came back may have to be exchanged.
  const items = order.lines.map((line) => line.itemId)
  await lockItems(work, items, true)
  await moveCommitments(work, stockSource(order), 'unship')
  const picking = await moveOrder(work, order, 'reverse', { reason })
  await leaveUnfitLots(work, picking, 'What came back has expired or was blocked meanwhile')
}
