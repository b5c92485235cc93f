import { z } from 'zod'
import { byId, DateOnly, Id, optionalText, text, Timestamp } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { Money, PositiveAmountInput } from '#shared/money.ts'
import { Invoice } from './api.ts'
import { paymentMethods } from './payment-methods.ts'

const named = z.object({ id: Id, name: z.string() })

/** A customer's payment and its allocation. */
export const Payment = z.object({
  id: Id,
  number: z.string(),
  account: named,
  receivedDate: z.string(),
  method: z.enum(paymentMethods),
  reference: z.string().nullable(),
  amount: Money,
  /** The part stored as the customer's credit. */
  kept: Money,
  invoices: z.array(z.object({ id: Id, number: z.string(), amount: Money })),
  actor: z.string().nullable(),
  at: Timestamp,
  voided: z.object({ at: Timestamp, reason: z.string() }).nullable(),
})
export type Payment = z.infer<typeof Payment>

/** A change of a customer's credit. */
export const CreditEntry = z.object({
  id: Id,
  kind: z.enum(['OVERPAYMENT', 'CREDIT_NOTE', 'APPLIED', 'REFUND', 'REVERSAL', 'OPENING']),
  /** Signed. */
  amount: Money,
  day: z.string(),
  invoice: z.object({ id: Id, number: z.string() }).nullable(),
  payment: z.string().nullable(),
  /** The reference of a refund, or from the old system. */
  reference: z.string().nullable(),
  reason: z.string().nullable(),
  reversed: z.boolean(),
  actor: z.string().nullable(),
  at: Timestamp,
})

export type CreditEntry = z.infer<typeof CreditEntry>

const PaymentInput = z.strictObject({
  accountId: Id,
  amount: PositiveAmountInput,
  method: z.enum(paymentMethods),
  reference: optionalText(120),
  receivedDate: DateOnly,
  /** The amount for each invoice; the rest becomes credit, if the request allows it. */
  parts: z.array(z.strictObject({ invoiceId: Id, amount: PositiveAmountInput })).max(100, 'may be at most 100'),
  keepRest: z.boolean().default(false),
})

/** Payments for one or several invoices, and the credit that remains. */
export const paymentsApi = {
  listPayments: route('GET /api/payments', {
    access: 'invoices.view',
    summary: 'Payments, newest first.',
    query: z.strictObject({
      ...pageQuery,
      account: Id.optional(),
      invoice: Id.optional(),
      sort: sortBy('number').default('-number'),
    }),
    reply: pageOf(Payment),
  }),
  takePayment: route('POST /api/payments', {
    access: 'invoices.edit',
    summary:
      'Records a payment for one or several invoices of a customer; overpayment is kept as credit only if requested.',
    body: PaymentInput,
    emits: ['invoice_updated', 'sales_order_updated', 'account_updated'],
    reply: Payment,
    status: 201,
    idempotency: 'required',
  }),
  voidPayment: route('POST /api/payments/:id/void', {
    access: 'invoices.edit',
    sudo: true,
    summary: 'Voids a payment on all its invoices and the credit, with a reason.',
    params: byId,
    body: z.strictObject({ reason: text(500) }),
    emits: ['invoice_updated', 'sales_order_updated', 'account_updated'],
    reply: Payment,
    idempotency: 'required',
  }),
  listCredit: route('GET /api/accounts/:id/credit-entries', {
    access: 'invoices.view',
    summary: 'What is left of a customer’s credit, and what moved it, newest first.',
    params: byId,
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(200).default(200),
      /** The `nextCursor` of the previous page. */
      cursor: Id.optional(),
    }),
    reply: z.object({ credit: Money, data: z.array(CreditEntry), nextCursor: Id.nullable() }),
  }),
  applyCredit: route('POST /api/invoices/:id/credit', {
    access: 'invoices.edit',
    summary: 'Settles an invoice, or a part of it, by the customer’s credit.',
    params: byId,
    body: z.strictObject({ amount: PositiveAmountInput }),
    emits: ['invoice_updated', 'sales_order_updated', 'account_updated'],
    reply: Invoice,
    status: 201,
    idempotency: 'required',
  }),
  refundCredit: route('POST /api/accounts/:id/credit-refunds', {
    access: 'invoices.edit',
    sudo: true,
    summary: 'Gives credit back to the customer.',
    params: byId,
    body: z.strictObject({
      amount: PositiveAmountInput,
      method: z.enum(paymentMethods),
      reference: optionalText(120),
      reason: text(500),
    }),
    emits: ['account_updated'],
    reply: z.object({ credit: Money }),
    status: 201,
    idempotency: 'required',
  }),
  reverseOpeningCredit: route('POST /api/accounts/:id/opening-credits/:entryId/reversal', {
    access: 'invoices.edit',
    sudo: true,
    summary: 'Takes a credit that was imported as an opening balance off the books, with a reason.',
    params: z.object({ id: Id, entryId: Id }),
    body: z.strictObject({ reason: text(500) }),
    emits: ['account_updated'],
    reply: z.object({ credit: Money }),
    status: 201,
    idempotency: 'required',
  }),
} as const
