import { paymentStatusOf } from '#shared/invoicing/payment-status.ts'
import { issueInvoice } from '#server/invoicing/invoices.ts'
import type { Work } from '#server/kernel/work.ts'
import { moveCommitments, assertLotsUsable } from '#server/inventory/stock/commitments.ts'
import { lockItems } from '#server/inventory/stock/allocate-stock.ts'
import { createShipment, deleteShipments } from '#server/logistics/shipments/shipments.ts'
import { lockOrder, transitionOrder, assertTransition } from '#server/sales/orders/order-lock.ts'
import { replaceUnusableLots } from '#server/flows/stock/block-lots.ts'
import { lockInvoices } from '#server/flows/stock/withdraw-stock.ts'
import { stockSource } from './order-stock.ts'
import { type Choice, finishSplit, pickedOf, splitOrder } from './split-order.ts'

/**
 * Ships the goods out of stock, lot by lot, and creates a shipment with its contents. If only a part was picked, the rest becomes
 * a back-order.
 */
export async function markReadyForShipping(work: Work, orderId: string, { picked: given }: Choice = {}): Promise<void> {
  let order = await lockOrder(work, orderId)
  assertTransition(order, 'ready')
  const picked = pickedOf(order, given)
  const split = picked && (await splitOrder(work, order, picked))
  if (split) order = split.order
  await assertLotsUsable(work, order.id)
  const parcel = await moveCommitments(work, stockSource(order), 'ship')
  // Numbers are drawn last, in the order of their series' names: other transactions wait for them until this one commits.
  if (split) await issueInvoice(work, order)
  await createShipment(work, order, parcel)
  if (!split) return work.send(transitionOrder(work, order, 'ready'))
  const rest = await finishSplit(work, split)
  await transitionOrder(work, order, 'ready', {
    reason: `The rest is ${rest}`,
    paymentStatus: paymentStatusOf(BigInt(order.total), 0n),
  })
}

/** Returns the goods to their lots, committed as before unless the lots were blocked; deletes the shipment. */
export async function reverseOrder(work: Work, orderId: string, reason: string): Promise<void> {
  const order = await lockOrder(work, orderId)
  assertTransition(order, 'reverse')
  await lockInvoices(work, [order])
  await deleteShipments(work, order.id)
  // Locks all items before the first entry is booked: lots may have to be exchanged.
  const items = order.lines.map((line) => line.itemId)
  await lockItems(work, items, true)
  await moveCommitments(work, stockSource(order), 'unship')
  const picking = await transitionOrder(work, order, 'reverse', { reason })
  await replaceUnusableLots(work, picking, 'Returned stock has expired or was blocked')
}
