import type { Work } from '#server/db/work.ts'
import { moveCommitments, refuseUnfit } from '#server/inventory/commitments.ts'
import { createShipment, deleteShipments } from '#server/logistics/shipments.ts'
import { lockOrder, moveOrder, refuseClosed } from '#server/sales/order-lock.ts'
import { stockSource } from './order-stock.ts'

/** The goods leave the stock, lot by lot, and a shipping record says what is in the parcel. */
export async function readyOrder(work: Work, orderId: string): Promise<void> {
  const order = await lockOrder(work, orderId)
  refuseClosed(order, 'ready')
  await refuseUnfit(work, order.id)
  const picked = await moveCommitments(work, stockSource(order), 'ship')
  await createShipment(work, order, picked)
  await moveOrder(work, order, 'ready')
}

/** The goods go back into the same lots, promised as before; the shipping record is taken off. */
export async function reverseOrder(work: Work, orderId: string, reason: string): Promise<void> {
  const order = await lockOrder(work, orderId)
  refuseClosed(order, 'reverse')
  await deleteShipments(work, order.id)
  await moveCommitments(work, stockSource(order), 'unship')
  await moveOrder(work, order, 'reverse', { reason })
}
