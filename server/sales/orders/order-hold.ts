import { sql } from 'kysely'
import { whyNotHoldable, whyNotReleasable } from '#shared/sales/orders/order-guards.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { assertOpen, lockOrder } from './order-lock.ts'

/** Puts an order on hold. Throws INVALID_TRANSITION after its goods have left stock, and if it is on hold already. */
export async function holdOrder(work: Work, id: string, reason: string): Promise<void> {
  const order = await lockOrder(work, id)
  assertOpen(whyNotHoldable(order), order)
  await writeHold(work, id, reason)
  work.audit('order.held', 'salesOrder', id, { reason })
}

/** Releases the hold. Throws ALREADY_DONE if there is none. */
export async function releaseHold(work: Work, id: string): Promise<void> {
  const order = await lockOrder(work, id)
  assertOpen(whyNotReleasable(order), order)
  await writeHold(work, id, null)
  work.audit('order.holdReleased', 'salesOrder', id, { reason: order.hold })
}

async function writeHold(work: Work, id: string, reason: string | null): Promise<void> {
  await work.tx
    .updateTable('sales_orders')
    .set({
      hold_reason: reason,
      held_at: sql<string>`case when ${reason}::text is not null then ${work.now}::timestamptz end`,
      held_by: sql<string>`case when ${reason}::text is not null then ${work.caller.userId}::uuid end`,
      version: nextVersion,
      updated_at: work.now,
    })
    .where('id', '=', id)
    .execute()
  work.announce('sales_order_updated', { salesOrderId: id })
}
