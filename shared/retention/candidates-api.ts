import { z } from 'zod'
import { Id, optionalText } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { channels } from './channels.ts'

/** Why a candidate gets no message now. */
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
  /** Median of an order. */
  quantity: z.number().int(),
  /** Median of days from one order of it to the next; null for fewer than 4 orders. */
  everyDays: z.number().int().nullable(),
})

export type UsualItem = z.infer<typeof UsualItem>

export const Candidate = z.object({
  /** The customer's. */
  id: Id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  lastOrderDate: z.string(),
  daysSince: z.number().int(),
  trigger: z.enum(triggers),
  /** Days from one order to the next; null for fewer than 4 orders of any product. */
  rhythmDays: z.number().int().nullable(),
  /** Beyond the day on which the rhythm lets expect an order; below zero: it is still to come. */
  daysLate: z.number().int().nullable(),
  usualItems: z.array(UsualItem),
  /** Which message of this spell it would be. */
  step: z.number().int(),
  channel: z.enum(channels).nullable(),
  /** As it would go; null where there is no way to send it. */
  subject: z.string().nullable(),
  message: z.string().nullable(),
  exclusions: z.array(z.enum(exclusions)),
})
export type Candidate = z.infer<typeof Candidate>

const counted = z.number().int()

export const RetentionSummary = z.object({
  /** Candidates who would get a message now, and those who would not, by reason; up to 10,000 are counted. */
  ready: counted,
  excluded: counted,
  /** Those of the excluded whom a run would note as held out: nothing else keeps them from a message. */
  toHoldOut: counted,
  exclusions: z.record(z.enum(exclusions), counted),
  isMore: z.boolean(),
  /** Messages that wait to be sent. */
  waiting: counted,
  /** In the log of the last 30 days. */
  sent: counted,
  failed: counted,
  /** Failed ones that can be sent again: those that certainly did not arrive. */
  resendable: counted,
  optedOut: counted,
  isEmailSetUp: z.boolean(),
  isSmsSetUp: z.boolean(),
})
export type RetentionSummary = z.infer<typeof RetentionSummary>

const view = 'retention.view'
const edit = 'retention.edit'

/** Customers who have not ordered for a while, and what is done about it. */
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
