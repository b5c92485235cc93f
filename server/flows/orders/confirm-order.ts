import { can } from '#shared/access/can.ts'
import { paymentStatusOf } from '#shared/invoicing/payment-status.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { whyClosed } from '#shared/sales/orders/order-guards.ts'
import { invoiceSql, noteInvoice, voidInvoice } from '#server/invoicing/invoices.ts'
import type { Work } from '#server/kernel/work.ts'
import { lockItemsSql, readPlacesOf } from '#server/inventory/stock/allocate-stock.ts'
import { allocateAll, commitStock, writeAllocations } from '#server/inventory/stock/commit-stock.ts'
import { moveCommitments } from '#server/inventory/stock/commitments.ts'
import {
  assertOpen,
  assertTransition,
  factsOf,
  itemsOf,
  type LockedOrder,
  lockOrder,
  transitionOrder,
  transitionSql,
} from '#server/sales/orders/order-lock.ts'
import { orderOf, readOrder } from '#server/sales/orders/order-view.ts'
import { queueBackOrders } from '#server/inventory/stock/back-orders.ts'
import { lockLimit, type OverLimit, assertWithinCreditLimit } from './credit-limit.ts'
import { assertMinimums, type BelowMinimum } from '#server/kernel/minimum-quantities.ts'
import { stockSource, uncommittedLines } from './order-stock.ts'

type Allowances = OverLimit & BelowMinimum

/** Confirms an order: commits its stock and issues its invoice. Returns the order afterwards. */
export async function confirmOrder(work: Work, orderId: string, allowances: Allowances = {}): Promise<Order> {
  const isLimited = await lockLimit(work, orderId)
  const items = itemsOf(orderId)
  const [order, places] = await Promise.all([lockOrder(work, orderId, lockItemsSql(items)), readPlacesOf(work, items)])
  assertTransition(order, 'confirm')
  const reason = await assertAllowed(work, order, isLimited, allowances)
  const allocations = allocateAll(stockSource(order), places, await uncommittedLines(work, order), order.rule)
  const paymentStatus = paymentStatusOf(BigInt(order.total), BigInt(order.paid))
  const acts = transitionSql(work, order, 'confirm', { reason, paymentStatus })
  work.send(writeAllocations(work, stockSource(order), allocations, 'COMMIT', { acts }))
  // An order that was paid before it lost stock keeps its invoice. Otherwise the invoice is issued last, by the statement that
  // reads the response: other confirmations wait for the counter of invoice numbers until this transaction commits.
  const invoicing = order.isInvoiced ? undefined : invoiceSql(work, order)
  const seesInvoices = can(work.caller, 'invoices.view')
  const confirmed = await readOrder(work.tx, orderId, seesInvoices, invoicing)
  if (invoicing && confirmed.invoice) noteInvoice(work, order, confirmed.invoice)
  return orderOf(confirmed, seesInvoices)
}

/** Commits the available stock; the rest is backordered. Refused if nothing is short. */
export async function backOrder(work: Work, orderId: string, allowances: Allowances = {}): Promise<void> {
  const isLimited = await lockLimit(work, orderId)
  const order = await lockOrder(work, orderId)
  assertTransition(order, 'backOrder')
  const reason = await assertAllowed(work, order, isLimited, allowances)
  const short = await commitStock(work, stockSource(order), order.lines, order.rule, true)
  const shortages = short.map((one) => one.name)
  assertOpen(whyClosed('backOrder', { ...factsOf(order), shortages }), order)
  await transitionOrder(work, order, 'backOrder', { reason })
  // The job may have handled arrivals before this order was backordered: run it again.
  await queueBackOrders(
    work,
    short.map((one) => one.itemId),
  )
}

/** Takes the confirmation back: releases the stock, voids the invoice, and the order can be edited again. */
export async function unconfirmOrder(work: Work, orderId: string, reason: string): Promise<void> {
  const order = await lockOrder(work, orderId)
  assertTransition(order, 'unconfirm')
  await voidInvoice(work, order.id, reason)
  await moveCommitments(work, stockSource(order), 'release')
  await transitionOrder(work, order, 'unconfirm', { reason, paymentStatus: null })
}

/** Throws unless minimum quantities and the credit limit are kept or reasons were given; returns the reasons. */
async function assertAllowed(work: Work, order: LockedOrder, isLimited: boolean, allowances: Allowances) {
  // Checked once, for new orders; not for split-off orders, which are small for another reason.
  const small = order.status === 'PENDING' && !order.isPart ? assertMinimums(order.lines, allowances) : null
  if (small !== null) work.audit('order.belowMinimum', 'salesOrder', order.id, { reason: small })
  const large = isLimited ? await assertWithinCreditLimit(work, order, allowances) : null
  return [small, large].filter((reason) => reason !== null).join(' ') || null
}
