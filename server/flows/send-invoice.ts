import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Asked } from '#shared/http/route.ts'
import type { balancesApi } from '#shared/invoicing/balances-api.ts'
import type { invoiceDocumentsApi } from '#shared/invoicing/documents-api.ts'
import { writeDay } from '#shared/figures.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/db/work.ts'
import { renderPdf } from '#server/delivery/pdf.ts'
import { creditNoteDocument, getCreditNote } from '#server/invoicing/credit-note-pdf.ts'
import { type BillTo, invoiceDocument } from '#server/invoicing/invoice-pdf.ts'
import { getInvoice } from '#server/invoicing/invoice-view.ts'
import { mailAbout } from '#server/invoicing/money-mails.ts'
import { getStatement } from '#server/invoicing/statement.ts'
import { statementDocument } from '#server/invoicing/statement-pdf.ts'
import { getSettings } from '#server/settings/settings.ts'

/** The invoice as a file: what the customer gets by mail, and what is downloaded. */
export async function drawInvoice(db: Db | Tx, id: string) {
  const invoice = await getInvoice(db, id)
  const settings = await getSettings(db)
  const { rows } = await sql<BillTo>`select name, address, country, email from accounts
    where id = ${invoice.account.id}`.execute(db)
  const billTo = rows[0] ?? { name: invoice.account.name, address: null, country: null, email: null }
  const content = await renderPdf(invoiceDocument(invoice, billTo, settings))
  return { invoice, billTo, settings, name: `${invoice.number}.pdf`, content }
}

/** A credit note as a file. */
export async function drawCreditNote(db: Db, id: string) {
  const note = await getCreditNote(db, id)
  const content = await renderPdf(creditNoteDocument(note, await getSettings(db)))
  return { name: `${note.number}.pdf`, content }
}

type InvoiceMail = Asked<(typeof invoiceDocumentsApi.sendInvoice)['spec']>['body']

/** Mails the invoice. The file is written down with the mail, so it says for ever what was sent. */
export async function sendInvoice(work: Work, id: string, { to, message }: InvoiceMail): Promise<void> {
  const { invoice, settings, name, content } = await drawInvoice(work.tx, id)
  if (invoice.voided) throw new Refusal('MOVE_NOT_OPEN', 'The invoice is void.')
  await mailAbout(
    work,
    { kind: 'invoice', accountId: invoice.account.id, invoiceId: id },
    {
      to,
      subject: `Invoice ${invoice.number} from ${settings.company.name}`,
      lines: [
        message ?? `Please find our invoice ${invoice.number} attached.`,
        `Total: ${settings.currency} ${invoice.total}. Open: ${settings.currency} ${invoice.due}, due ${writeDay(invoice.dueDate)}.`,
        ...contact(settings.company.contactEmail),
      ],
      attachments: [{ name, type: 'application/pdf', content }],
    },
  )
}

export const contact = (email: string | null) => (email ? [`Questions: ${email}`] : [])

/** The statement of account as a file. */
export async function drawStatement(db: Db | Tx, accountId: string, from: string, until: string) {
  const statement = await getStatement(db, accountId, from, until)
  const settings = await getSettings(db)
  const content = await renderPdf(statementDocument(statement, settings))
  return { statement, settings, name: `statement-${from}-${until}.pdf`, content }
}

type StatementMail = Asked<(typeof balancesApi.sendStatement)['spec']>['body']

/** Mails the statement of account. Answers the id of what was sent. */
export async function sendStatement(work: Work, accountId: string, asked: StatementMail): Promise<string> {
  const { from, until, to, message } = asked
  const { statement, settings, name, content } = await drawStatement(work.tx, accountId, from, until)
  const id = await mailAbout(
    work,
    { kind: 'statement', accountId },
    {
      to,
      subject: `Statement of account from ${settings.company.name}`,
      lines: [
        message ?? `Please find your statement of account from ${writeDay(from)} to ${writeDay(until)} attached.`,
        `Closing balance: ${settings.currency} ${statement.closing}.`,
        ...contact(settings.company.contactEmail),
      ],
      attachments: [{ name, type: 'application/pdf', content }],
    },
  )
  return id ?? ''
}
