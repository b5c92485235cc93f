import { sql } from 'kysely'
import { mayCall } from '#shared/access/can.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { exportRight } from '#shared/reports/report.ts'
import { reportNamed, reportPath } from '#shared/reports/reports.ts'
import type { Tx } from '#server/db/database.ts'
import { command, type CommandDeps } from '#server/kernel/command.ts'
import type { JobHandler } from '#server/kernel/job-contract.ts'
import { queueMail } from '#server/kernel/mail.ts'
import { queueJob } from '#server/kernel/queue-job.ts'
import { type Caller, systemCaller, type Work } from '#server/kernel/work.ts'
import { type DrawnReport, drawReport, type ReportDeps, type ReportToDraw } from './draw-report.ts'
import { recipientsOf } from './report-recipients.ts'
import { companyZone } from './report-schedules.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { momentSql } from '#server/db/moment.ts'

const batchSize = 500

/**
 * Creates a run for each schedule that is due, only one however long the job didn't run, and sets its next time. The row is
 * locked meanwhile, so that no other process finds it due as well.
 */
export async function planReportMails({ database }: Pick<CommandDeps, 'database'>): Promise<void> {
  await database.transaction(async (tx) => {
    const { rows } = await sql<{ id: string }>`with due as (
        select id, next_run_at from report_schedules where next_run_at <= moment()
        order by next_run_at, id limit ${batchSize} for update skip locked),
      moved as (update report_schedules s set time_zone = ${companyZone},
          next_run_at = next_report_run(s.frequency, s.weekday, s.month_day, s.at_time, ${companyZone}, moment())
        from due where due.id = s.id)
      insert into report_runs (id, schedule_id, due_at) select gen_random_uuid(), id, next_run_at from due
      on conflict do nothing returning id`.execute(tx)
    for (const { id } of rows) await queueJob(tx, 'send-report', { runId: id }, { id })
    // The company's time zone has changed.
    await tx
      .updateTable('report_schedules')
      .set({
        time_zone: companyZone,
        next_run_at: sql<string>`next_report_run(frequency, weekday, month_day, at_time, ${companyZone}, moment())`,
      })
      .where('next_run_at', 'is not', null)
      .where('time_zone', '<>', companyZone)
      .execute()
  })
}

type Deps = CommandDeps & ReportDeps

/** Creates a run's report with the current rights of the schedule's owner, without holding locks, and queues its mails. */
export function sendReportJob(deps: Deps): JobHandler<'send-report'> {
  const { db } = deps.database
  return {
    async run({ data: { runId } }) {
      const request = { caller: systemCaller, route: 'send-report', status: 204 }
      try {
        await command(
          deps,
          request,
          (work) => sendReport(work, deps, runId),
          () => '',
        )
      } catch (error) {
        // Sent by another attempt, or deleted.
        if (!(error instanceof Refusal && error.code === 'ALREADY_DONE')) throw error
      }
    },
    async missing() {
      const { rows } = await sql<{ id: string }>`select id from report_runs where state = 'queued' order by id`.execute(
        db,
      )
      return rows.map(({ id }) => ({ id, data: { runId: id } }))
    },
    async onAbandon(tx, { data: { runId } }, { why }) {
      await tx
        .updateTable('report_runs')
        .set({ state: 'failed', problem: why, ended_at: momentSql })
        .where('id', '=', runId)
        .where('state', '=', sql.lit('queued'))
        .execute()
    },
    async onRunAgain({ tx }, { runId }) {
      const rows = await tx
        .updateTable('report_runs')
        .set({ state: 'queued', problem: null, ended_at: null })
        .where('id', '=', runId)
        .where('state', 'in', [sql.lit('failed'), sql.lit('queued')])
        .returning('id')
        .execute()
      if (rows.length === 0) throw new Refusal('ALREADY_DONE', 'This report was sent, or its schedule was deleted.')
    },
  }
}

interface Run extends ReportToDraw {
  scheduleId: string
  ownerId: string
  name: string
  isSeen: boolean
  isManual: boolean
  /** Why the schedule sends nothing automatically; null if it does. */
  inactive: string | null
}

async function sendReport(work: Work, deps: Deps, runId: string): Promise<void> {
  const { tx, today } = work
  const { rows } =
    await sql<Run>`select s.id as "scheduleId", s.owner_id as "ownerId", s.format, v.name, v.report, v.query,
      (v.shared or v.owner_id = s.owner_id) as "isSeen", r.manual as "isManual",
      coalesce(s.stopped_reason, case when s.paused_at is not null then 'The schedule was paused.' end) as inactive
    from report_runs r join report_schedules s on s.id = r.schedule_id join saved_reports v on v.id = s.saved_report_id
    where r.id = ${runId} and r.state = 'queued' for update of r, s`.execute(tx)
  const [run] = rows
  if (!run) throw new Refusal('ALREADY_DONE')
  // It became inactive after the run was planned.
  if (run.inactive && !run.isManual) {
    await endUnsent(work, runId, run.inactive)
    return work.audit('report_schedule.notSent', 'report_schedule', run.scheduleId, {
      name: run.name,
      reason: run.inactive,
    })
  }
  const owner = await ownerNow(tx, run.ownerId)
  const report = reportNamed(run.report)
  if (typeof owner === 'string') return stop(work, runId, run, owner)
  if (!mayCall(owner, report.access))
    return stop(work, runId, run, `${owner.name} no longer has access to ${report.label}.`)
  if (!mayCall(owner, exportRight))
    return stop(work, runId, run, `${owner.name} no longer has access to scheduled reports.`)
  if (!run.isSeen) return stop(work, runId, run, 'The saved report is no longer shared.')
  const recipients = await recipientsOf(tx, run.scheduleId)
  if (recipients.length === 0) return stop(work, runId, run, 'All recipients have unsubscribed or left.')
  const { report: name, query, format } = run
  // The schedule can be changed meanwhile; if it was, the changed one is sent.
  const drawn = await work.makeUnlocked({ name, query, format, today }, () => drawReport(deps, run, today))
  const { span, figures, file } = JSON.parse(drawn.toString()) as DrawnReport
  const mailIds: string[] = []
  for (const { to, key } of recipients) {
    mailIds.push(
      await queueMail(tx, {
        to,
        subject: `${run.name}: ${span}`,
        lines: [`${report.label}, ${span}. Scheduled by ${owner.name}.`, ...figures],
        link: { label: 'Open the report', path: reportPath(run.report, run.query) },
        unsubscribePath: `/unsubscribe/reports/${key}`,
        ...(file && { attachments: [{ ...file, content: Buffer.from(file.content, 'base64') }] }),
      }),
    )
  }
  await tx
    .updateTable('report_runs')
    .set({ state: 'sent', problem: null, ended_at: momentSql, mail_ids: mailIds })
    .where('id', '=', runId)
    .execute()
  work.audit('report_schedule.sent', 'report_schedule', run.scheduleId, { name: run.name, recipients: mailIds.length })
}

/** Stops the schedule until a user resumes it. */
async function stop(work: Work, runId: string, { scheduleId, name }: Run, reason: string): Promise<void> {
  await work.tx
    .updateTable('report_schedules')
    .set({ stopped_reason: reason, next_run_at: null, version: nextVersion })
    .where('id', '=', scheduleId)
    .execute()
  await endUnsent(work, runId, reason)
  work.audit('report_schedule.stopped', 'report_schedule', scheduleId, { name, reason })
}

const endUnsent = (work: Work, runId: string, problem: string) =>
  work.tx
    .updateTable('report_runs')
    .set({ state: 'failed', problem, ended_at: momentSql })
    .where('id', '=', runId)
    .execute()

/** The schedule's owner with their current rights; a message if they may not log in any more. */
async function ownerNow(tx: Tx, id: string): Promise<Caller | string> {
  const { rows } = await sql<
    Omit<Caller, 'sessionId'> & { isSuspended: boolean; isDeleted: boolean }
  >`select id as "userId",
      name, role, permissions, suspended_at is not null as "isSuspended", deleted_at is not null as "isDeleted"
    from users where id = ${id}`.execute(tx)
  const [user] = rows
  if (!user || user.isDeleted) return `${user?.name ?? 'The owner'} is no longer a user.`
  if (user.isSuspended) return `${user.name} is suspended.`
  return { ...user, sessionId: id }
}

/** After a restore: waiting runs may have been sent since the backup. Missed times are not made up for. */
export async function holdBackReports(tx: Tx): Promise<void> {
  await tx
    .updateTable('report_runs')
    .set({ state: 'failed', problem: 'Held back by a restore: it may have been sent already.' })
    .where('state', '=', sql.lit('queued'))
    .execute()
  await tx
    .updateTable('report_schedules')
    .set({ next_run_at: sql<string>`next_report_run(frequency, weekday, month_day, at_time, time_zone, moment())` })
    .where('next_run_at', '<=', momentSql)
    .execute()
}
