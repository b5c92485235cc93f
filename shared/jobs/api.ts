import { z } from 'zod'
import { Id, Timestamp } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { jobNames } from './job-names.ts'

/** `retrying`: an attempt has failed and another is scheduled; `failed`: no attempt is left. */
export const jobStates = ['waiting', 'retrying', 'running', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

const JobName = z.enum(jobNames)

export const Job = z.object({
  id: Id,
  queue: JobName,
  state: z.enum(jobStates),
  /** What the job is about: an address, a file name. */
  about: z.string().nullable(),
  /** Attempts begun so far, and the maximum. */
  attempts: z.number().int(),
  maxAttempts: z.number().int(),
  /** The error of the last failed attempt. */
  error: z.string().nullable(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  /** When it was done, failed or cancelled. */
  endedAt: Timestamp.nullable(),
  /** When the next attempt is due. */
  nextAt: Timestamp.nullable(),
})
export type Job = z.infer<typeof Job>

const access = 'admin'
const one = z.strictObject({ queue: JobName, id: Id })

/** Background jobs. */
export const jobsApi = {
  listJobs: route('GET /api/jobs', {
    access,
    summary: 'Background jobs of the last 30 days, newest first.',
    query: z.strictObject({
      limit: pageQuery.limit,
      cursor: pageQuery.cursor,
      state: z.enum(jobStates).optional(),
      queue: JobName.optional(),
      sort: sortBy('createdAt').default('-createdAt'),
    }),
    reply: pageOf(Job),
  }),
  countJobs: route('GET /api/jobs/counts', {
    access,
    summary: 'How many background jobs are in each state.',
    reply: z.record(z.enum(jobStates), z.number().int()),
  }),
  runJobAgain: route('POST /api/jobs/:queue/:id/retry', {
    access,
    summary: 'Runs a failed or cancelled job again, or one now that waits for its next attempt.',
    params: one,
    emits: ['job_updated'],
    reply: Job,
  }),
  cancelJob: route('POST /api/jobs/:queue/:id/cancellation', {
    access,
    summary: 'Cancels a job that waits, or an export, an import or an integrity check that is running.',
    params: one,
    emits: ['job_updated'],
    reply: Job,
  }),
} as const
