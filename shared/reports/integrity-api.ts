import { z } from 'zod'
import { byId, Id, Timestamp } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'

/** What a row that does not add up belongs to. */
const provedKinds = [
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
  kind: z.enum(provedKinds),
  /** Null where it has no page of its own. */
  id: Id.nullable(),
  name: z.string(),
  says: z.string(),
  explained: z.string(),
})
export type BadRow = z.infer<typeof BadRow>

export const ProofCheck = z.object({
  /** The invariant's. */
  id: z.string(),
  /** A whole sentence that holds, or not. */
  name: z.string(),
  /** Rows that break it. */
  broken: z.number().int(),
  first: BadRow.nullable(),
  ms: z.number().int(),
})
export type ProofCheck = z.infer<typeof ProofCheck>

const proofStates = ['running', 'green', 'red', 'failed'] as const
export const Proof = z.object({
  id: Id,
  state: z.enum(proofStates),
  /** Null: the nightly one. */
  startedBy: z.string().nullable(),
  startedAt: Timestamp,
  endedAt: Timestamp.nullable(),
  /** Those that are done, in their order. */
  checks: z.array(ProofCheck),
  total: z.number().int(),
  failure: z.string().nullable(),
})
export type Proof = z.infer<typeof Proof>

/** The proof that stock, money and statuses are explained by what was recorded. */
export const proofApi = {
  listProofs: route('GET /api/proofs', {
    access: 'admin',
    summary: 'The proofs that were made, newest first.',
    query: z.strictObject({
      limit: pageQuery.limit,
      cursor: pageQuery.cursor,
      sort: sortBy('startedAt').default('-startedAt'),
    }),
    reply: pageOf(Proof),
  }),
  getProof: route('GET /api/proofs/:id', {
    access: 'admin',
    summary: 'One proof, also while it runs.',
    params: byId,
    reply: Proof,
  }),
  startProof: route('POST /api/proofs', {
    access: 'admin',
    summary: 'Begins a proof; refused while another one runs.',
    body: z.strictObject({}),
    reply: Proof,
    status: 201,
  }),
} as const
