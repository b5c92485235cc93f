import type { Work } from '#server/kernel/work.ts'

/** Stores when an order was last sent, to whom, and by which mail. */
export async function markSent(work: Work, id: string, to: string, mailId: string): Promise<void> {
  await work.tx
    .updateTable('purchase_orders')
    .set({ sent_at: work.now, sent_to: to, sent_mail_id: mailId })
    .where('id', '=', id)
    .execute()
}

/** The supplier's copy is outdated; the recipient stays stored. */
export async function markUnsent(work: Work, id: string): Promise<void> {
  await work.tx.updateTable('purchase_orders').set({ sent_at: null, sent_mail_id: null }).where('id', '=', id).execute()
}
