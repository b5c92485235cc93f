import { z } from 'zod'
import { byId, DateOnly, Id, Timestamp } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import type { RefusalCode } from '#shared/http/refusal.ts'
import { triggers } from './candidates-api.ts'
import { channels } from './channels.ts'

export const messageStatuses = ['Sent', 'Failed'] as const

/** Why nothing is resent: nothing failed, or no customer would still get it. */
export const nothingToResend = 'No failed message of the last 30 days can be sent again.'

/** Why a run would do nothing now, in words for the user; null if somebody gets a message or is held out. */
export const whyNotRun = ({ ready, heldOut }: { ready: number; heldOut: number }): string | null =>
  ready + heldOut > 0 ? null : 'No candidate is ready: all are excluded, or were messaged already.'

/** Reasons that keep a queued message from its customer, as text. */
export const withdrawals = {
  inactive: 'The customer is not active any more.',
  optedOut: 'The customer has opted out since.',
  ordered: 'The customer has ordered since.',
  orderDeleted: 'The order that it is about was deleted since.',
} as const
export type Withdrawal = keyof typeof withdrawals

/** A row of the log. */
export const RetentionMessage = z.object({
  id: Id,
  customer: z.object({ id: Id, name: z.string() }),
  type: z.enum(channels),
  status: z.enum(messageStatuses),
  timestamp: Timestamp,
  to: z.string(),
  subject: z.string().nullable(),
  message: z.string().nullable(),
  step: z.number().int(),
  trigger: z.enum(triggers),
  /** Why it failed. */
  problem: z.string().nullable(),
  /** True if it may have arrived nevertheless. */
  isUncertain: z.boolean(),
  /** When the SMS gateway reported the delivery. */
  deliveredAt: Timestamp.nullable(),
  /** True if it was resent. */
  isResent: z.boolean(),
  /** Why its customer would not get it any more. */
  withdrawal: z.enum(Object.keys(withdrawals) as [Withdrawal, ...Withdrawal[]]).nullable(),
})
export type RetentionMessage = z.infer<typeof RetentionMessage>

/** Why a message can't be resent: an error code, and a text for the user; null if it can. */
export function whyNotResent({
  status,
  isResent,
  withdrawal,
}: Pick<RetentionMessage, 'status' | 'isResent' | 'withdrawal'>): { code: RefusalCode; reason: string } | null {
  if (status !== 'Failed') return { code: 'INVALID_TRANSITION', reason: 'Only a failed message can be sent again.' }
  if (isResent) return { code: 'ALREADY_DONE', reason: 'It was sent again already.' }
  return withdrawal && { code: 'NOT_READY', reason: withdrawals[withdrawal] }
}

export const resultGroups = ['message', 'heldOut'] as const
export type ResultGroup = (typeof resultGroups)[number]
/** Days after a message, or after holding out, in which orders count. */
export const resultDays = 30

const Group = z.object({
  customers: z.number().int(),
  orders: z.number().int(),
  /** Orders per customer within 30 days. */
  mean: z.number().nullable(),
})

export const Results = z.object({
  message: Group,
  heldOut: Group,
  /** Additional orders per customer due to the messages, with the 95 % confidence interval; null if there is too little data. */
  difference: z.object({ mean: z.number(), low: z.number(), high: z.number() }).nullable(),
})
export type Results = z.infer<typeof Results>

const ResultRow = z.object({
  id: Id,
  customer: z.object({ id: Id, name: z.string() }),
  group: z.enum(resultGroups),
  timestamp: Timestamp,
  orders: z.number().int(),
})
export type ResultRow = z.infer<typeof ResultRow>

const view = 'retention.view'
const edit = 'retention.edit'

/** Sent and failed messages, and their results. */
export const messagesApi = {
  listMessages: route('GET /api/retention/messages', {
    access: view,
    summary: 'The log: customer, message, type, status and timestamp, newest first.',
    query: z.strictObject({
      ...pageQuery,
      customer: Id.optional(),
      type: z.enum(channels).optional(),
      status: z.enum(messageStatuses).optional(),
      from: DateOnly.optional(),
      to: DateOnly.optional(),
      sort: sortBy('timestamp').default('-timestamp'),
    }),
    reply: pageOf(RetentionMessage),
  }),
  resendMessage: route('POST /api/retention/messages/:id/resend', {
    access: edit,
    summary: 'Queues a failed message again, once.',
    params: byId,
    emits: ['account_updated'],
    reply: z.object({ queued: z.number().int() }),
    status: 202,
    idempotency: 'required',
  }),
  resendFailed: route('POST /api/retention/resends', {
    access: edit,
    summary: 'Queues every message again that failed in the last 30 days and certainly did not arrive.',
    emits: ['account_updated'],
    reply: z.object({ queued: z.number().int() }),
    status: 202,
    idempotency: 'required',
  }),
  getResults: route('GET /api/retention/results', {
    access: view,
    summary: 'Orders per customer within 30 days, of those who were messaged and of those held out.',
    reply: Results,
  }),
  listResults: route('GET /api/retention/results/customers', {
    access: view,
    summary: 'The customers whose orders the comparison counts.',
    query: z.strictObject({
      limit: pageQuery.limit,
      cursor: pageQuery.cursor,
      group: z.enum(resultGroups).optional(),
      sort: sortBy('timestamp').default('-timestamp'),
    }),
    reply: pageOf(ResultRow),
  }),
} as const
