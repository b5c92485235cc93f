import { z } from 'zod'
import { mailStates } from '#shared/delivery/api.ts'
import { byId, Email, Id, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { exportRight } from './report.ts'
import { reportNames } from './reports.ts'

export const scheduleFrequencies = ['daily', 'weekly', 'monthly'] as const
/** The attachment of a mail; `link`: only a link to the report. */
export const scheduleFormats = ['csv', 'xlsx', 'pdf', 'link'] as const
export const scheduleStates = ['active', 'paused', 'stopped'] as const
const maxRecipients = 50

const ScheduleBody = z
  .strictObject({
    frequency: z.enum(scheduleFrequencies),
    /** For weekly schedules; 1 is Monday. */
    weekday: z.number().int().min(1).max(7).nullish(),
    /** For monthly schedules; in shorter months the last day. */
    monthDay: z.number().int().min(1).max(31).nullish(),
    /** In the company's time zone; the job runs every five minutes. */
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5][05]$/, 'is not a time in steps of five minutes (HH:MM)'),
    format: z.enum(scheduleFormats),
    userIds: z.array(Id).max(maxRecipients).default([]),
    emails: z.array(Email).max(maxRecipients).default([]),
  })
  .superRefine(({ frequency, weekday, monthDay, userIds, emails }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (frequency === 'weekly' && !weekday) refuse('weekday', 'is required')
    if (frequency === 'monthly' && !monthDay) refuse('monthDay', 'is required')
    if (userIds.length + emails.length === 0) refuse('userIds', 'needs at least one recipient')
  })
export type ScheduleBody = z.output<typeof ScheduleBody>

const ReportRun = z.object({
  id: Id,
  dueAt: Timestamp,
  isManual: z.boolean(),
  /** Once its mails are written, the worst state of them. */
  state: z.enum(mailStates),
  problem: z.string().nullable(),
  endedAt: Timestamp.nullable(),
  /** Its mails with their states. */
  mails: z.array(z.object({ to: z.string(), state: z.enum(mailStates), problem: z.string().nullable() })),
})
export type ReportRun = z.infer<typeof ReportRun>

export const ReportSchedule = z.object({
  id: Id,
  saved: z.object({ id: Id, name: z.string(), report: z.enum(reportNames), path: z.string() }),
  owner: z.string(),
  isOwn: z.boolean(),
  frequency: z.enum(scheduleFrequencies),
  weekday: z.number().int().nullable(),
  monthDay: z.number().int().nullable(),
  time: z.string(),
  format: z.enum(scheduleFormats),
  recipients: z.array(z.object({ userId: Id.nullable(), name: z.string(), unsubscribedAt: Timestamp.nullable() })),
  state: z.enum(scheduleStates),
  stoppedReason: z.string().nullable(),
  nextRunAt: Timestamp.nullable(),
  lastRun: ReportRun.omit({ mails: true }).nullable(),
  /** The failed runs of the last 30 days. */
  failures: z.number().int(),
  version: Version,
})
export type ReportSchedule = z.infer<typeof ReportSchedule>

const act = (endpoint: `POST /${string}`, summary: string) =>
  route(endpoint, {
    access: exportRight,
    summary,
    params: byId,
    body: z.strictObject({}),
    emits: ['saved_report_updated'],
    reply: ReportSchedule,
  })

/**
 * Schedules to mail saved reports, set by their owners. Users with the right to edit or delete reports see all schedules, and
 * can pause or delete them.
 */
export const reportSchedulesApi = {
  listSchedules: route('GET /api/report-schedules', {
    access: exportRight,
    summary:
      'Schedules of the caller, newest first; with Edit or Delete of reports, and for administrators, of everybody.',
    query: z.strictObject({ limit: pageQuery.limit, cursor: pageQuery.cursor, saved: Id.optional() }),
    reply: pageOf(ReportSchedule),
  }),
  listRuns: route('GET /api/report-schedules/:id/runs', {
    access: exportRight,
    summary: 'Runs of a schedule with what became of each e-mail, newest first.',
    params: byId,
    query: z.strictObject({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
    reply: pageOf(ReportRun),
  }),
  listRecipients: route('GET /api/report-recipients', {
    access: exportRight,
    summary: 'Colleagues to whom reports can be sent, by name.',
    query: z.strictObject({ q: pageQuery.q }),
    reply: z.object({ data: z.array(z.object({ id: Id, name: z.string() })) }),
  }),
  createSchedule: route('POST /api/saved-reports/:id/schedules', {
    access: exportRight,
    summary: 'Schedules a saved report that the caller may see.',
    params: byId,
    body: ScheduleBody,
    emits: ['saved_report_updated'],
    reply: ReportSchedule,
    status: 201,
  }),
  updateSchedule: route('PUT /api/report-schedules/:id', {
    access: exportRight,
    summary: 'Changes an own schedule; who has unsubscribed stays so.',
    params: byId,
    body: ScheduleBody,
    emits: ['saved_report_updated'],
    reply: ReportSchedule,
    ifMatch: true,
  }),
  pauseSchedule: act('POST /api/report-schedules/:id/pause', 'Sends nothing until it is resumed.'),
  resumeSchedule: act('POST /api/report-schedules/:id/resume', 'Sends again from the next time on, also after a stop.'),
  sendNow: act('POST /api/report-schedules/:id/send', 'Sends it now, beside its times.'),
  deleteSchedule: route('DELETE /api/report-schedules/:id', {
    access: exportRight,
    summary: 'Deletes a schedule with its runs.',
    params: byId,
    emits: ['saved_report_updated'],
    reply: null,
  }),
  unsubscribe: route('POST /api/report-subscriptions/unsubscribe', {
    access: 'public',
    summary: 'Ends the e-mails of a schedule for whoever has the link of one, or starts them again.',
    body: z.strictObject({ key: Id, unsubscribed: z.boolean() }),
    emits: ['saved_report_updated'],
    reply: z.object({ report: z.string(), unsubscribed: z.boolean() }),
    idempotency: 'none',
  }),
} as const
