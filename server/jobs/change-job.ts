import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Job, JobState } from '#shared/jobs/api.ts'
import { whyJobNotCancelled, whyJobNotRun } from '#shared/jobs/job-guards.ts'
import { type JobName, jobLabels } from '#shared/jobs/job-names.ts'
import type { JobHandler, JobHandlers } from '#server/kernel/job-contract.ts'
import { jobQueues } from '#server/kernel/job-queues.ts'
import { cancelQueuedJob, hurryJob, reviveJob } from '#server/kernel/queue-job.ts'
import type { Work } from '#server/kernel/work.ts'
import { getJob, jobState } from './job-list.ts'

/** Runs a job again, or now. Throws NOT_FOUND, or ALREADY_DONE if it is running, done, or makes no sense any more. */
export async function runJobAgain(work: Work, handlers: JobHandlers, queue: JobName, id: string): Promise<Job> {
  const { state, data } = await lockJob(work, queue, id)
  const closed = whyJobNotRun({ state })
  if (closed) throw new Refusal(closed.code, closed.reason)
  if (state === 'failed' || state === 'cancelled') {
    await assertNotQueued(work, queue)
    await (handlers[queue] as JobHandler<JobName>).onRunAgain?.(work, data)
    await reviveJob(work.tx, queue, id, state)
  }
  await hurryJob(work.tx, queue, id)
  work.audit('job.runAgain', 'job', id, { job: queue })
  return getJob(work.tx, queue, id)
}

/** Cancels a job. Throws NOT_FOUND, or ALREADY_DONE if it has ended or can't be stopped half way. */
export async function cancelJob(work: Work, handlers: JobHandlers, queue: JobName, id: string): Promise<Job> {
  const { state, data } = await lockJob(work, queue, id)
  const closed = whyJobNotCancelled({ state, queue })
  if (closed) throw new Refusal(closed.code, closed.reason)
  await cancelQueuedJob(work.tx, queue, id)
  const end = { why: 'Cancelled by an administrator.', isCancelled: true }
  await (handlers[queue] as JobHandler<JobName>).onAbandon?.(work.tx, { id, data }, end)
  work.audit('job.cancelled', 'job', id, { job: queue })
  return getJob(work.tx, queue, id)
}

async function lockJob(work: Work, queue: JobName, id: string) {
  const { rows } = await sql<{ state: JobState; data: object }>`select ${jobState} as state, j.data from pgboss.job j
    where j.name = ${queue} and j.id = ${id} for update`.execute(work.tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/** For queues with at most one job in the whole cluster. Throws ALREADY_RUNNING. */
async function assertNotQueued(work: Work, queue: JobName): Promise<void> {
  if (jobQueues[queue].policy !== 'exclusive') return
  const { rows } = await sql`select 1 from pgboss.job where name = ${queue} and state < 'completed' limit 1`.execute(
    work.tx,
  )
  if (rows.length > 0) throw new Refusal('ALREADY_RUNNING', `“${jobLabels[queue]}” is waiting or running already.`)
}
