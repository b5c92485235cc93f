import { z } from 'zod'
import { byId, Id, Timestamp } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'

/** The tables of daily sums for reports, and of last order dates. */
export const reportSums = [
  'sales_days',
  'item_sales_days',
  'purchase_days',
  'stock_days',
  'retention_customers',
] as const

/** The kind of record of a broken row. */
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
  // Without a page.
  'other',
] as const

/** A broken row: the stored value, and the one that follows from the source rows. */
export const BadRow = z.object({
  kind: z.enum(checkedKinds),
  /** Null if it has no page. */
  id: Id.nullable(),
  name: z.string(),
  says: z.string(),
  explained: z.string(),
})
export type BadRow = z.infer<typeof BadRow>

export const IntegrityCheck = z.object({
  /** The id of the invariant. */
  id: z.string(),
  /** A sentence that is true or not. */
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
  /** Null for the nightly check. */
  startedBy: z.string().nullable(),
  startedAt: Timestamp,
  endedAt: Timestamp.nullable(),
  /** The completed checks, in their order. */
  checks: z.array(IntegrityCheck),
  total: z.number().int(),
  failure: z.string().nullable(),
})
export type IntegrityRun = z.infer<typeof IntegrityRun>

/** The integrity check: stock, money and statuses follow from the recorded entries. */
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
      /** One table; all if undefined. */
      table: z.enum(reportSums).optional(),
    }),
    reply: z.object({
      /** How many daily sums of each table were wrong. */
      data: z.array(z.object({ table: z.string(), corrected: z.number().int() })),
    }),
    emits: [],
  }),
} as const
