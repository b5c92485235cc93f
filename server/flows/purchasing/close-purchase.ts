import type { Work } from '#server/kernel/work.ts'
import { lockItemCosts } from '#server/inventory/stock/arrivals.ts'
import { assertPurchaseTransition, lockPurchase, transitionPurchase } from '#server/purchasing/orders/purchase-lock.ts'
import { landRestOfFees, takeBackFees } from './rest-of-fees.ts'

/** Closes an order whose rest won't come: the received goods carry all fees. */
export async function closePurchase(work: Work, id: string, { reason }: { reason: string }): Promise<void> {
  const order = await lockPurchase(work, id)
  assertPurchaseTransition(work, order, 'close')
  await lockItemCosts(
    work,
    order.lines.map((line) => line.itemId),
  )
  await landRestOfFees(work, order)
  await transitionPurchase(work, order, 'close', reason)
}

/** Reopens an order: goods that may still come will carry their part of the fees. */
export async function reopenPurchase(work: Work, id: string): Promise<void> {
  const order = await lockPurchase(work, id)
  assertPurchaseTransition(work, order, 'reopen')
  await lockItemCosts(
    work,
    order.lines.map((line) => line.itemId),
  )
  await transitionPurchase(work, order, 'reopen')
  await takeBackFees(work, order)
}
