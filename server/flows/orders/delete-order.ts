import { whyNotDeletable } from '#shared/sales/orders/order-guards.ts'
import { softDelete } from '#server/kernel/changes.ts'
import type { Work } from '#server/kernel/work.ts'
import { moveCommitments } from '#server/inventory/stock/commitments.ts'
import { deleteInvoiceOf } from '#server/invoicing/invoices.ts'
import { deleteShipments } from '#server/logistics/shipments/shipments.ts'
import { lockOrderOnRoute, refuseInVan } from '#server/flows/deliveries/order-on-route.ts'
import { leaveRoute } from '#server/flows/deliveries/plan-route.ts'
import { assertOpen, factsOf, writeAddresses } from '#server/sales/orders/order-lock.ts'
import { stockSource } from './order-stock.ts'

/** Deletes an order: returns its stock, soft-deletes its invoice and shipment with it, and removes its stop from the route. */
export async function deleteOrder(work: Work, orderId: string): Promise<void> {
  const { order, route } = await lockOrderOnRoute(work, orderId)
  assertOpen(whyNotDeletable(factsOf(order)), order)
  await refuseInVan(work, order)
  if (route) await leaveRoute(work, route, orderId)
  await deleteInvoiceOf(work, order.id, `Order ${order.number} was deleted`)
  await deleteShipments(work, order.id)
  await moveCommitments(work, stockSource(order), 'release')
  await moveCommitments(work, stockSource(order), 'restock')
  await writeAddresses(work, order.id, false)
  await softDelete(work.tx, 'sales_orders', order.id, work.caller.userId)
  work.audit('order.deleted', 'salesOrder', order.id, { number: order.number, status: order.status })
  work.announce('sales_order_updated', { salesOrderId: order.id })
}
