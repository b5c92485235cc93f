import { z } from 'zod'
import { byId, Id, Timestamp } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'

/** The tables of daily sums that reports are made of, and when customers ordered last. */
export const reportSums = [
  'sales_days',
  'item_sales_days',
  'purchase_days',
  'stock_days',
  'retention_customers',
] as const

/** What a row that does not add up belongs to. */
const checkedKinds = [
  'product',
  'raw_material',
  'kit',
  'salesOrder',
  'estimate',
  'invoice',
  'account',
  'purchaseOrder',
  'stockTransfer',
  'kitOrder',
  'stockCount',
  'productionRun',
  'lot',
  'recall',
  'location',
  'prospect',
  'opportunity',
  'user',
  'shipment',
  // Has no page.
  'other',
] as const

/** A row that does not add up: what the books say, and what follows from the rows that explain them. */
export const BadRow = z.object({
  kind: z.enum(checkedKinds),
  /** Null where it has no page of its own. */
  id: Id.nullable(),
  name: z.string(),
  says: z.string(),
  explained: z.string(),
})
export type BadRow = z.infer<typeof BadRow>

export const IntegrityCheck = z.object({
  /** The invariant's. */
  id: z.string(),
  /** A whole sentence that holds, or not. */
  name: z.string(),
  /** Rows that break it. */
  broken: z.number().int(),
  first: BadRow.nullable(),
  ms: z.number().int(),
})
export type IntegrityCheck = z.infer<typeof IntegrityCheck>

const proofStates = ['running', 'green', 'red', 'failed'] as const
export const IntegrityRun = z.object({
  id: Id,
  state: z.enum(proofStates),
  /** Null: the nightly one. */
  startedBy: z.string().nullable(),
  startedAt: Timestamp,
  endedAt: Timestamp.nullable(),
  /** Those that are done, in their order. */
  checks: z.array(IntegrityCheck),
  total: z.number().int(),
  failure: z.string().nullable(),
})
export type IntegrityRun = z.infer<typeof IntegrityRun>

/** The proof that stock, money and statuses are explained by what was recorded. */
export const integrityApi = {
  listProofs: route('GET /api/proofs', {
    access: 'admin',
    summary: 'Integrity check runs, newest first.',
    query: z.strictObject({
      limit: pageQuery.limit,
      cursor: pageQuery.cursor,
      sort: sortBy('startedAt').default('-startedAt'),
    }),
    reply: pageOf(IntegrityRun),
  }),
  getProof: route('GET /api/proofs/:id', {
    access: 'admin',
    summary: 'One integrity check run, including a running one.',
    params: byId,
    reply: IntegrityRun,
  }),
  startProof: route('POST /api/proofs', {
    access: 'admin',
    summary: 'Starts a check; refused while another one runs.',
    body: z.strictObject({}),
    reply: IntegrityRun,
    emits: ['integrity_check_updated'],
    status: 201,
  }),
  rebuildReportSums: route('POST /api/proofs/report-sums', {
    access: 'admin',
    summary: 'Corrects the daily sums that reports are made of, while everybody goes on working.',
    body: z.strictObject({
      /** One of them; all where left out. */
      table: z.enum(reportSums).optional(),
    }),
    reply: z.object({
      /** How many daily sums of each table were wrong. */
      data: z.array(z.object({ table: z.string(), corrected: z.number().int() })),
    }),
    emits: [],
  }),
} as const
