import { sql } from 'kysely'
import { whyNotHoldable, whyNotReleasable } from '#shared/sales/orders/order-guards.ts'
import type { Work } from '#server/kernel/work.ts'
import { assertOpen, lockOrder } from './order-lock.ts'

/** Puts an order on hold. Throws INVALID_TRANSITION once its goods have left the stock, and where it is on hold already. */
export async function holdOrder(work: Work, id: string, reason: string): Promise<void> {
  const order = await lockOrder(work, id)
  assertOpen(whyNotHoldable(order), order)
  await writeHold(work, id, reason)
  work.audit('order.held', 'salesOrder', id, { reason })
}

/** Releases the hold. Throws ALREADY_DONE where there is none. */
export async function releaseHold(work: Work, id: string): Promise<void> {
  const order = await lockOrder(work, id)
  assertOpen(whyNotReleasable(order), order)
  await writeHold(work, id, null)
  work.audit('order.holdReleased', 'salesOrder', id, { reason: order.hold })
}

async function writeHold(work: Work, id: string, reason: string | null): Promise<void> {
  await sql`update sales_orders set hold_reason = ${reason}, held_at = case when ${reason}::text is not null then ${work.now}::timestamptz end,
      held_by = case when ${reason}::text is not null then ${work.caller.userId}::uuid end,
      version = version + 1, updated_at = ${work.now} where id = ${id}`.execute(work.tx)
  work.announce('sales_order_updated', { salesOrderId: id })
}
