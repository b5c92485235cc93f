import { z } from 'zod'
import { DateOnly, Id, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { exportRight } from '#shared/reports/report.ts'
import { ChosenAccounts, JournalAccount } from './accounts.ts'

/** Kinds of entries, with their labels. */
export const entryKindNames = {
  invoice: 'Invoice',
  invoice_void: 'Invoice voided',
  credit_note: 'Credit note',
  payment: 'Payment',
  payment_void: 'Payment reversed',
  credit_use: 'Credit applied',
  refund: 'Credit refunded',
  opening_balance: 'Opening balance',
  costOfSales: 'Cost of goods sold',
  goodsReceived: 'Goods received',
  stockAdjustments: 'Stock adjustment',
  writeOffs: 'Write-off',
  production: 'Production and kits',
  openingStock: 'Opening stock',
  transit: 'Stock transfer',
  revaluation: 'Cost change',
  rounding: 'Rounding',
} as const
export type EntryKind = keyof typeof entryKindNames
export const entryKinds = Object.keys(entryKindNames) as [EntryKind, ...EntryKind[]]

/** Records that entries come from. */
export const documentKinds = [
  'invoice',
  'payment',
  'account',
  'sales_order',
  'purchase_order',
  'product',
  'raw_material',
  'kit',
  'transfer',
  'kit_order',
  'production',
  'recall',
  'count',
  'return',
] as const

const Line = z.object({
  account: z.string(),
  name: z.string(),
  debit: Money.nullable(),
  credit: Money.nullable(),
})

/** The debits and credits of an entry are equal. */
export const JournalEntry = z.object({
  id: z.guid(),
  day: z.string(),
  kind: z.enum(entryKinds),
  /** Null for the rounding of a day, which has no document. The id of a payment is its customer's, whose page lists it. */
  document: z.object({ kind: z.enum(documentKinds), id: Id, number: z.string() }).nullable(),
  /** The customer or supplier. */
  partner: z.string().nullable(),
  total: Money,
  lines: z.array(Line),
})
export type JournalEntry = z.infer<typeof JournalEntry>

/** The maximum number of days in one journal. */
export const maxJournalDays = 366

const inOrder: [(days: { from: string; until: string }) => boolean, { path: string[]; message: string }] = [
  ({ from, until }) => from <= until,
  { path: ['until'], message: 'is before the start' },
]
const Days = { from: DateOnly, until: DateOnly }

const filters = {
  ...Days,
  kind: z.enum(entryKinds).optional(),
  account: z
    .string()
    .regex(/^\d{3,8}$/)
    .optional(),
}

export const journalFormats = {
  csv: 'CSV',
  xlsx: 'Excel',
  datev: 'DATEV posting batch (EXTF)',
  quickbooks: 'QuickBooks Online journal (CSV)',
  xero: 'Xero manual journal (CSV)',
} as const
export type JournalFormat = keyof typeof journalFormats
export const journalFormatNames = Object.keys(journalFormats) as [JournalFormat, ...JournalFormat[]]

const sums = { debit: Money, credit: Money }
const TrialBalance = z.object({
  from: z.string(),
  until: z.string(),
  rows: z.array(
    z.object({
      account: z.string(),
      name: z.string(),
      /** Debits less credits before the period. */
      opening: Money,
      ...sums,
      closing: Money,
    }),
  ),
  totals: z.object(sums),
})
export type TrialBalance = z.infer<typeof TrialBalance>

/** The header of a DATEV posting batch. */
export const DatevHeader = z.strictObject({
  consultant: z.number().int().min(1001, 'must be at least 1001').max(9_999_999, 'can’t exceed 9999999'),
  client: z.number().int().min(1, 'must be at least 1').max(99_999, 'can’t exceed 99999'),
  /** The month, 1 to 12, in which the financial year begins. */
  fiscalMonth: z.number().int().min(1, 'must be a month').max(12, 'must be a month'),
})
export type DatevHeader = z.infer<typeof DatevHeader>

const Chart = z.object({
  /** The accounts that the company has set. */
  chosen: z.array(JournalAccount),
  /** Including the defaults: every role has an account. */
  chart: z.array(JournalAccount),
  taxRates: z.array(z.string()),
  datev: DatevHeader,
  version: Version,
})
export type Chart = z.infer<typeof Chart>

/** The first day of a day's financial year. */
export function fiscalYearStart(day: string, fiscalMonth: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return `${month < fiscalMonth ? year - 1 : year}-${String(fiscalMonth).padStart(2, '0')}-01`
}

/** Invoices, payments and stock as double-entry journal, for accountants. */
export const journalApi = {
  listJournal: route('GET /api/journal', {
    access: 'invoices.view',
    summary: 'Journal entries of a period, newest first; each is balanced and names its document.',
    query: z.strictObject({ ...pageQuery, ...filters, sort: sortBy('day').default('-day') }).refine(...inOrder),
    reply: pageOf(JournalEntry),
  }),
  trialBalance: route('GET /api/journal/trial-balance', {
    access: 'invoices.view',
    summary: 'Opening balance, debits, credits and closing balance of every account in a period.',
    query: z.strictObject(Days).refine(...inOrder),
    reply: TrialBalance,
  }),
  journalFile: route('GET /api/journal/file', {
    access: { all: ['invoices.view', exportRight] },
    summary: 'The journal of a period as a table, or in the import form of an accounting program.',
    query: z
      .strictObject({ ...filters, q: pageQuery.q, format: z.enum(journalFormatNames).default('csv') })
      .refine(...inOrder),
    reply: null,
    download: 'text/csv',
  }),
  getChart: route('GET /api/journal/accounts', {
    access: 'invoices.view',
    summary: 'The accounts that the journal books to.',
    reply: Chart,
  }),
  putChart: route('PUT /api/journal/accounts', {
    access: 'admin',
    summary: 'Replaces the accounts that differ from the defaults, and what the header of DATEV files names.',
    body: z.strictObject({ accounts: ChosenAccounts, /** Unchanged if omitted. */ datev: DatevHeader.optional() }),
    emits: ['journal_updated'],
    reply: Chart,
    ifMatch: true,
  }),
} as const
