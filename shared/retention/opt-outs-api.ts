import { z } from 'zod'
import { Id, Timestamp } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'

export const optOutWays = ['Link', 'Mail program', 'SMS', 'Staff'] as const

const OptOut = z.object({ id: Id, name: z.string(), optedOutAt: Timestamp, optedOutBy: z.enum(optOutWays) })
export type OptOut = z.infer<typeof OptOut>

/** Customers who have opted out. */
export const optOutsApi = {
  listOptOuts: route('GET /api/retention/opt-outs', {
    access: 'retention.view',
    summary: 'Customers who have opted out, newest first.',
    query: z.strictObject({ ...pageQuery, sort: sortBy('optedOutAt').default('-optedOutAt') }),
    reply: pageOf(OptOut),
  }),
  setOptOut: route('POST /api/retention/opt-outs', {
    access: 'retention.edit',
    summary: 'Opts a customer out, or in again, on their behalf.',
    body: z.strictObject({ accountId: Id, optedOut: z.boolean() }),
    emits: ['account_updated'],
    reply: z.object({ optedOut: z.boolean() }),
  }),
  unsubscribe: route('POST /api/retention/unsubscribe', {
    access: 'public',
    summary: 'Opts out whoever has the link of a message, or in again.',
    body: z.strictObject({ key: Id, optedOut: z.boolean() }),
    emits: ['account_updated'],
    reply: z.object({ company: z.string(), optedOut: z.boolean() }),
    idempotency: 'none',
  }),
} as const
