import { z } from 'zod'
import { byId, DateOnly, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { Money, PositiveAmountInput } from '#shared/money.ts'
import { TaxShown } from '#shared/money-lines.ts'
import { paymentStatuses } from './payment-status.ts'

export const paymentMethods = ['bank_transfer', 'cash', 'card', 'cheque', 'other'] as const
export const paymentMethodNames: Record<(typeof paymentMethods)[number], string> = {
  bank_transfer: 'Bank transfer',
  cash: 'Cash',
  card: 'Card',
  cheque: 'Cheque',
  other: 'Other',
}

const named = z.object({ id: Id, name: z.string() })

export const InvoiceRow = z.object({
  id: Id,
  number: z.string(),
  account: named,
  order: z.object({ id: Id, number: z.string(), status: z.string() }),
  issuedDate: z.string(),
  dueDate: z.string(),
  total: Money,
  paid: Money,
  due: Money,
  paymentStatus: z.enum(paymentStatuses),
  /** Past its due date and not paid in full. */
  overdue: z.boolean(),
  voided: z.boolean(),
})
export type InvoiceRow = z.infer<typeof InvoiceRow>

export const Invoice = InvoiceRow.extend({
  lines: z.array(
    z.object({
      id: Id,
      kind: z.enum(['item', 'service', 'fee']),
      /** Null of services and fees. */
      product: named.extend({ sku: z.string() }).nullable(),
      /** As it was called when the invoice was issued. */
      name: z.string(),
      unit: z.string().nullable(),
      quantity: z.number().int(),
      unitPrice: Money,
      /** Quantity × unit price; less its share of the discount and with its tax it makes `gross`. */
      total: Money,
      discount: Money,
      tax: TaxShown,
      net: Money,
      taxed: Money,
      gross: Money,
    }),
  ),
  /** What all lines come to before discount and tax on top. */
  subtotal: Money,
  discount: Money,
  /** All tax, in the prices or on top of them, by rate. */
  tax: Money,
  taxes: z.array(TaxShown.extend({ net: Money, tax: Money })),
  payments: z.array(
    z.object({
      id: Id,
      kind: z.enum(['PAYMENT', 'REVERSAL']),
      amount: Money,
      method: z.enum(paymentMethods).nullable(),
      reference: z.string().nullable(),
      receivedDate: z.string(),
      reason: z.string().nullable(),
      actor: z.string().nullable(),
      at: Timestamp,
      reversed: z.boolean(),
    }),
  ),
  voidReason: z.string().nullable(),
  version: Version,
})
export type Invoice = z.infer<typeof Invoice>

/** Invoices and the payments on them. */
export const invoicingApi = {
  listInvoices: route('GET /api/invoices', {
    access: 'invoices.view',
    summary: 'Invoices, newest first.',
    query: z.strictObject({
      ...pageQuery,
      paymentStatus: z.enum(paymentStatuses).optional(),
      overdue: z.enum(['true']).optional(),
      sort: sortBy('issuedDate', 'dueDate', 'number').default('-number'),
    }),
    reply: pageOf(InvoiceRow),
  }),
  getInvoice: route('GET /api/invoices/:id', {
    access: 'invoices.view',
    summary: 'One invoice with lines and payments.',
    params: byId,
    reply: Invoice,
  }),
  recordPayment: route('POST /api/invoices/:id/payments', {
    access: 'invoices.edit',
    summary: 'Books a payment, at most what is open.',
    params: byId,
    body: z.strictObject({
      amount: PositiveAmountInput,
      method: z.enum(paymentMethods),
      reference: optionalText(120),
      receivedDate: DateOnly,
    }),
    reply: Invoice,
    status: 201,
    idempotency: 'required',
  }),
  resetPayments: route('POST /api/invoices/:id/payment-reset', {
    access: 'invoices.edit',
    sudo: true,
    summary: 'Reverses every payment that stands, with a reason; the invoice is Unpaid again.',
    params: byId,
    body: z.strictObject({ reason: text(500) }),
    reply: Invoice,
    idempotency: 'required',
    ifMatch: true,
  }),
  deleteInvoice: route('DELETE /api/invoices/:id', {
    access: 'invoices.delete',
    summary: 'Voids the invoice and puts its order back to PENDING.',
    params: byId,
    reply: null,
  }),
} as const
