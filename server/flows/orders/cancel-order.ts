import type { Work } from '#server/kernel/work.ts'
import { moveCommitments } from '#server/inventory/stock/commitments.ts'
import { voidInvoice } from '#server/invoicing/invoices.ts'
import { deleteShipments } from '#server/logistics/shipments/shipments.ts'
import { lockOrder, transitionOrder, assertTransition } from '#server/sales/orders/order-lock.ts'
import { stockSource } from './order-stock.ts'

/** Cancels an order and returns its stock: commitments are released, picked goods go back to their lots. */
export async function cancelOrder(work: Work, orderId: string, reason: string): Promise<void> {
  const order = await lockOrder(work, orderId)
  assertTransition(order, 'cancel')
  await voidInvoice(work, order.id, reason)
  await deleteShipments(work, order.id)
  await moveCommitments(work, stockSource(order), 'release')
  await moveCommitments(work, stockSource(order), 'restock')
  await transitionOrder(work, order, 'cancel', { reason, cancelReason: reason, paymentStatus: null })
}

export async function reopenOrder(work: Work, orderId: string): Promise<void> {
  await transitionOrder(work, await lockOrder(work, orderId), 'reopen')
}
