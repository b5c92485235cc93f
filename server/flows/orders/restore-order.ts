import type { OrderTransition, OrderStatus } from '#shared/sales/orders/order-transitions.ts'
import { revive } from '#server/kernel/changes.ts'
import type { Work } from '#server/kernel/work.ts'
import { type LockedOrder, lockOrder, transitionOrder, writeAddresses } from '#server/sales/orders/order-lock.ts'

/* Deleting an order returned its stock, so it has to start again: by the transitions that lead there. */
const startAgain = ['cancel', 'reopen'] as const
const wayBack: Partial<Record<OrderStatus, readonly OrderTransition[]>> = {
  AWAITING_STOCK: ['unconfirm'],
  CONFIRMED: ['unconfirm'],
  PROCESSING: ['unconfirm'],
  READY_FOR_SHIPPING: startAgain,
  FOR_SHIPPING: ['unassign', ...startAgain],
  FAILED_DELIVERY: ['replan', ...startAgain],
}

/** Restores a deleted order as pending, or as cancelled if it was; its stock stays released. */
export async function restoreOrder(work: Work, id: string): Promise<void> {
  work.locks.take('salesOrder', id)
  await revive(work.tx, 'sales_orders', id)
  // Earlier versions deleted orders with returns.
  let order: LockedOrder = { ...(await lockOrder(work, id)), returns: [] }
  if (order.status === 'PENDING') await writeAddresses(work, id, true)
  for (const move of wayBack[order.status] ?? []) {
    order = await transitionOrder(work, order, move, { reason: 'Restored after it was deleted', paymentStatus: null })
  }
  work.announce('sales_order_updated', { salesOrderId: id })
}
