import { z } from 'zod'
import { Id, optionalText } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { channels } from './channels.ts'

/** Reasons to exclude a candidate from messages now. */
export const exclusions = ['optedOut', 'noAddress', 'openOrder', 'overdue', 'heldOut', 'cap', 'quietHours'] as const
export type Exclusion = (typeof exclusions)[number]

export const exclusionNames: Record<Exclusion, string> = {
  optedOut: 'Opted out',
  noAddress: 'No address',
  openOrder: 'Open order',
  overdue: 'Overdue invoice',
  heldOut: 'Held out',
  cap: 'Message limit',
  quietHours: 'Quiet hours',
}

/** Inactive for longer than the threshold, or late by the customer's own rhythm. */
export const triggers = ['inactive', 'rhythm'] as const
export const triggerNames: Record<(typeof triggers)[number], string> = {
  inactive: 'Inactive',
  rhythm: 'Late by rhythm',
}

export const UsualItem = z.object({
  itemId: Id,
  name: z.string(),
  sku: z.string(),
  /** The median quantity per order. */
  quantity: z.number().int(),
  /** The median number of days between orders of it; null for fewer than 4 orders. */
  everyDays: z.number().int().nullable(),
})

export type UsualItem = z.infer<typeof UsualItem>

export const Candidate = z.object({
  /** The customer's id. */
  id: Id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  lastOrderDate: z.string(),
  daysSince: z.number().int(),
  trigger: z.enum(triggers),
  /** Usual days between orders; null for fewer than 4 orders of any product. */
  rhythmDays: z.number().int().nullable(),
  /** Days since the order that the rhythm predicts; negative if it is still to come. */
  daysLate: z.number().int().nullable(),
  usualItems: z.array(UsualItem),
  /** The step of this spell that the message would be. */
  step: z.number().int(),
  channel: z.enum(channels).nullable(),
  /** The rendered message; null if there is no way to send it. */
  subject: z.string().nullable(),
  message: z.string().nullable(),
  exclusions: z.array(z.enum(exclusions)),
})
export type Candidate = z.infer<typeof Candidate>

const counted = z.number().int()

export const RetentionSummary = z.object({
  /** Candidates who would get a message now, and the excluded ones by reason; counted up to 10,000. */
  ready: counted,
  excluded: counted,
  /** Excluded candidates whom a run would hold out, as there is no other reason to exclude them. */
  toHoldOut: counted,
  exclusions: z.record(z.enum(exclusions), counted),
  isMore: z.boolean(),
  /** Queued messages. */
  waiting: counted,
  /** In the log of the last 30 days. */
  sent: counted,
  failed: counted,
  /** Failed messages that can be resent: those that certainly did not arrive. */
  resendable: counted,
  optedOut: counted,
  isEmailSetUp: z.boolean(),
  isSmsSetUp: z.boolean(),
})
export type RetentionSummary = z.infer<typeof RetentionSummary>

const view = 'retention.view'
const edit = 'retention.edit'

/** Customers who have not ordered for some time, and the messages to them. */
export const candidatesApi = {
  listCandidates: route('GET /api/retention/candidates', {
    access: view,
    summary: 'Who would get a message, with the message as it would go, or why not.',
    query: z.strictObject({
      ...pageQuery,
      status: z.enum(['ready', 'excluded']).optional(),
      exclusion: z.enum(exclusions).optional(),
      trigger: z.enum(triggers).optional(),
      sort: sortBy('lastOrderDate', 'name').default('-lastOrderDate'),
    }),
    reply: pageOf(Candidate),
  }),
  getSummary: route('GET /api/retention/summary', {
    access: view,
    summary: 'How many candidates there are, how many messages wait, were sent or failed.',
    reply: RetentionSummary,
  }),
  run: route('POST /api/retention/runs', {
    access: edit,
    summary: 'Queues a message for every candidate who is not excluded, or for those of them that are named.',
    body: z.strictObject({ accountIds: z.array(Id).min(1).max(200).optional() }),
    emits: ['account_updated'],
    reply: z.object({ queued: counted, heldOut: counted }),
    status: 202,
    idempotency: 'required',
  }),
  stop: route('POST /api/retention/stop', {
    access: edit,
    summary: 'Withdraws the messages that wait and switches automatic sending off.',
    emits: ['account_updated'],
    reply: z.object({ withdrawn: counted }),
  }),
  createCallTask: route('POST /api/retention/call-tasks', {
    access: edit,
    summary:
      'A task for the account’s owner to call a candidate instead of a message; no message of this step follows.',
    body: z.strictObject({ accountId: Id, note: optionalText(1000) }),
    emits: ['account_updated'],
    reply: z.object({ callTaskId: Id }),
    status: 201,
    idempotency: 'required',
  }),
} as const
