import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '#server/db/database.ts'
import { queueJob } from './queue-job.ts'

export interface Mail {
  to: string
  subject: string
  /** Paragraphs of plain text. */
  lines: readonly string[]
  /** `path` below PUBLIC_URL. Put a secret into its fragment (#…), which is neither sent to servers nor in the referrer. */
  link?: { label: string; path: string }
  /** When the link expires; the mail is not sent after that. */
  expiresAt?: Date
  /** Path below PUBLIC_URL for one-click unsubscribe: both a page and an API call. */
  unsubscribePath?: string
  /** Kept with the mail until it is sent. */
  attachments?: readonly Attachment[]
}

interface Attachment {
  name: string
  type: string
  content: Buffer
}

/** Writes a mail to the outbox in the transaction of its command; a job sends it after the commit. Returns its id. */
export async function queueMail(tx: Tx, mail: Mail): Promise<string> {
  const { to, subject, lines, link = null, unsubscribePath, expiresAt = null, attachments = [] } = mail
  const id = newId()
  await tx
    .insertInto('mail_outbox')
    .values({
      id,
      to_address: to,
      subject,
      content: JSON.stringify({ lines, link, unsubscribePath }),
      expires_at: expiresAt,
    })
    .execute()
  for (const { name, type, content } of attachments) {
    await tx.insertInto('mail_attachments').values({ id: newId(), mail_id: id, name, type, content }).execute()
  }
  await queueJob(tx, 'send-mail', { mailId: id }, { id })
  return id
}

/** The mails that this transaction has queued so far: for a preview of what a command would send. */
export async function mailsOfThis(tx: Tx): Promise<{ to: string; subject: string }[]> {
  const { rows } = await sql<{ to: string; subject: string }>`select to_address as "to", subject from mail_outbox
    where state = 'queued' and xmin = pg_current_xact_id()::xid order by to_address, subject`.execute(tx)
  return rows
}
