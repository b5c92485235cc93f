import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { holdingStock, orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import type { Work } from '#server/kernel/work.ts'
import { moveCommitments } from '#server/inventory/stock/commitments.ts'
import { voidInvoice } from '#server/invoicing/invoices.ts'
import { type LockedOrder, lockOrder, transitionOrder, recordHoldEvent } from '#server/sales/orders/order-lock.ts'
import { stockSource } from '#server/flows/orders/order-stock.ts'

/**
 * Locks orders that are about to lose committed stock, and their invoices. Call it before any stock is locked, then
 * `withdrawStock` for each order. Throws NOT_FOUND, INVALID_TRANSITION for an order without committed stock.
 */
export async function lockForWithdrawal(work: Work, orderIds: readonly string[]): Promise<LockedOrder[]> {
  const orders: LockedOrder[] = []
  for (const id of [...new Set(orderIds)].toSorted()) {
    const order = await lockOrder(work, id)
    if (!holdingStock.includes(order.status)) {
      throw new Refusal(
        'INVALID_TRANSITION',
        `Order ${order.number} is ${orderStatusNames[order.status]}; it has no reserved stock.`,
        { details: { status: order.status } },
      )
    }
    orders.push(order)
  }
  await lockInvoices(work, orders)
  return orders
}

/** Releases an order's commitments of one item; the rest stays committed, and the order is backordered. */
export async function withdrawStock(work: Work, order: LockedOrder, itemId: string, reason: string): Promise<number> {
  const lost = await moveCommitments(work, stockSource(order), 'release', itemId)
  await waitForStock(work, order, reason)
  return lost.reduce((sum, one) => sum + one.quantity, 0)
}

/** Backorders an order that lost committed stock. The order and its invoice must be locked. */
export async function waitForStock(work: Work, order: LockedOrder, reason: string): Promise<void> {
  if (order.status === 'AWAITING_STOCK') return recordHoldEvent(work, order, 'lostStock', reason)
  // A backordered order has no invoice, unless something is paid on it.
  if (order.paid === 0) await voidInvoice(work, order.id, reason)
  await transitionOrder(work, order, 'loseStock', { reason, ...(order.paid === 0 && { paymentStatus: null }) })
}

/** Locks the invoices before the stock: they are voided later, when their orders are backordered. */
export async function lockInvoices(work: Work, orders: readonly LockedOrder[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from invoices
    where order_id = any(${listOf(orders.map((order) => order.id))}) and voided_at is null order by id for no key update`.execute(
    work.tx,
  )
  work.locks.take('invoice', ...rows.map((row) => row.id))
}
