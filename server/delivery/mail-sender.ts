import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/db/database.ts'
import { mailHtml, mailText, type MailContent } from './mail-text.ts'

export interface MailSettings {
  /** smtp:// or smtps://; without it mails are kept for an administrator to hand over. */
  smtpUrl?: string | undefined
  /** The sender's address. */
  from: string
  publicUrl: string
}

interface Due {
  id: string
  to_address: string
  subject: string
  content: MailContent
  attempts: number
  company: string
}

const atOnce = 10
const leaseSeconds = 90
const mostAttempts = 12

export interface MailSender {
  isSetUp: boolean
  /** Sends what is due. */
  send(): Promise<void>
  close(): void
}

/** Sends the outbox's mails; several processes share the work by leases, and a mail whose sender died is sent by another. */
export function mailSender(db: Db, settings: MailSettings): MailSender {
  if (!settings.smtpUrl) return { isSetUp: false, send: () => keepAll(db), close: () => {} }
  const transport = createTransport({
    url: settings.smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  async function deliver(mail: Due): Promise<void> {
    const { from, publicUrl } = settings
    await transport.sendMail({
      from: { name: mail.company, address: from },
      to: { name: '', address: mail.to_address },
      subject: mail.subject,
      text: mailText(mail.content, publicUrl, mail.company),
      html: mailHtml(mail.content, publicUrl, mail.company),
      messageId: `<${mail.id}@${from.split('@')[1] ?? 'wardstock'}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      attachments: await attachmentsOf(db, mail.id),
    })
  }

  return {
    isSetUp: true,
    async send() {
      await giveUpExpired(db)
      const lease = newId()
      const due = await claim(db, lease)
      await Promise.all(
        due.map(async (mail) => {
          try {
            await deliver(mail)
          } catch (error) {
            return postpone(db, mail, lease, (error as Error).message)
          }
          // The secret in it has done its work.
          await sql`with files as (delete from mail_attachments where mail_id = ${mail.id})
            update mail_outbox set state = 'sent', sent_at = now(), content = null, problem = null, lease_until = null
            where id = ${mail.id} and lease_token = ${lease}`.execute(db)
        }),
      )
    },
    close: () => transport.close(),
  }
}

/** Read only when the mail goes out, so that a queue of many is not held in memory. */
async function attachmentsOf(db: Db, mailId: string) {
  const { rows } = await sql<{ filename: string; contentType: string; content: Buffer }>`select name as filename,
    type as "contentType", content from mail_attachments where mail_id = ${mailId} order by id`.execute(db)
  return rows
}

async function keepAll(db: Db): Promise<void> {
  await sql`update mail_outbox set state = 'kept' where state = 'queued'`.execute(db)
}

async function giveUpExpired(db: Db): Promise<void> {
  await sql`update mail_outbox set state = 'failed', content = null, problem = coalesce(problem, 'Its link ended before it could be sent.')
    where state = 'queued' and expires_at < now() and run_at <= now()`.execute(db)
}

async function claim(db: Db, lease: string): Promise<Due[]> {
  const { rows } = await sql<Due>`update mail_outbox m set lease_until = now() + make_interval(secs => ${leaseSeconds}),
      lease_token = ${lease}, attempts = attempts + 1
    where id in (select id from mail_outbox where state = 'queued' and run_at <= now()
      and (lease_until is null or lease_until < now()) order by run_at limit ${atOnce} for update skip locked)
    returning id, to_address, subject, content, attempts,
      coalesce((select content #>> '{company,name}' from settings), 'Wardstock') as company`.execute(db)
  return rows
}

/** Later and later: after 30 seconds, a minute, two … an hour at most; then never. */
async function postpone(db: Db, mail: Due, lease: string, problem: string): Promise<void> {
  const isOver = mail.attempts >= mostAttempts
  const seconds = Math.min(30 * 2 ** (mail.attempts - 1), 3600)
  await sql`update mail_outbox set lease_until = null, problem = ${problem.slice(0, 300)},
      state = ${isOver ? 'failed' : 'queued'}, run_at = now() + make_interval(secs => ${seconds})
    where id = ${mail.id} and lease_token = ${lease}`.execute(db)
}
