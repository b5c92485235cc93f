import { z } from 'zod'
import { DateOnly, Id, text, Timestamp, Version } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'

/** The last closed day; null if none is closed. `version` is for If-Match of the next change. */
const PeriodLock = z.object({ closedUntil: z.string().nullable(), version: Version })
export type PeriodLock = z.infer<typeof PeriodLock>

const PeriodEvent = z.object({
  id: z.number().int(),
  kind: z.enum(['close', 'reopen']),
  /** The new last closed day; null: nothing is closed. */
  closedUntil: z.string().nullable(),
  reason: z.string().nullable(),
  actor: z.object({ id: Id, name: z.string() }).nullable(),
  at: Timestamp,
})
export type PeriodEvent = z.infer<typeof PeriodEvent>

/** A day can be closed this many minutes after its end, as transactions that began on it may still be saved. */
export const settleMinutes = 15

/** Closed periods accept no postings. */
export const periodsApi = {
  getPeriodLock: route('GET /api/period-lock', {
    access: 'staff',
    summary: 'The day up to which the books are closed.',
    reply: PeriodLock,
  }),
  listPeriodEvents: route('GET /api/period-lock/events', {
    access: 'admin',
    summary: 'Who closed and reopened periods, newest first; the last 200.',
    reply: z.object({ data: z.array(PeriodEvent) }),
  }),
  closePeriod: route('POST /api/period-lock/close', {
    access: 'admin',
    summary: 'Closes the books up to a day before today: nothing can be dated into the period any more.',
    body: z.strictObject({ until: DateOnly }),
    emits: ['journal_updated'],
    reply: PeriodLock,
    ifMatch: true,
  }),
  reopenPeriod: route('POST /api/period-lock/reopen', {
    access: 'admin',
    sudo: true,
    summary: 'Opens the books again after a day, or all of them, with a reason.',
    body: z.strictObject({ until: DateOnly.nullable(), reason: text(500) }),
    emits: ['journal_updated'],
    reply: PeriodLock,
    ifMatch: true,
  }),
} as const
