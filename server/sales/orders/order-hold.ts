import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { whyNotHoldable } from '#shared/sales/orders/order-guards.ts'
import type { Work } from '#server/kernel/work.ts'
import { type LockedOrder, lockOrder } from './order-lock.ts'

/** Puts an order on hold. Throws MOVE_NOT_OPEN once its goods have left the stock, and where it is on hold already. */
export async function holdOrder(work: Work, id: string, reason: string): Promise<void> {
  const order = await lockOrder(work, id)
  const why = whyNotHoldable({ status: order.status, hold: order.hold })
  if (why) throw new Refusal('MOVE_NOT_OPEN', why, { details: { status: order.status } })
  await writeHold(work, id, reason)
  work.audit('order.held', 'salesOrder', id, { reason })
}

/** Releases the hold. Throws MOVE_NOT_OPEN where there is none. */
export async function releaseHold(work: Work, id: string): Promise<void> {
  const order = await lockOrder(work, id)
  if (order.hold === null) throw new Refusal('MOVE_NOT_OPEN', `Order ${order.number} is not on hold.`)
  await writeHold(work, id, null)
  work.audit('order.holdReleased', 'salesOrder', id, { reason: order.hold })
}

async function writeHold(work: Work, id: string, reason: string | null): Promise<void> {
  await sql`update sales_orders set hold_reason = ${reason}, held_at = case when ${reason}::text is not null then ${work.now}::timestamptz end,
      held_by = case when ${reason}::text is not null then ${work.caller.userId}::uuid end,
      version = version + 1, updated_at = ${work.now} where id = ${id}`.execute(work.tx)
  work.announce('sales_order_updated', { salesOrderId: id })
}

/** Throws MOVE_NOT_OPEN for an order on hold: nothing of it is picked or shipped. */
export function assertNotOnHold(order: LockedOrder): void {
  if (order.hold !== null) {
    throw new Refusal('MOVE_NOT_OPEN', `The order is on hold: ${order.hold}. Release the hold first.`, {
      details: { status: order.status },
    })
  }
}
