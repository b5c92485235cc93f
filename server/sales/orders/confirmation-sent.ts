import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'

/** Stores when the confirmation of a locked order was last sent, to whom, and by which mail. */
export async function markConfirmationSent(work: Work, id: string, to: string, mailId: string): Promise<void> {
  await work.tx
    .updateTable('sales_orders')
    .set({
      confirmation_sent_at: work.now,
      confirmation_sent_to: to,
      confirmation_mail_id: mailId,
      version: nextVersion,
      updated_at: work.now,
    })
    .where('id', '=', id)
    .execute()
  work.audit('order.confirmationSent', 'salesOrder', id, { reason: to })
  work.announce('sales_order_updated', { salesOrderId: id })
}
