import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { reportPath } from '#shared/reports/reports.ts'
import type { ReportRun, ReportSchedule, reportSchedulesApi, ScheduleBody } from '#shared/reports/schedules-api.ts'
import { mayDeleteOthers, mayPauseOthers, whyNotPaused, whyNotResumed } from '#shared/reports/schedule-guards.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { listPage, pageOfRows } from '#server/db/keyset.ts'
import { bothSelections, selection } from '#server/db/selection.ts'
import { queueJob } from '#server/kernel/queue-job.ts'
import type { Caller, Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { momentSql } from '#server/db/moment.ts'
import { setRecipients } from './report-recipients.ts'
import { getSavedReport, reportsOf } from './saved-reports.ts'

/** Per user. */
const maxSchedules = 100
/** Read from the database, as another process's cached settings may be out of date. */
export const companyZone = sql<string>`coalesce((select content ->> 'timeZone' from settings), 'UTC')`
const shownFailures = sql`interval '30 days'`

type ListQuery = RequestOf<(typeof reportSchedulesApi.listSchedules)['spec']>['query']
type RunQuery = RequestOf<(typeof reportSchedulesApi.listRuns)['spec']>['query']
type Row = Omit<ReportSchedule, 'saved'> & { saved: Omit<ReportSchedule['saved'], 'path'> & { query: object } }

/** The caller's own schedules; callers who may pause or delete those of others see those of the reports that they may view. */
const isSeenBy = (caller: Caller) => {
  const own = sql`s.owner_id = ${caller.userId}`
  if (!mayPauseOthers(caller) && !mayDeleteOthers(caller)) return own
  return sql`(${own} or exists (select from saved_reports v where v.id = s.saved_report_id and v.report = any(${reportsOf(caller)})))`
}

const runState = sql`case when r.state <> 'sent' then r.state else coalesce((select m.state from mail_outbox m
  where m.id = any(r.mail_ids) and m.state <> 'sent'
  order by array_position(array['failed', 'kept', 'queued'], m.state) limit 1), 'sent') end`

const runColumns = selection<Omit<ReportRun, 'mails'>, { r: 'report_runs' }>({
  id: 'r.id',
  dueAt: 'r.due_at',
  isManual: 'r.manual',
  state: runState,
  problem: 'r.problem',
  endedAt: 'r.ended_at',
})
const runMails = selection<Pick<ReportRun, 'mails'>>({
  mails: sql`coalesce((select jsonb_agg(jsonb_build_object('to', m.to_address, 'state', m.state, 'problem', m.problem)
    order by m.to_address) from mail_outbox m where m.id = any(r.mail_ids)), '[]')`,
})

const columns = (caller: Caller) =>
  selection<Row, { s: 'report_schedules' }>({
    id: 's.id',
    saved: sql`(select jsonb_build_object('id', v.id, 'name', v.name, 'report', v.report, 'query', v.query) from saved_reports v
    where v.id = s.saved_report_id)`,
    owner: sql`(select u.name from users u where u.id = s.owner_id)`,
    isOwn: sql`s.owner_id = ${caller.userId}`,
    frequency: 's.frequency',
    weekday: 's.weekday',
    monthDay: 's.month_day',
    time: sql`to_char(s.at_time, 'HH24:MI')`,
    format: 's.format',
    recipients: sql`coalesce((select jsonb_agg(jsonb_build_object('userId', p.user_id, 'name', coalesce(u.name, p.email),
      'unsubscribedAt', p.unsubscribed_at) order by lower(coalesce(u.name, p.email)), p.id)
    from report_recipients p left join users u on u.id = p.user_id where p.schedule_id = s.id), '[]')`,
    state: sql`case when s.stopped_reason is not null then 'stopped' when s.paused_at is not null then 'paused' else 'active' end`,
    stoppedReason: 's.stopped_reason',
    nextRunAt: 's.next_run_at',
    lastRun: sql`(select to_jsonb(l) from (select ${runColumns} from report_runs r where r.schedule_id = s.id
    order by r.due_at desc, r.id desc limit 1) l)`,
    failures: sql`(select count(*) from report_runs r where r.schedule_id = s.id and ${runState} = 'failed'
    and r.due_at > moment() - ${shownFailures})`,
    version: 's.version',
  })

function scheduleOf({ saved: { query, ...saved }, ...row }: Row): ReportSchedule {
  return { ...row, saved: { ...saved, path: reportPath(saved.report, query as Record<string, string>) } }
}

export async function listSchedules(db: Db, caller: Caller, query: ListQuery) {
  const where: RawBuilder<unknown>[] = [isSeenBy(caller)]
  if (query.saved) where.push(sql`s.saved_report_id = ${query.saved}`)
  const sort = { by: sql`s.created_at`, type: 'timestamptz', descending: true } as const
  const listed = await listPage(
    db,
    { columns: columns(caller), from: sql`report_schedules s`, where, sort, id: sql`s.id` },
    query,
  )
  return pageOfRows(listed, scheduleOf)
}

/** Throws NOT_FOUND, also for a schedule of another user that the caller has no right to. */
async function getSchedule(tx: Db | Tx, caller: Caller, id: string): Promise<ReportSchedule> {
  const { rows } = await sql<Row>`select ${columns(caller)} from report_schedules s
    where s.id = ${id} and ${isSeenBy(caller)}`.execute(tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return scheduleOf(rows[0])
}

export async function listRuns(db: Db, caller: Caller, id: string, query: RunQuery) {
  await getSchedule(db, caller, id)
  const listed = await listPage(
    db,
    {
      columns: bothSelections(runColumns, runMails),
      from: sql`report_runs r`,
      where: [sql`r.schedule_id = ${id}`],
      sort: { by: sql`r.due_at`, type: 'timestamptz', descending: true },
      id: sql`r.id`,
    },
    query,
  )
  return pageOfRows(listed, (row) => row)
}

/** Throws NOT_FOUND for a report that the caller may not see, INVALID for recipients who don't exist, LIMIT_REACHED. */
export async function createSchedule(work: Work, savedId: string, body: ScheduleBody): Promise<ReportSchedule> {
  const { tx, caller } = work
  const saved = await getSavedReport(tx, caller, savedId)
  const { rows } = await sql<{ schedules: number }>`select count(*) as schedules from report_schedules
    where owner_id = ${caller.userId}`.execute(tx)
  if ((rows[0]?.schedules ?? 0) >= maxSchedules)
    throw new Refusal('LIMIT_REACHED', `At most ${maxSchedules} reports can be scheduled.`)
  const id = newId()
  const { frequency, time, format } = body
  const [weekday, monthDay] = daysOf(body)
  await tx
    .insertInto('report_schedules')
    .values({
      id,
      saved_report_id: savedId,
      owner_id: caller.userId,
      frequency,
      weekday,
      month_day: monthDay,
      at_time: time,
      format,
      time_zone: companyZone,
      next_run_at: sql<string>`next_report_run(${frequency}, ${weekday}, ${monthDay}, ${time}::time, ${companyZone}, moment())`,
    })
    .execute()
  await setRecipients(work, id, body)
  work.audit('report_schedule.created', 'report_schedule', id, { name: saved.name, ...body })
  return getSchedule(tx, caller, id)
}

/** Throws NOT_FOUND, FORBIDDEN for another user's schedule, VERSION_CONFLICT. */
export async function updateSchedule(
  work: Work,
  id: string,
  version: number,
  body: ScheduleBody,
): Promise<ReportSchedule> {
  const schedule = await lockSchedule(work, id)
  if (!schedule.isOwn) throw new Refusal('FORBIDDEN', `Only ${schedule.owner} can change this schedule.`)
  if (schedule.version !== version)
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: schedule.version } })
  const { frequency, time, format } = body
  const [weekday, monthDay] = daysOf(body)
  await work.tx
    .updateTable('report_schedules')
    .set({
      frequency,
      weekday,
      month_day: monthDay,
      at_time: time,
      format,
      time_zone: companyZone,
      version: nextVersion,
      updated_at: work.now,
      next_run_at: sql<string>`case when paused_at is null and stopped_reason is null then
        next_report_run(${frequency}, ${weekday}, ${monthDay}, ${time}::time, ${companyZone}, moment()) end`,
    })
    .where('id', '=', id)
    .execute()
  await setRecipients(work, id, body)
  work.audit('report_schedule.updated', 'report_schedule', id, { ...body })
  return getSchedule(work.tx, work.caller, id)
}

/** Throws NOT_FOUND, FORBIDDEN for another user's schedule without the right, INVALID_TRANSITION if it is paused or stopped already. */
export async function pauseSchedule(work: Work, id: string): Promise<ReportSchedule> {
  const { state, isOwn, owner } = await lockSchedule(work, id)
  if (!isOwn && !mayPauseOthers(work.caller)) throw new Refusal('FORBIDDEN', `Only ${owner} can pause this schedule.`)
  const why = whyNotPaused({ state })
  if (why) throw new Refusal('INVALID_TRANSITION', why)
  await work.tx
    .updateTable('report_schedules')
    .set({ paused_at: work.now, next_run_at: null, version: nextVersion })
    .where('id', '=', id)
    .execute()
  work.audit('report_schedule.paused', 'report_schedule', id)
  return getSchedule(work.tx, work.caller, id)
}

/** Throws NOT_FOUND, FORBIDDEN for another user's schedule, INVALID_TRANSITION if it is active. */
export async function resumeSchedule(work: Work, id: string): Promise<ReportSchedule> {
  const { state, isOwn, owner } = await lockSchedule(work, id)
  if (!isOwn) throw new Refusal('FORBIDDEN', `Only ${owner} can resume this schedule.`)
  const why = whyNotResumed({ state })
  if (why) throw new Refusal('INVALID_TRANSITION', why)
  await work.tx
    .updateTable('report_schedules')
    .set({
      paused_at: null,
      stopped_reason: null,
      time_zone: companyZone,
      version: nextVersion,
      next_run_at: sql<string>`next_report_run(frequency, weekday, month_day, at_time, ${companyZone}, moment())`,
    })
    .where('id', '=', id)
    .execute()
  work.audit('report_schedule.resumed', 'report_schedule', id)
  return getSchedule(work.tx, work.caller, id)
}

/** Throws NOT_FOUND, FORBIDDEN for another user's schedule, ALREADY_RUNNING while a run is queued. */
export async function sendNow(work: Work, id: string): Promise<ReportSchedule> {
  const { isOwn, owner } = await lockSchedule(work, id)
  if (!isOwn) throw new Refusal('FORBIDDEN', `Only ${owner} can send this report.`)
  const { rows } = await sql`select 1 from report_runs where schedule_id = ${id} and state = 'queued'`.execute(work.tx)
  if (rows.length > 0) throw new Refusal('ALREADY_RUNNING', 'This report is being sent.')
  const runId = newId()
  await work.tx
    .insertInto('report_runs')
    .values({ id: runId, schedule_id: id, due_at: momentSql, manual: true })
    .execute()
  await queueJob(work.tx, 'send-report', { runId }, { id: runId })
  work.audit('report_schedule.sent', 'report_schedule', id)
  return getSchedule(work.tx, work.caller, id)
}

/** Throws NOT_FOUND, FORBIDDEN for another user's schedule without the right. */
export async function deleteSchedule(work: Work, id: string): Promise<void> {
  const { saved, isOwn, owner } = await lockSchedule(work, id)
  if (!isOwn && !mayDeleteOthers(work.caller)) throw new Refusal('FORBIDDEN', `Only ${owner} can delete this schedule.`)
  await sql`delete from report_schedules where id = ${id}`.execute(work.tx)
  work.audit('report_schedule.deleted', 'report_schedule', id, { name: saved.name })
}

async function lockSchedule(work: Work, id: string): Promise<ReportSchedule> {
  await sql`select 1 from report_schedules where id = ${id} for update`.execute(work.tx)
  return getSchedule(work.tx, work.caller, id)
}

const daysOf = ({ frequency, weekday, monthDay }: ScheduleBody) =>
  [frequency === 'weekly' ? (weekday ?? null) : null, frequency === 'monthly' ? (monthDay ?? null) : null] as const
