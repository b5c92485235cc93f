import { z } from 'zod'
import { byId, DateOnly, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { LabelCounts, Labels } from '#shared/crm/partners/labels.ts'
import { Owner, OwnerFilter, OwnerInput } from '#shared/crm/partners/owners.ts'
import { FieldChange } from '#shared/crm/partners/timeline-api.ts'
import { route } from '#shared/http/route.ts'
import { priceTiers } from '#shared/inventory/stock/price-tiers.ts'
import { openProspectStatuses, prospectStatuses, settableProspectStatuses } from './prospect-transitions.ts'

const named = z.object({ id: Id, name: z.string() })

export const ProspectRow = z.object({
  id: Id,
  name: z.string(),
  contact: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  country: z.string().nullable(),
  source: z.string().nullable(),
  status: z.enum(prospectStatuses),
  followUpDate: z.string().nullable(),
  /** The follow-up date has come, and the prospect is still open. */
  due: z.boolean(),
  /** The follow-up date is past. */
  overdue: z.boolean(),
  labels: z.array(z.string()),
  notes: z.string().nullable(),
  disqualifyReason: z.string().nullable(),
  owner: Owner.nullable(),
  /** The customer of a converted prospect. */
  account: named.nullable(),
  createdAt: Timestamp,
  version: Version,
})
export type ProspectRow = z.infer<typeof ProspectRow>

export const PipelineStep = z.object({
  at: Timestamp,
  actor: z.string().nullable(),
  from: z.string().nullable(),
  /** Null for an edit without a change of status. */
  to: z.string().nullable(),
  reason: z.string().nullable(),
  /** The changed fields of an edit. */
  changes: z.array(FieldChange).nullable(),
})
export type PipelineStep = z.infer<typeof PipelineStep>

export const Prospect = z.object({
  ...ProspectRow.shape,
  timeline: z.array(PipelineStep),
  opportunities: z.array(z.object({ id: Id, title: z.string(), stage: z.string() })),
  version: Version,
})
export type Prospect = z.infer<typeof Prospect>

const fields = {
  name: text(200),
  contact: optionalText(160),
  email: optionalText(254).pipe(z.email('is not an email address').nullable()),
  phone: optionalText(40),
  address: optionalText(500),
  country: optionalText(80),
  source: optionalText(120),
  followUpDate: DateOnly.nullish(),
  labels: Labels,
  notes: optionalText(4000),
}
export const ProspectInput = z.strictObject(fields)
export const NewProspect = z.strictObject({ ...fields, status: z.enum(openProspectStatuses).default('New') })

/** Filters of the list, for the page, the export and selecting all. */
export const prospectChoice = {
  q: pageQuery.q,
  status: z.enum(prospectStatuses).optional(),
  label: z.string().max(40).optional(),
  due: z.enum(['due', 'overdue', 'none']).optional(),
  source: z.string().max(120).optional(),
  owner: OwnerFilter.optional(),
  /** Added on or after `from`, and on or before `to`. */
  from: DateOnly.optional(),
  to: DateOnly.optional(),
  sort: sortBy('followUpDate', 'name', 'createdAt').default('followUpDate'),
} as const

/** A customer who may be a duplicate of a prospect, and the reason. */
export const LikelyAccount = z.object({
  id: Id,
  name: z.string(),
  code: z.string().nullable(),
  email: z.string().nullable(),
  country: z.string().nullable(),
  by: z.array(z.enum(['name', 'email', 'phone'])),
})
export type LikelyAccount = z.infer<typeof LikelyAccount>

const view = 'crm.view'
const edit = 'crm.edit'

/** Potential customers. */
export const prospectsApi = {
  listProspects: route('GET /api/prospects', {
    access: view,
    summary: 'Prospects, by the date on which to follow up.',
    query: z.strictObject({ ...pageQuery, ...prospectChoice }),
    reply: pageOf(ProspectRow),
  }),
  getProspect: route('GET /api/prospects/:id', {
    access: view,
    summary: 'One prospect with what happened and what they might buy.',
    params: byId,
    reply: Prospect,
  }),
  listLabels: route('GET /api/prospect-labels', {
    access: view,
    summary: 'Labels that are in use, by name, each with how many carry it.',
    reply: LabelCounts,
  }),
  listLikelyAccounts: route('GET /api/prospects/:id/likely-accounts', {
    access: view,
    summary: 'Customers that may match this prospect by name, email or phone.',
    params: byId,
    reply: z.object({ data: z.array(LikelyAccount) }),
  }),
  createProspect: route('POST /api/prospects', {
    access: edit,
    summary: 'Adds a prospect.',
    body: NewProspect,
    emits: ['account_updated'],
    reply: Prospect,
    status: 201,
  }),
  updateProspect: route('PUT /api/prospects/:id', {
    access: edit,
    summary: 'Changes a prospect.',
    params: byId,
    body: ProspectInput,
    emits: ['account_updated'],
    reply: Prospect,
    ifMatch: true,
  }),
  setStatus: route('POST /api/prospects/:id/status', {
    access: edit,
    summary: 'Gives a prospect another status.',
    params: byId,
    body: z.strictObject({ status: z.enum(settableProspectStatuses), reason: optionalText(500) }),
    emits: ['account_updated'],
    reply: Prospect,
    ifMatch: 'optional',
  }),
  setFollowUp: route('POST /api/prospects/:id/follow-up', {
    access: edit,
    summary: 'Says when to follow up, or that there is no date.',
    params: byId,
    body: z.strictObject({ date: DateOnly.nullable() }),
    emits: ['account_updated'],
    reply: Prospect,
    ifMatch: 'optional',
  }),
  setOwner: route('POST /api/prospects/:id/owner', {
    access: edit,
    summary: 'Makes somebody of the office the owner of a prospect, or nobody.',
    params: byId,
    body: OwnerInput,
    emits: ['account_updated'],
    reply: Prospect,
  }),
  convertProspect: route('POST /api/prospects/:id/conversion', {
    access: edit,
    summary: 'Makes a customer of a prospect, or joins them to one; their opportunities become the customer’s.',
    params: byId,
    body: z.strictObject({
      /** An existing customer; undefined for a new one. */
      accountId: Id.optional(),
      priceTier: z.enum(priceTiers).default('retail'),
      /** Creates a new customer although one with that name or email exists. */
      despiteTwins: z.boolean().default(false),
    }),
    emits: ['account_updated'],
    reply: Prospect,
    idempotency: 'required',
  }),
  deleteProspect: route('DELETE /api/prospects/:id', {
    access: 'crm.delete',
    summary: 'Deletes a prospect.',
    params: byId,
    emits: ['account_updated'],
    reply: null,
  }),
} as const
