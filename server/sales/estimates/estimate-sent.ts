import type { Work } from '#server/kernel/work.ts'

/** Stores when an estimate was last sent, to whom, and by which mail. */
export async function markEstimateSent(work: Work, id: string, to: string, mailId: string): Promise<void> {
  await work.tx
    .updateTable('estimates')
    .set({ sent_at: work.now, sent_to: to, sent_mail_id: mailId })
    .where('id', '=', id)
    .execute()
}
