import type { Work } from '#server/kernel/work.ts'
import { renewCommitments } from '#server/inventory/stock/commit-stock.ts'
import { lockOrder, transitionOrder, assertTransition } from '#server/sales/orders/order-lock.ts'
import { stockSource } from './order-stock.ts'

/** Starts picking: allocates lots again by FEFO; they stay fixed until picking stops. */
export async function startPicking(work: Work, orderId: string): Promise<void> {
  const order = await lockOrder(work, orderId)
  assertTransition(order, 'startPicking')
  await renewCommitments(work, stockSource(order), order.lines, order.rule, 'pick')
  await transitionOrder(work, order, 'startPicking')
}

/** Stops picking; the stock stays committed. */
export async function stopPicking(work: Work, orderId: string): Promise<void> {
  await transitionOrder(work, await lockOrder(work, orderId), 'stopPicking')
}
