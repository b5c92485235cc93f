import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { balancesApi } from '#shared/invoicing/balances-api.ts'
import type { invoiceDocumentsApi } from '#shared/invoicing/documents-api.ts'
import { formatDay } from '#shared/format-day.ts'
import { formatAmount } from '#shared/money.ts'
import type { Settings } from '#shared/settings/api.ts'
import { whyInvoiceNotOpen } from '#shared/invoicing/invoice-guards.ts'
import { formatFigure } from '#server/documents/formats.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { attachDocument, type DocumentToDraw, drawFile } from '#server/documents/draw-document.ts'
import { creditNoteDocument, getCreditNote } from '#server/invoicing/credit-note-document.ts'
import { invoiceDocument } from '#server/invoicing/invoice-document.ts'
import { getInvoice } from '#server/invoicing/invoice-view.ts'
import { mailAbout } from '#server/invoicing/money-mails.ts'
import { getStatement } from '#server/invoicing/statement.ts'
import { statementDocument } from '#server/invoicing/statement-document.ts'
import { getLetterhead, getSettings } from '#server/settings/settings.ts'

/** An invoice with its document. */
export async function readInvoice(db: Db | Tx, id: string, accountId: string | null = null) {
  const invoice = await getInvoice(db, id, accountId)
  const settings = await getSettings(db)
  const content = invoiceDocument(invoice, settings)
  return { invoice, settings, name: `${invoice.number}.pdf`, paper: content, letterhead: await getLetterhead(db) }
}

async function readCreditNote(db: Db | Tx, id: string) {
  const note = await getCreditNote(db, id)
  const settings = await getSettings(db)
  const content = creditNoteDocument(note, settings.currency)
  return { note, settings, name: `${note.number}.pdf`, paper: content, letterhead: await getLetterhead(db) }
}

async function readStatement(db: Db | Tx, accountId: string, from: string, until: string) {
  const statement = await getStatement(db, accountId, from, until)
  const settings = await getSettings(db)
  const content = statementDocument(statement, settings)
  return {
    statement,
    settings,
    name: `statement-${from}-${until}.pdf`,
    paper: content,
    letterhead: await getLetterhead(db),
  }
}

/** The invoice as a PDF, for mail and download. */
export const drawInvoice = async (db: Db, id: string, accountId?: string) =>
  drawFile(await readInvoice(db, id, accountId))

/** The credit note as a PDF. */
export const drawCreditNote = async (db: Db, id: string) => drawFile(await readCreditNote(db, id))

/** The statement of account as a PDF. */
export const drawStatement = async (db: Db, accountId: string, from: string, until: string) =>
  drawFile(await readStatement(db, accountId, from, until))

type Typed = RequestOf<(typeof invoiceDocumentsApi.sendInvoice)['spec']>['body']
type Read = DocumentToDraw & { settings: Settings }

/** A mail with a document; without a message by the sender, a default text names the attachment. */
const mailWith = async (work: Work, read: Read, { to, message }: Typed, what: string, sums: string) => ({
  to,
  subject: `${what[0]?.toUpperCase()}${what.slice(1)} from ${read.settings.company.name}`,
  lines: [message ?? `Please find our ${what} attached.`, sums, ...contact(read.settings.company.contactEmail)],
  attachments: [await attachDocument(work, read)],
})

export const contact = (email: string | null) => (email ? [`Questions: ${email}`] : [])

/** Mails the invoice. The PDF is stored with the mail, as a permanent record of what was sent. */
export async function sendInvoice(work: Work, id: string, typed: Typed): Promise<void> {
  const read = await readInvoice(work.tx, id)
  const { invoice, settings } = read
  const why = whyInvoiceNotOpen(invoice)
  if (why) throw new Refusal('INVALID_TRANSITION', why)
  const sums = `Total: ${settings.currency} ${formatFigure(invoice.total, 2)}. Balance due: ${settings.currency} ${formatFigure(invoice.due, 2)} by ${formatDay(invoice.dueDate)}.`
  await mailAbout(
    work,
    { kind: 'invoice', accountId: invoice.account.id, invoiceId: id },
    await mailWith(work, read, typed, `invoice ${invoice.number}`, sums),
  )
}

export async function sendCreditNote(work: Work, id: string, typed: Typed): Promise<void> {
  const read = await readCreditNote(work.tx, id)
  const { note, settings } = read
  const { accountId, invoiceId } = note
  const sums = `Credit: ${settings.currency} ${formatFigure(formatAmount(note.total), 2)}, for invoice ${note.invoice}.`
  await mailAbout(
    work,
    { kind: 'credit_note', accountId, invoiceId, creditNoteId: id },
    await mailWith(work, read, typed, `credit note ${note.number}`, sums),
  )
}

type StatementMail = RequestOf<(typeof balancesApi.sendStatement)['spec']>['body']

/** Mails the statement of account. Returns the id of the mail's record. */
export async function sendStatement(work: Work, accountId: string, mail: StatementMail): Promise<string> {
  const { from, until, ...typed } = mail
  const read = await readStatement(work.tx, accountId, from, until)
  const message =
    typed.message ?? `Please find your statement of account from ${formatDay(from)} to ${formatDay(until)} attached.`
  const sums = `Closing balance: ${read.settings.currency} ${formatFigure(read.statement.closing, 2)}.`
  const id = await mailAbout(
    work,
    { kind: 'statement', accountId },
    await mailWith(work, read, { ...typed, message }, 'statement of account', sums),
  )
  return id ?? ''
}
