import { z } from 'zod'
import { byId, DateOnly, Email, Id, optionalText, Version } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { ageBuckets } from './ageing.ts'
import { MoneyMail } from './documents-api.ts'

const Ages = z.array(z.object({ age: z.enum(ageBuckets), due: Money, invoices: z.number().int() }))

/** The balance of a customer and their payment terms, which include the credit limit. */
export const Balance = z.object({
  /** Balance due on invoices. */
  due: Money,
  credit: Money,
  /** Due less credit. */
  balance: Money,
  /** Counts against the credit limit: the balance, and orders that wait for stock. */
  owed: Money,
  creditLimit: Money.nullable(),
  ages: Ages,
  taxExempt: z.boolean(),
  /** Whether reminders for overdue invoices are mailed. */
  reminders: z.boolean(),
  email: z.string().nullable(),
  version: Version,
})
export type Balance = z.infer<typeof Balance>

const statementKinds = [
  'opening',
  'invoice',
  'void_invoice',
  'payment',
  'void_payment',
  'refund',
  'credit_note',
] as const
export const statementNames: Record<(typeof statementKinds)[number], string> = {
  opening: 'Opening balance',
  invoice: 'Invoice',
  void_invoice: 'Invoice voided',
  payment: 'Payment',
  void_payment: 'Payment voided',
  refund: 'Refund',
  credit_note: 'Credit note',
}

export const Statement = z.object({
  account: z.object({
    id: Id,
    name: z.string(),
    address: z.string().nullable(),
    country: z.string().nullable(),
    email: z.string().nullable(),
  }),
  from: z.string(),
  until: z.string(),
  opening: Money,
  lines: z.array(
    z.object({
      day: z.string(),
      kind: z.enum(statementKinds),
      number: z.string().nullable(),
      invoiceId: Id.nullable(),
      dueDate: z.string().nullable(),
      /** Positive if it increases what they owe. */
      amount: Money,
      balance: Money,
    }),
  ),
  closing: Money,
  /** Due today, whatever the date range: the aging buckets less the credit are the balance. */
  dueToday: z.object({ day: z.string(), ages: Ages, credit: Money, balance: Money }),
})
export type Statement = z.infer<typeof Statement>

const span = { from: DateOnly, until: DateOnly }
const spanQuery = z
  .strictObject(span)
  .refine(({ from, until }) => from <= until, { path: ['until'], message: 'must not be before the first day' })

/** Balances of customers, statements, and reminders. */
export const balancesApi = {
  getBalance: route('GET /api/accounts/:id/balance', {
    access: 'invoices.view',
    summary: 'What a customer owes and is owed, by age, with the credit limit.',
    params: byId,
    reply: Balance,
  }),
  putBilling: route('PUT /api/accounts/:id/billing', {
    access: 'invoices.edit',
    summary: 'What was agreed about money: tax and reminders.',
    params: byId,
    body: z.strictObject({ taxExempt: z.boolean(), reminders: z.boolean() }),
    emits: ['account_updated'],
    reply: Balance,
    ifMatch: true,
  }),
  getStatement: route('GET /api/accounts/:id/statement', {
    access: 'invoices.view',
    summary: 'The statement of account of a span of days.',
    params: byId,
    query: spanQuery,
    reply: Statement,
  }),
  printStatement: route('GET /api/accounts/:id/statement.pdf', {
    access: 'invoices.view',
    summary: 'The statement as the customer gets it.',
    params: byId,
    query: spanQuery,
    reply: null,
    download: 'application/pdf',
  }),
  sendStatement: route('POST /api/accounts/:id/statement-mails', {
    access: 'invoices.edit',
    summary: 'Mails the statement, as a PDF.',
    params: byId,
    body: z
      .strictObject({ ...span, to: Email, message: optionalText(2000) })
      .refine(({ from, until }) => from <= until, { path: ['until'], message: 'must not be before the first day' }),
    emits: [],
    reply: MoneyMail,
    status: 201,
    idempotency: 'required',
  }),
} as const
