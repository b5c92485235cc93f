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

/** Confirming an order promises its goods to the customer and asks them to pay. Answers the order as it is then. */
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
  // Paid before it lost stock: that invoice stays valid. Else one is issued last, by the statement that reads the answer: the next
  // confirmation waits for the counter of the invoice numbers until this one is committed.
  const invoicing = order.isInvoiced ? undefined : invoiceSql(work, order)
  const seesInvoices = can(work.caller, 'invoices.view')
  const confirmed = await readOrder(work.tx, orderId, seesInvoices, invoicing)
  if (invoicing && confirmed.invoice) noteInvoice(work, order, confirmed.invoice)
  return orderOf(confirmed, seesInvoices)
}

/** What there is is promised; the rest waits for stock. Refused when everything is there. */
export async function backOrder(work: Work, orderId: string, allowances: Allowances = {}): Promise<void> {
  const isLimited = await lockLimit(work, orderId)
  const order = await lockOrder(work, orderId)
  assertTransition(order, 'backOrder')
  const reason = await assertAllowed(work, order, isLimited, allowances)
  const short = await commitStock(work, stockSource(order), order.lines, order.rule, true)
  const shortages = short.map((one) => one.name)
  assertOpen(whyClosed('backOrder', { ...factsOf(order), shortages }), order)
  await transitionOrder(work, order, 'backOrder', { reason })
  // What arrived while this was under way has been looked at before this order waited for it: look again.
  await queueBackOrders(
    work,
    short.map((one) => one.itemId),
  )
}

/** Takes the promise back: the goods are free, the invoice is void, the order can be changed again. */
export async function unconfirmOrder(work: Work, orderId: string, reason: string): Promise<void> {
  const order = await lockOrder(work, orderId)
  assertTransition(order, 'unconfirm')
  await voidInvoice(work, order.id, reason)
  await moveCommitments(work, stockSource(order), 'release')
  await transitionOrder(work, order, 'unconfirm', { reason, paymentStatus: null })
}

/** Throws unless the order keeps to its products' minimums and to the credit limit, or a reason was given; answers the reasons. */
async function assertAllowed(work: Work, order: LockedOrder, isLimited: boolean, allowances: Allowances) {
  // Once a new order, not what was split off one: that is smaller for another reason.
  const small = order.status === 'PENDING' && !order.isPart ? assertMinimums(order.lines, allowances) : null
  if (small !== null) work.audit('order.belowMinimum', 'salesOrder', order.id, { reason: small })
  const large = isLimited ? await assertWithinCreditLimit(work, order, allowances) : null
  return [small, large].filter((reason) => reason !== null).join(' ') || null
}
