import { keepPlans } from '#server/db/kept-plans.ts'
import { paymentStatusOf } from '#shared/invoicing/payment-status.ts'
import { whyClosed } from '#shared/sales/orders/order-guards.ts'
import { issueInvoice, voidInvoice } from '#server/invoicing/invoices.ts'
import type { Work } from '#server/kernel/work.ts'
import { allocateStock, commitStock, moveCommitments, writeAllocations } from '#server/inventory/stock/commitments.ts'
import {
  assertOpen,
  assertTransition,
  factsOf,
  type LockedOrder,
  lockOrder,
  transitionOrder,
} from '#server/sales/orders/order-lock.ts'
import { queueBackOrders } from '#server/inventory/stock/back-orders.ts'
import { lockLimit, type OverLimit, assertWithinCreditLimit } from './credit-limit.ts'
import { assertMinimums, type BelowMinimum } from '#server/kernel/minimum-quantities.ts'
import { stockSource, uncommittedLines } from './order-stock.ts'

type Allowances = OverLimit & BelowMinimum

/** Confirming an order promises its goods to the customer and asks them to pay. */
export async function confirmOrder(work: Work, orderId: string, said: Allowances = {}): Promise<void> {
  keepPlans(work.tx)
  const isLimited = await lockLimit(work, orderId)
  const order = await lockOrder(work, orderId)
  assertTransition(order, 'confirm')
  const reason = await assertAllowed(work, order, isLimited, said)
  const takings = await allocateStock(work, await uncommittedLines(work, order), order.rule)
  work.send(writeAllocations(work, stockSource(order), takings, 'COMMIT'))
  const paymentStatus = paymentStatusOf(BigInt(order.total), BigInt(order.paid))
  work.send(transitionOrder(work, order, 'confirm', { reason, paymentStatus }))
  // Paid before it lost stock: that invoice stays valid.
  if (order.paid > 0) return
  // Last: the next confirmation waits for the counter of the invoice numbers until this one is committed.
  work.send(issueInvoice(work, order))
}

/** What there is is promised; the rest waits for stock. Refused when everything is there. */
export async function backOrder(work: Work, orderId: string, said: Allowances = {}): Promise<void> {
  const isLimited = await lockLimit(work, orderId)
  const order = await lockOrder(work, orderId)
  assertTransition(order, 'backOrder')
  const reason = await assertAllowed(work, order, isLimited, said)
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
async function assertAllowed(work: Work, order: LockedOrder, isLimited: boolean, said: Allowances) {
  // Once a new order, not what was split off one: that is smaller for another reason.
  const small = order.status === 'PENDING' && !order.isPart ? assertMinimums(order.lines, said) : null
  if (small !== null) work.audit('order.belowMinimum', 'salesOrder', order.id, { reason: small })
  const large = isLimited ? await assertWithinCreditLimit(work, order, said) : null
  return [small, large].filter((reason) => reason !== null).join(' ') || null
}
