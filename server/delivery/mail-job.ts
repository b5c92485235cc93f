import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Db } from '#server/db/database.ts'
import { JobFailed, type JobHandler } from '#server/kernel/job-contract.ts'
import { momentSql } from '#server/db/moment.ts'
import { companyName } from './mail-list.ts'
import type { MailSender, MailToSend } from './mail-sender.ts'

const batchSize = 10

/**
 * Sends the mails of the outbox. The attempt is stored before the mail is sent: if a server dies in between, it is unknown
 * whether the mail arrived, so it is shown to administrators instead of being sent twice.
 */
export function mailJob(db: Db, sender: MailSender): JobHandler<'send-mail'> {
  return {
    batchSize,
    async run({ data: { mailId } }) {
      if (!(await sender.isSetUp(db))) return keep(db, mailId)
      const mail = await begin(db, mailId)
      if (!mail) return refuseUncertain(db, mailId)
      if (mail.isExpired) return giveUp(db, mailId, 'Its link ended before it could be sent.')
      try {
        const { unsubscribePath } = mail.content
        const attachments = await attachmentsOf(db, mailId)
        await sender.send({ ...mail, attachments, ...(unsubscribePath && { unsubscribePath }) })
      } catch (error) {
        await postpone(db, mailId, (error as Error).message)
        throw error
      }
      await noteSent(db, mailId)
    },
    async missing() {
      const { rows } = await sql<{ id: string }>`select id from mail_outbox where state = 'queued' order by id`.execute(
        db,
      )
      return rows.map(({ id }) => ({ id, data: { mailId: id } }))
    },
    async onAbandon(tx, { data: { mailId } }, { why }) {
      await tx
        .updateTable('mail_outbox')
        .set({ state: 'failed', started_at: null, problem: sql<string>`coalesce(problem, ${why})` })
        .where('id', '=', mailId)
        .where('state', '=', sql.lit('queued'))
        .execute()
    },
    async onRunAgain({ tx }, { mailId }) {
      const rows = await tx
        .updateTable('mail_outbox')
        .set({ state: 'queued', started_at: null })
        .where('id', '=', mailId)
        .where('state', 'in', [sql.lit('failed'), sql.lit('queued')])
        .where('content', 'is not', null)
        .returning('id')
        .execute()
      if (rows.length === 0)
        throw new Refusal('ALREADY_DONE', 'This e-mail can’t be sent again: it was sent, or its link has ended.')
    },
  }
}

async function keep(db: Db, id: string): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ state: 'kept' })
    .where('id', '=', id)
    .where('state', '=', sql.lit('queued'))
    .execute()
}

/** Null if it isn't waiting, or if the outcome of an earlier attempt is unknown. */
async function begin(db: Db, id: string): Promise<(Omit<MailToSend, 'attachments'> & { isExpired: boolean }) | null> {
  const rows = await db
    .updateTable('mail_outbox')
    .set({
      started_at: momentSql,
      attempts: sql<number>`attempts + case when coalesce(expires_at > moment(), true) then 1 else 0 end`,
    })
    .where('id', '=', id)
    .where('state', '=', sql.lit('queued'))
    .where('started_at', 'is', null)
    .returning([
      'id',
      'to_address as to',
      'subject',
      'content',
      sql<boolean>`not coalesce(expires_at > moment(), true)`.as('isExpired'),
      companyName.as('company'),
    ])
    .$narrowType<{ content: MailToSend['content'] }>()
    .execute()
  return rows[0] ?? null
}

/** Read only when the mail is sent, to save memory with a long queue. */
async function attachmentsOf(db: Db, mailId: string) {
  const { rows } = await sql<{ filename: string; contentType: string; content: Buffer }>`select name as filename,
    type as "contentType", content from mail_attachments where mail_id = ${mailId} order by id`.execute(db)
  return rows
}

async function refuseUncertain(db: Db, id: string): Promise<void> {
  const why = 'The server stopped while it was being sent. It may have arrived; send it again if it hasn’t.'
  const rows = await db
    .updateTable('mail_outbox')
    .set({ state: 'failed', problem: why })
    .where('id', '=', id)
    .where('state', '=', sql.lit('queued'))
    .where('started_at', 'is not', null)
    .returning('id')
    .execute()
  if (rows.length > 0) throw new JobFailed(why)
}

async function giveUp(db: Db, id: string, problem: string): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ state: 'failed', content: null, started_at: null, problem: sql<string>`coalesce(problem, ${problem})` })
    .where('id', '=', id)
    .execute()
}

async function postpone(db: Db, id: string, problem: string): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ started_at: null, problem: problem.slice(0, 300) })
    .where('id', '=', id)
    .execute()
}

/** The content, which may have a secret, is not needed any more. */
async function noteSent(db: Db, id: string): Promise<void> {
  await db
    .with('files', (attached) => attached.deleteFrom('mail_attachments').where('mail_id', '=', id))
    .updateTable('mail_outbox')
    .set({ state: 'sent', sent_at: momentSql, content: null, problem: null, started_at: null })
    .where('id', '=', id)
    .execute()
}
