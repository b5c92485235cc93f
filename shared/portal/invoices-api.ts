import { z } from 'zod'
import { byId, DateOnly, Id } from '#shared/fields.ts'
import { pageOf, pageQuery } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { ageBuckets } from '#shared/invoicing/ageing.ts'
import { paymentStatuses } from '#shared/invoicing/payment-status.ts'
import { Money } from '#shared/money.ts'
import { TaxShown } from '#shared/money-lines.ts'
import { portalQuery, viewedAccount } from './viewing-api.ts'

export const PortalInvoiceRow = z.object({
  id: Id,
  number: z.string(),
  /** Null for an opening balance. */
  order: z.object({ id: Id, number: z.string() }).nullable(),
  /** The former number of an opening balance. */
  reference: z.string().nullable(),
  issuedDate: z.string(),
  dueDate: z.string(),
  total: Money,
  due: Money,
  paymentStatus: z.enum(paymentStatuses),
  overdue: z.boolean(),
})
export type PortalInvoiceRow = z.infer<typeof PortalInvoiceRow>

/** Where to pay; fields are null if the office has not entered its bank account. */
export const HowToPay = z.object({
  holder: z.string(),
  iban: z.string().nullable(),
  bic: z.string().nullable(),
  /** The payment reference that identifies the invoice. */
  reference: z.string(),
  amount: Money,
  currency: z.string(),
  /** The content of an EPC QR code; null unless it is in euros to an IBAN. */
  qrText: z.string().nullable(),
})

export const PortalInvoice = PortalInvoiceRow.extend({
  lines: z.array(z.object({ id: Id, name: z.string(), quantity: z.number().int(), unitPrice: Money, total: Money })),
  subtotal: Money,
  discount: Money,
  tax: Money,
  taxes: z.array(TaxShown.extend({ net: Money, tax: Money })),
  paid: Money,
  creditUsed: Money,
  payments: z.array(z.object({ id: Id, receivedDate: z.string(), amount: Money, isCredit: z.boolean() })),
  howToPay: HowToPay.nullable(),
})
export type PortalInvoice = z.infer<typeof PortalInvoice>

const span = z
  .strictObject({ ...viewedAccount, from: DateOnly, until: DateOnly })
  .refine(({ from, until }) => from <= until, { path: ['until'], message: 'must not be before the first day' })

export const portalInvoicesApi = {
  listInvoices: route('GET /api/customer-portal/invoices', {
    access: 'portal',
    summary: 'The customer’s invoices, newest first; those that are overdue by their due date, the oldest first.',
    query: z.strictObject({
      ...pageQuery,
      ...viewedAccount,
      open: z.enum(['true']).optional(),
      overdue: z.enum(['true', 'false']).optional(),
    }),
    reply: pageOf(PortalInvoiceRow),
  }),
  getBalance: route('GET /api/customer-portal/balance', {
    access: 'portal',
    summary: 'What the customer owes by age, and their credit.',
    query: portalQuery,
    reply: z.object({
      due: Money,
      credit: Money,
      balance: Money,
      ages: z.array(z.object({ age: z.enum(ageBuckets), due: Money, invoices: z.number().int() })),
    }),
  }),
  getInvoice: route('GET /api/customer-portal/invoices/:id', {
    access: 'portal',
    summary: 'One invoice with its payments and how to pay it.',
    params: byId,
    query: portalQuery,
    reply: PortalInvoice,
  }),
  printInvoice: route('GET /api/customer-portal/invoices/:id/document.pdf', {
    access: 'portal',
    summary: 'The invoice as a PDF.',
    params: byId,
    query: portalQuery,
    reply: null,
    download: 'application/pdf',
  }),
  printStatement: route('GET /api/customer-portal/statement.pdf', {
    access: 'portal',
    summary: 'The statement of account of a span of days.',
    query: span,
    reply: null,
    download: 'application/pdf',
  }),
} as const
