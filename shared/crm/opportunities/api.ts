import { z } from 'zod'
import { byId, DateOnly, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { AmountInput, Money } from '#shared/money.ts'
import { lostReasons, opportunityStages } from './opportunity-stages.ts'
import { Owner, OwnerFilter, OwnerInput } from '#shared/crm/partners/owners.ts'
import { PipelineStep } from '#shared/crm/prospects/api.ts'

const named = z.object({ id: Id, name: z.string() })

export const OpportunityRow = z.object({
  id: Id,
  title: z.string(),
  account: named.nullable(),
  prospect: named.nullable(),
  stage: z.enum(opportunityStages),
  value: Money,
  expectedClose: z.string().nullable(),
  /** Open, although the expected close is past. */
  late: z.boolean(),
  lostReason: z.enum(lostReasons).nullable(),
  /** Won or lost. */
  closedAt: Timestamp.nullable(),
  owner: Owner.nullable(),
  createdAt: Timestamp,
  version: Version,
})
export type OpportunityRow = z.infer<typeof OpportunityRow>

export const Opportunity = z.object({
  ...OpportunityRow.shape,
  notes: z.string().nullable(),
  lostNote: z.string().nullable(),
  timeline: z.array(PipelineStep),
  version: Version,
})
export type Opportunity = z.infer<typeof Opportunity>

const fields = {
  title: text(200),
  accountId: Id.nullish(),
  prospectId: Id.nullish(),
  value: AmountInput,
  expectedClose: DateOnly.nullish(),
  notes: optionalText(4000),
}
const whose = (value: { accountId?: string | null | undefined; prospectId?: string | null | undefined }) =>
  Boolean(value.accountId) || Boolean(value.prospectId)
const noOne = {
  path: ['accountId'],
  message: 'or a prospect is required',
  // Also runs if there are other problems, so that a form shows all of them at once.
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}

export const OpportunityInput = z.strictObject(fields).refine(whose, noOne)

/** Filters of the board and the list. */
const choice = {
  q: pageQuery.q,
  account: Id.optional(),
  prospect: Id.optional(),
  owner: OwnerFilter.optional(),
  /** Expected close: before today, or in these months. */
  closing: z.enum(['late', 'thisMonth', 'nextMonth', 'none']).optional(),
} as const

/** Filters and sort order of the list. */
export const opportunityListChoice = {
  ...choice,
  stage: z.enum(opportunityStages).optional(),
  sort: sortBy('expectedClose', 'value', 'title', 'createdAt').default('expectedClose'),
} as const

export const StageSum = z.object({
  stage: z.enum(opportunityStages),
  count: z.number().int(),
  value: Money,
  /** The value times the probability of this stage. */
  weighted: Money,
})
export type StageSum = z.infer<typeof StageSum>

const view = 'crm.view'
const edit = 'crm.edit'

/** Sales opportunities, from the first contact to won or lost. */
export const opportunitiesApi = {
  listOpportunities: route('GET /api/opportunities', {
    access: view,
    summary: 'Sales opportunities, those that are to close first before the others.',
    query: z.strictObject({ ...pageQuery, ...opportunityListChoice }),
    reply: pageOf(OpportunityRow),
  }),
  sumOpportunities: route('GET /api/opportunities/sums', {
    access: view,
    summary: 'For each stage how many there are, what they are worth and what of it may be expected.',
    query: z.strictObject(choice),
    reply: z.object({
      data: z.array(StageSum),
      /** Sums of the stages that are neither won nor lost. */
      open: z.object({ count: z.number().int(), value: Money, weighted: Money }),
    }),
  }),
  getOpportunity: route('GET /api/opportunities/:id', {
    access: view,
    summary: 'One opportunity with what happened.',
    params: byId,
    reply: Opportunity,
  }),
  createOpportunity: route('POST /api/opportunities', {
    access: edit,
    summary: 'Adds an opportunity, in the stage New.',
    body: OpportunityInput,
    emits: ['account_updated'],
    reply: Opportunity,
    status: 201,
  }),
  updateOpportunity: route('PUT /api/opportunities/:id', {
    access: edit,
    summary: 'Changes an opportunity.',
    params: byId,
    body: OpportunityInput,
    emits: ['account_updated'],
    reply: Opportunity,
    ifMatch: true,
  }),
  moveOpportunity: route('POST /api/opportunities/:id/stage', {
    access: edit,
    summary: 'Moves an opportunity to another stage; a lost one needs a reason.',
    params: byId,
    body: z
      .strictObject({
        stage: z.enum(opportunityStages),
        lostReason: z.enum(lostReasons).optional(),
        lostNote: optionalText(1000),
      })
      .superRefine((value, context) => {
        const isLost = value.stage === 'Lost'
        if (isLost && !value.lostReason)
          context.addIssue({ code: 'custom', path: ['lostReason'], message: 'is required' })
        if (!isLost && value.lostReason)
          context.addIssue({ code: 'custom', path: ['lostReason'], message: 'is only allowed with Lost' })
        if (isLost && value.lostReason === 'Other' && !value.lostNote)
          context.addIssue({ code: 'custom', path: ['lostNote'], message: 'is required for Other' })
      }),
    emits: ['account_updated'],
    reply: Opportunity,
    ifMatch: true,
  }),
  setOwner: route('POST /api/opportunities/:id/owner', {
    access: edit,
    summary: 'Makes somebody of the office the owner of an opportunity, or nobody.',
    params: byId,
    body: OwnerInput,
    emits: ['account_updated'],
    reply: Opportunity,
  }),
  deleteOpportunity: route('DELETE /api/opportunities/:id', {
    access: 'crm.delete',
    summary: 'Deletes an opportunity.',
    params: byId,
    emits: ['account_updated'],
    reply: null,
  }),
} as const
