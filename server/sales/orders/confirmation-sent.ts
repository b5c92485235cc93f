import { sql } from 'kysely'
import type { Work } from '#server/kernel/work.ts'

/** When the confirmation of a locked order was last sent, to whom, and by which mail. */
export async function markConfirmationSent(work: Work, id: string, to: string, mailId: string): Promise<void> {
  await sql`update sales_orders set confirmation_sent_at = ${work.now}, confirmation_sent_to = ${to},
    confirmation_mail_id = ${mailId}, version = version + 1, updated_at = ${work.now} where id = ${id}`.execute(work.tx)
  work.audit('order.confirmationSent', 'salesOrder', id, { reason: to })
  work.announce('sales_order_updated', { salesOrderId: id })
}
