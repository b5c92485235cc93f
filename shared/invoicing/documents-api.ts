import { z } from 'zod'
import { documentIds } from '#shared/delivery/documents.ts'
import { byId, Email, Id, optionalText, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'

/** A mail about an invoice, credit note or reminder. */
export const MoneyMail = z.object({
  id: Id,
  kind: z.enum(['invoice', 'statement', 'reminder', 'credit_note']),
  /** For reminders: first, second or third. */
  level: z.number().int().nullable(),
  to: z.string(),
  /** `kept`: no mail server is set up, so it stays in the outbox. */
  state: z.enum(['queued', 'sent', 'failed', 'kept']),
  actor: z.string().nullable(),
  at: Timestamp,
})
export type MoneyMail = z.infer<typeof MoneyMail>
const mails = z.object({ data: z.array(MoneyMail) })

const Message = z.strictObject({ to: Email, message: optionalText(2000) })

const InvoicesWanted = z
  .strictObject({ ids: documentIds.optional(), orders: documentIds.optional() })
  .refine(({ ids, orders }) => (ids === undefined) !== (orders === undefined), {
    path: ['ids'],
    message: 'or orders: one of the two is required',
  })
export type InvoicesWanted = z.infer<typeof InvoicesWanted>

/** PDFs and mails of invoices and credit notes, and reminders. */
export const invoiceDocumentsApi = {
  printInvoice: route('GET /api/invoices/:id/document.pdf', {
    access: 'invoices.view',
    summary: 'The invoice as the customer gets it.',
    params: byId,
    reply: null,
    download: 'application/pdf',
  }),
  printInvoices: route('POST /api/invoices/documents', {
    access: 'invoices.view',
    summary: 'Many invoices as their customers get them: a zip of PDFs, by the invoices or by their orders.',
    body: InvoicesWanted,
    emits: [],
    reply: null,
    download: 'application/zip',
  }),
  printCreditNote: route('GET /api/credit-notes/:id/document.pdf', {
    access: 'invoices.view',
    summary: 'The credit note as the customer gets it.',
    params: byId,
    reply: null,
    download: 'application/pdf',
  }),
  listMails: route('GET /api/invoices/:id/mails', {
    access: 'invoices.view',
    summary: 'Emails about an invoice, newest first.',
    params: byId,
    reply: mails,
  }),
  sendInvoice: route('POST /api/invoices/:id/mails', {
    access: 'invoices.edit',
    summary: 'Mails the invoice, as a PDF.',
    params: byId,
    body: Message,
    emits: ['invoice_updated'],
    reply: mails,
    status: 201,
    idempotency: 'required',
  }),
  listCreditNoteMails: route('GET /api/credit-notes/:id/mails', {
    access: 'invoices.view',
    summary: 'Emails about a credit note, newest first.',
    params: byId,
    reply: mails,
  }),
  sendCreditNote: route('POST /api/credit-notes/:id/mails', {
    access: 'invoices.edit',
    summary: 'Mails the credit note, as a PDF.',
    params: byId,
    body: Message,
    emits: ['invoice_updated'],
    reply: mails,
    status: 201,
    idempotency: 'required',
  }),
  remind: route('POST /api/invoices/:id/reminders', {
    access: 'invoices.edit',
    summary: 'Mails the next reminder of an overdue invoice; each level at most once.',
    params: byId,
    body: z.strictObject({}),
    emits: ['invoice_updated'],
    reply: mails,
    status: 201,
    idempotency: 'required',
  }),
} as const
