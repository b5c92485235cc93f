import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { type Job, type JobState, jobStates, type jobsApi } from '#shared/jobs/api.ts'
import { type JobName, jobNames } from '#shared/jobs/job-names.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'

type Query = RequestOf<(typeof jobsApi.listJobs)['spec']>['query']

const stateNames: Record<JobState, string> = {
  waiting: 'created',
  retrying: 'retry',
  running: 'active',
  done: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
}
/** The state of the queue's row `j`, by our names. */
export const jobState = sql`case j.state ${sql.join(
  jobStates.map((name) => sql`when ${sql.lit(stateNames[name])} then ${sql.lit(name)}`),
  sql` `,
)} end`

const columns = selection<Job>({
  id: sql`j.id`,
  queue: sql`j.name`,
  state: jobState,
  about: sql`case j.name
    when 'send-mail' then (select m.to_address from mail_outbox m where m.id = j.id)
    when 'export-list' then (select e.file_name from exports e where e.id = j.id)
    when 'run-import' then (select i.file_name from imports i where i.id = (j.data ->> 'importId')::uuid)
    when 'report-failed-job' then j.source_name end`,
  attempts: sql`j.retry_count + case when j.started_on is null then 0 else 1 end`,
  maxAttempts: sql`j.retry_limit + 1`,
  error: sql`coalesce(j.output ->> 'message', j.output #>> '{value,message}')`,
  createdAt: sql`j.created_on`,
  startedAt: sql`j.started_on`,
  endedAt: sql`j.completed_on`,
  nextAt: sql`case when j.state < 'active' then j.start_after end`,
})
const from = sql`pgboss.job j`
const ours = sql`j.name = any(${jobNames})`

export async function listJobs(db: Db, query: Query) {
  const { descending } = sortOf(query.sort)
  const where = [ours]
  if (query.state) where.push(sql`j.state = ${stateNames[query.state]}`)
  if (query.queue) where.push(sql`j.name = ${query.queue}`)
  const sort = { by: sql`j.created_on`, type: 'timestamptz', descending } as const
  return pageOfRows(await listPage(db, { columns, from, where, sort, id: sql`j.id` }, query), (row) => row)
}

export async function countJobs(db: Db): Promise<Record<JobState, number>> {
  const { rows } = await sql<{ state: JobState; count: number }>`select ${jobState} as state, count(*) from ${from}
    where ${ours} group by j.state`.execute(db)
  const none = { waiting: 0, retrying: 0, running: 0, done: 0, failed: 0, cancelled: 0 }
  return { ...none, ...Object.fromEntries(rows.map((row) => [row.state, row.count])) }
}

/** Reads one job. Throws NOT_FOUND. */
export async function getJob(db: Db | Tx, queue: JobName, id: string): Promise<Job> {
  const { rows } = await sql<Job>`select ${columns} from ${from} where j.name = ${queue} and j.id = ${id}`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}
