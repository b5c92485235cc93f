import { sql } from 'kysely'
import type { OutgoingMail } from '#shared/delivery/api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { listPage, pageOfRows } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { momentSql } from '#server/db/moment.ts'
import { mailText, type MailContent } from './mail-text.ts'

/** The signature of a mail. */
export const companyName = sql<string>`coalesce((select content #>> '{company,name}' from settings), 'Wardstock')`

interface Query {
  limit: number
  cursor?: string | undefined
  state?: OutgoingMail['state'] | undefined
}

type Row = Omit<OutgoingMail, 'text'> & { content: MailContent | null; company: string }

/** The outbox, newest first. Texts contain secrets: they are included only if administrators have to pass the mails on themselves. */
export async function listMails(db: Db, query: Query, isMailSetUp: boolean, publicUrl: string) {
  const state = isMailSetUp ? sql`m.state` : sql`case m.state when 'queued' then 'kept' else m.state end`
  const listed = await listPage(
    db,
    {
      columns: selection<Row, { m: 'mail_outbox' }>({
        id: 'm.id',
        to: 'm.to_address',
        subject: 'm.subject',
        state,
        attempts: 'm.attempts',
        problem: 'm.problem',
        createdAt: 'm.created_at',
        sentAt: 'm.sent_at',
        content: sql`case when ${!isMailSetUp} and coalesce(m.expires_at > moment(), true) then m.content end`,
        company: companyName,
      }),
      from: sql`mail_outbox m`,
      where: query.state ? [sql`${state} = ${query.state}`] : [],
      sort: { by: sql`m.created_at`, type: 'timestamptz', descending: true },
      id: sql`m.id`,
    },
    query,
  )
  const page = pageOfRows(listed, ({ content, company, ...row }) => ({
    ...row,
    text: content ? mailText(content, publicUrl, company) : null,
  }))
  return { ...page, isMailSetUp }
}

/** Deletes the content of mails with expired links. */
export async function forgetOldSecrets(db: Db): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ content: null })
    .where('content', 'is not', null)
    .where('expires_at', '<', momentSql)
    .execute()
}

/** After a restore: waiting mails may have been sent since the backup, and are not sent again. Returns how many. */
export async function holdBackMails(tx: Tx): Promise<number> {
  const done = await tx
    .updateTable('mail_outbox')
    .set({ state: 'failed', started_at: null, problem: 'Held back by a restore: it may have been sent already.' })
    .where('state', '=', sql.lit('queued'))
    .executeTakeFirstOrThrow()
  return Number(done.numUpdatedRows ?? 0)
}
