import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Job } from '#shared/jobs/api.ts'
import { type JobName, jobLabels } from '#shared/jobs/job-names.ts'
import type { JobHandler, JobHandlers } from '#server/kernel/job-contract.ts'
import { jobQueues } from '#server/kernel/job-queues.ts'
import { cancelQueuedJob, hurryJob, reviveJob } from '#server/kernel/queue-job.ts'
import type { Work } from '#server/kernel/work.ts'
import { getJob } from './job-list.ts'

/** What can be stopped while it runs: each of them looks between its steps whether anybody still wants it. */
const stoppable: readonly JobName[] = ['export-list', 'run-import', 'check-integrity']

/** Throws NOT_FOUND, and ALREADY_DONE where it runs, is done, or makes no sense any more. */
export async function runJobAgain(work: Work, handlers: JobHandlers, queue: JobName, id: string): Promise<Job> {
  const { state, data } = await lockJob(work, queue, id)
  if (state === 'active' || state === 'completed')
    throw state === 'active'
      ? new Refusal('ALREADY_RUNNING', 'This job is running.')
      : new Refusal('ALREADY_DONE', 'This job is done.')
  if (state === 'failed' || state === 'cancelled') {
    await refuseTwin(work, queue)
    await (handlers[queue] as JobHandler<JobName>).onRunAgain?.(work, data)
    await reviveJob(work.tx, queue, id, state)
  }
  await hurryJob(work.tx, queue, id)
  work.audit('job.runAgain', 'job', id, { job: queue })
  return getJob(work.tx, queue, id)
}

/** Throws NOT_FOUND, and ALREADY_DONE where it is over or can't be stopped half way. */
export async function cancelJob(work: Work, handlers: JobHandlers, queue: JobName, id: string): Promise<Job> {
  const { state, data } = await lockJob(work, queue, id)
  if (state === 'active' && !stoppable.includes(queue))
    throw new Refusal('ALREADY_RUNNING', 'This job is running, and can’t be stopped half way.')
  if (state !== 'created' && state !== 'retry' && state !== 'active')
    throw new Refusal('ALREADY_DONE', 'This job is over.')
  await cancelQueuedJob(work.tx, queue, id)
  const end = { why: 'Cancelled by an administrator.', isCancelled: true }
  await (handlers[queue] as JobHandler<JobName>).onAbandon?.(work.tx, { id, data }, end)
  work.audit('job.cancelled', 'job', id, { job: queue })
  return getJob(work.tx, queue, id)
}

async function lockJob(work: Work, queue: JobName, id: string) {
  const { rows } = await sql<{ state: string; data: object }>`select state, data from pgboss.job
    where name = ${queue} and id = ${id} for update`.execute(work.tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/** Of what there is one in the whole cluster. */
async function refuseTwin(work: Work, queue: JobName): Promise<void> {
  if (jobQueues[queue].policy !== 'exclusive') return
  const { rows } = await sql`select 1 from pgboss.job where name = ${queue} and state < 'completed' limit 1`.execute(
    work.tx,
  )
  if (rows.length > 0) throw new Refusal('ALREADY_RUNNING', `“${jobLabels[queue]}” is waiting or running already.`)
}
