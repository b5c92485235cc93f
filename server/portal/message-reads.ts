import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Work } from '#server/kernel/work.ts'

/** A message (m) is newer than the read mark (d) of the other side. */
export const unread = sql`(d.read_at is null or m.at > d.read_at)`

/** The number of messages of an order (o) that the customer has not read. */
export const unreadByCustomer = sql`(select count(*)::int from order_messages m
  left join order_message_reads d on d.order_id = m.order_id and d.by_customer
  where m.order_id = o.id and not m.from_customer and ${unread})`

/**
 * Marks the messages of an order up to this one as read by one side. Throws NOT_FOUND if the order has no such message or is
 * another customer's. Announces it only if it changed something.
 */
export async function markRead(
  work: Work,
  accountId: string | null,
  orderId: string,
  messageId: string,
): Promise<void> {
  const byCustomer = accountId !== null
  const { rows } = await sql<{ at: Date }>`select m.at from order_messages m join sales_orders o on o.id = m.order_id
    where m.id = ${messageId} and o.id = ${orderId} and o.deleted_at is null
      and (${accountId}::uuid is null or o.account_id = ${accountId}::uuid)`.execute(work.tx)
  if (rows.length === 0) throw new Refusal('NOT_FOUND')
  work.audit('order.messagesRead', 'salesOrder', orderId, { messageId, byCustomer })
  if (await noteRead(work, orderId, byCustomer, messageId))
    work.announce('sales_order_updated', { salesOrderId: orderId })
}

/** Also called for the author of a message, who has read the ones before. Returns whether it changed something. */
export async function noteRead(work: Work, orderId: string, byCustomer: boolean, messageId: string): Promise<boolean> {
  const done = await work.tx
    .insertInto('order_message_reads')
    .columns(['order_id', 'by_customer', 'read_at', 'read_by'])
    .expression(
      sql`select order_id, ${byCustomer}, at, ${work.caller.userId}::uuid from order_messages where id = ${messageId}`,
    )
    .onConflict((oc) =>
      oc
        .columns(['order_id', 'by_customer'])
        .doUpdateSet((eb) => ({ read_at: eb.ref('excluded.read_at'), read_by: eb.ref('excluded.read_by') }))
        .where(sql<boolean>`order_message_reads.read_at < excluded.read_at`),
    )
    .executeTakeFirstOrThrow()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}
