import { z } from 'zod'
import { PostalAddress } from '#shared/crm/partners/postal-address.ts'
import { byId, DateOnly, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { Money, PositiveAmountInput } from '#shared/money.ts'
import { TaxShown } from '#shared/money-lines.ts'
import { ageBuckets } from './ageing.ts'
import { paymentMethods } from './payment-methods.ts'
import { orderStatuses } from '#shared/sales/orders/order-transitions.ts'
import { paymentStatuses } from './payment-status.ts'

const named = z.object({ id: Id, name: z.string() })

export const InvoiceRow = z.object({
  id: Id,
  number: z.string(),
  account: named,
  /** Null for an opening balance. */
  order: z.object({ id: Id, number: z.string(), status: z.enum(orderStatuses) }).nullable(),
  /** The number in the old system, for opening balances only. */
  reference: z.string().nullable(),
  issuedDate: z.string(),
  dueDate: z.string(),
  total: Money,
  /** Money received for it. */
  paid: Money,
  /** Settled by customer credit, such as a credit note. */
  creditUsed: Money,
  due: Money,
  paymentStatus: z.enum(paymentStatuses),
  /** Past its due date and not paid in full. */
  overdue: z.boolean(),
  /** Days since the due date, while a balance is due; 0 before the due date. */
  daysOverdue: z.number().int(),
  voided: z.boolean(),
})
export type InvoiceRow = z.infer<typeof InvoiceRow>

export const Invoice = InvoiceRow.extend({
  /** As of the date of issue. */
  billTo: PostalAddress.extend({ taxNumber: z.string().nullable(), email: z.string().nullable() }),
  shipTo: PostalAddress,
  lines: z.array(
    z.object({
      id: Id,
      kind: z.enum(['item', 'service', 'fee', 'opening']),
      /** For goods only. */
      product: named.extend({ sku: z.string() }).nullable(),
      /** The name when the invoice was issued. */
      name: z.string(),
      unit: z.string().nullable(),
      quantity: z.number().int(),
      /** The lots of the goods, reserved or sent. */
      lots: z.array(z.object({ lotNumber: z.string(), expiryDate: z.string().nullable(), quantity: z.number().int() })),
      unitPrice: Money,
      /** Quantity × unit price; less its share of the discount, plus tax, it is `gross`. */
      total: Money,
      discount: Money,
      tax: TaxShown,
      net: Money,
      taxed: Money,
      gross: Money,
    }),
  ),
  /** The sum of all lines before discount and tax on top. */
  subtotal: Money,
  discount: Money,
  /** All tax by rate, included in prices or added. */
  tax: Money,
  taxes: z.array(TaxShown.extend({ net: Money, tax: Money })),
  payments: z.array(
    z.object({
      id: Id,
      /** CREDIT: settled by customer credit. */
      kind: z.enum(['PAYMENT', 'CREDIT', 'REVERSAL']),
      amount: Money,
      method: z.enum(paymentMethods).nullable(),
      reference: z.string().nullable(),
      receivedDate: z.string(),
      reason: z.string().nullable(),
      actor: z.string().nullable(),
      at: Timestamp,
      reversed: z.boolean(),
      /** The payment that it belongs to. */
      payment: z.object({ id: Id, number: z.string() }).nullable(),
    }),
  ),
  /** Credits for returned goods. */
  creditNotes: z.array(
    z.object({ id: Id, number: z.string(), total: Money, return: z.object({ id: Id, number: z.string() }) }),
  ),
  /** The customer's own order number. */
  customerReference: z.string().nullable(),
  voidReason: z.string().nullable(),
  /** The customer's name if they are deleted: their payments can't be changed until they are restored. */
  deleted: z.array(z.string()),
  /** The credit that the customer could still use. */
  credit: Money,
  version: Version,
})
export type Invoice = z.infer<typeof Invoice>

/** Invoices and their payments. */
export const invoicingApi = {
  listInvoices: route('GET /api/invoices', {
    access: 'invoices.view',
    summary: 'Invoices, newest first.',
    query: z.strictObject({
      ...pageQuery,
      paymentStatus: z.enum(paymentStatuses).optional(),
      overdue: z.enum(['true']).optional(),
      /** Only with a balance due. */
      open: z.enum(['true']).optional(),
      age: z.enum(ageBuckets).optional(),
      account: Id.optional(),
      /** Issued on or after `from`, and on or before `to`. */
      from: DateOnly.optional(),
      to: DateOnly.optional(),
      sort: sortBy('issuedDate', 'dueDate', 'number', 'customer', 'total', 'open').default('-number'),
    }),
    reply: pageOf(InvoiceRow),
  }),
  sumAges: route('GET /api/invoices/ageing', {
    access: 'invoices.view',
    summary: 'Balance due by age, for one customer or all.',
    query: z.strictObject({ account: Id.optional() }),
    reply: z.object({ data: z.array(z.object({ age: z.enum(ageBuckets), due: Money, invoices: z.number().int() })) }),
  }),
  getInvoice: route('GET /api/invoices/:id', {
    access: 'invoices.view',
    summary: 'One invoice with lines and payments.',
    params: byId,
    reply: Invoice,
  }),
  recordPayment: route('POST /api/invoices/:id/payments', {
    access: 'invoices.edit',
    summary: 'Records a payment up to the balance due, unless the rest is kept as credit.',
    params: byId,
    body: z.strictObject({
      amount: PositiveAmountInput,
      method: z.enum(paymentMethods),
      reference: optionalText(120),
      receivedDate: DateOnly,
      keepRest: z.boolean().default(false),
    }),
    emits: ['invoice_updated', 'sales_order_updated', 'account_updated'],
    reply: Invoice,
    status: 201,
    idempotency: 'required',
  }),
  resetPayments: route('POST /api/invoices/:id/payment-reset', {
    access: 'invoices.edit',
    sudo: true,
    summary: 'Voids every payment on it, wherever else it went, with a reason; the invoice is Unpaid again.',
    params: byId,
    body: z.strictObject({ reason: text(500) }),
    emits: ['invoice_updated', 'sales_order_updated', 'account_updated'],
    reply: Invoice,
    idempotency: 'required',
    ifMatch: true,
  }),
  deleteInvoice: route('DELETE /api/invoices/:id', {
    access: 'invoices.delete',
    summary: 'Voids the invoice and puts its order back to PENDING; an opening balance is taken off the books.',
    params: byId,
    emits: ['invoice_updated', 'sales_order_updated', 'inventory_updated', 'inventory_transaction'],
    reply: null,
  }),
} as const
