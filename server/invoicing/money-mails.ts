import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import type { MoneyMail } from '#shared/invoicing/documents-api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { type Mail, queueMail } from '#server/kernel/mail.ts'
import { utc } from '#server/db/timestamps.ts'
import type { Work } from '#server/kernel/work.ts'

interface About {
  kind: MoneyMail['kind']
  accountId: string
  invoiceId?: string
  /** A credit note of the invoice. */
  creditNoteId?: string
  level?: number
}

/**
 * Records a mail about invoices, credit notes or statements and queues it, in one transaction. Returns the id of the record; null
 * if a reminder of that level was sent already.
 */
export async function mailAbout(work: Work, about: About, mail: Mail): Promise<string | null> {
  const id = newId()
  const rows = await work.tx
    .insertInto('money_mails')
    .values({
      id,
      kind: about.kind,
      account_id: about.accountId,
      invoice_id: about.invoiceId ?? null,
      credit_note_id: about.creditNoteId ?? null,
      level: about.level ?? null,
      to_address: mail.to,
      actor_id: work.caller.userId,
      at: work.now,
    })
    .onConflict((oc) => oc.columns(['invoice_id', 'level']).where(sql<boolean>`kind = 'reminder'`).doNothing())
    .returning('id')
    .execute()
  if (rows.length === 0) return null
  const mailId = await queueMail(work.tx, mail)
  await work.tx.updateTable('money_mails').set({ mail_id: mailId }).where('id', '=', id).execute()
  const { kind, accountId, invoiceId, creditNoteId, level } = about
  const act = kind === 'credit_note' ? 'creditNote' : kind
  work.audit(`${act}.mailed`, invoiceId ? 'invoice' : 'account', invoiceId ?? accountId, {
    to: mail.to,
    level,
    creditNoteId,
  })
  if (invoiceId) work.announce('invoice_updated', { invoiceId })
  return id
}

const columns = (
  isMailSetUp: boolean,
) => sql`s.id, s.kind, s.level, s.to_address as "to", u.name as actor, ${utc(sql`s.at`)} as at,
  case when m.id is null then 'sent' when m.state = 'queued' and ${!isMailSetUp} then 'kept' else m.state end as state`
const from = sql`money_mails s left join mail_outbox m on m.id = s.mail_id left join users u on u.id = s.actor_id`

/** Mails about an invoice, newest first. */
export async function listInvoiceMails(db: Db | Tx, invoiceId: string, isMailSetUp: boolean): Promise<MoneyMail[]> {
  const { rows } = await sql<MoneyMail>`select ${columns(isMailSetUp)} from ${from}
    where s.invoice_id = ${invoiceId} and s.credit_note_id is null order by s.id desc`.execute(db)
  return rows
}

/** Mails about a credit note, newest first. */
export async function listCreditNoteMails(db: Db | Tx, id: string, isMailSetUp: boolean): Promise<MoneyMail[]> {
  const { rows } = await sql<MoneyMail>`select ${columns(isMailSetUp)} from ${from}
    where s.credit_note_id = ${id} order by s.id desc`.execute(db)
  return rows
}

export async function getMoneyMail(db: Db | Tx, id: string, isMailSetUp: boolean): Promise<MoneyMail> {
  const { rows } = await sql<MoneyMail>`select ${columns(isMailSetUp)} from ${from} where s.id = ${id}`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}
