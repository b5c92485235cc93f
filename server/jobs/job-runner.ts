import { sql } from 'kysely'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { JobName } from '#shared/jobs/job-names.ts'
import { queryTally } from '#server/db/counted-client.ts'
import type { Db } from '#server/db/database.ts'
import type { Tracing } from '#server/kernel/tracing.ts'
import {
  type JobHandler,
  type JobHandlers,
  JobFailed,
  JobInterrupted,
  type JobRun,
} from '#server/kernel/job-contract.ts'

export interface RunnerDeps {
  db: Db
  boss: PgBoss
  handlers: JobHandlers
  stopping: AbortSignal
  tracing?: Tracing | undefined
  onFailure: (error: unknown, job: { queue: JobName; id: string; attempt: number }) => void
}

/** Runs a batch of one queue's jobs and completes, fails or gives back each of them, independently of the others. */
export async function runBatch(deps: RunnerDeps, name: JobName, fetched: readonly JobWithMetadata[]): Promise<void> {
  const handler = deps.handlers[name] as JobHandler<JobName>
  const jobs = fetched.map(
    (job): JobRun<JobName> => ({
      id: job.id,
      data: job.data,
      attempt: job.retryCount + 1,
      isLastAttempt: job.retryCount >= job.retryLimit,
      failed: job.sourceName && job.sourceId ? { queue: job.sourceName, id: job.sourceId } : null,
      signal: deps.stopping,
    }),
  )
  const { run, runTogether } = handler
  if (deps.stopping.aborted) {
    for (const { id } of jobs) await giveBack(deps.db, name, id)
  } else if (runTogether) {
    const ending = await endOf(() => traced(deps.tracing, name, () => runTogether(jobs)))
    for (const job of jobs) await settle(deps, name, job, ending)
  } else if (run) {
    await Promise.all(
      jobs.map(async (job) => settle(deps, name, job, await endOf(() => traced(deps.tracing, name, () => run(job))))),
    )
  }
}

async function traced(tracing: Tracing | undefined, name: JobName, work: () => Promise<void>): Promise<void> {
  if (!tracing) return work()
  const trace = tracing.start(`job ${name}`, 'consumer', { 'messaging.destination.name': name })
  try {
    await queryTally.run({ statements: 0, trips: 0, ms: 0, trace }, work)
    trace.end()
  } catch (error) {
    trace.end({}, error instanceof Error ? error.name : 'error')
    throw error
  }
}

type Ending = { error: unknown } | null

async function endOf(work: () => Promise<void>): Promise<Ending> {
  try {
    await work()
    return null
  } catch (error) {
    return { error }
  }
}

async function settle(deps: RunnerDeps, queue: JobName, job: JobRun<JobName>, ending: Ending): Promise<void> {
  const { boss, db, onFailure } = deps
  const { id, attempt } = job
  if (!ending) {
    await boss.complete(queue, id)
    return
  }
  const { error } = ending
  if (error instanceof JobInterrupted) return giveBack(db, queue, id)
  onFailure(error, { queue, id, attempt })
  if (error instanceof JobFailed) await useUpRetries(db, queue, id)
  await boss.fail(queue, id, { message: error instanceof Error ? error.message : String(error) })
}

/** Puts a job back as if it had never been fetched: a server stop doesn't count as an attempt. pg-boss does the same internally. */
async function giveBack(db: Db, queue: JobName, id: string): Promise<void> {
  await sql`update pgboss.job set state = 'created', started_on = null, heartbeat_on = null
    where name = ${queue} and id = ${id} and state = 'active'`.execute(db)
}

async function useUpRetries(db: Db, queue: JobName, id: string): Promise<void> {
  await sql`update pgboss.job set retry_limit = retry_count
    where name = ${queue} and id = ${id} and state = 'active'`.execute(db)
}
