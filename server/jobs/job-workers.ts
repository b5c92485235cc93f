import { sql } from 'kysely'
import pg from 'pg'
import { type ConstructorOptions, PgBoss } from 'pg-boss'
import { type JobName, jobNames } from '#shared/jobs/job-names.ts'
import type { Database } from '#server/db/database.ts'
import { jobSchedules, queueSchema } from '#server/kernel/job-queues.ts'
import { queueJob } from '#server/kernel/queue-job.ts'
import type { JobHandler, JobHandlers } from '#server/kernel/job-contract.ts'
import { runBatch, type RunnerDeps } from './job-runner.ts'

export interface JobWorkers {
  /** Starts the workers, and the scheduling of recurring jobs. */
  start(): Promise<void>
  /** For tests: runs all jobs that are due, until none is left. `scheduled`: recurring jobs to run as if their time had come. */
  runJobs(...scheduled: JobName[]): Promise<void>
  /** Starts no more jobs, and signals the running ones to end soon. */
  interrupt(): void
  isInterrupted(): boolean
  /** Waits for running jobs; those that don't end in time are taken over by another server. */
  stop(): Promise<void>
}

interface WorkersDeps {
  database: Database
  handlers: JobHandlers
  tracing?: RunnerDeps['tracing']
  onFailure: RunnerDeps['onFailure']
  /** Errors of the queue itself: the database is down or slow. */
  onError: (error: Error) => void
}

/** How long to wait for running jobs: longer than one that ignores its abort signal takes, such as sending a mail. */
const stopSeconds = 20

/** The workers for background jobs; each job is run by only one of the processes on the database. */
export function jobWorkers({ database, handlers, tracing, onFailure, onError }: WorkersDeps): JobWorkers {
  const stopping = new AbortController()
  let isWorking = false
  let running: Promise<void> = Promise.resolve()
  // Until `start`, it uses the server's pool instead of its own connections.
  let boss = bossOn({ db: throughPool(database.pool) })
  const names = jobNames.filter((name) => handlers[name])
  const handlerOf = (name: JobName) => handlers[name] as JobHandler<JobName>
  const deps = () => ({ db: database.db, boss, handlers, tracing, stopping: stopping.signal, onFailure })

  async function runDue(scheduled: readonly JobName[]): Promise<void> {
    for (const name of scheduled) await queueJob(database.db, name, {})
    while (!stopping.signal.aborted) {
      const due = await dueQueues(database, names)
      if (due.length === 0) return
      for (const name of due) {
        const { batchSize = 1 } = handlerOf(name)
        await runBatch(deps(), name, await boss.fetch(name, { batchSize, includeMetadata: true }))
      }
    }
  }

  return {
    async start() {
      isWorking = true
      boss = bossOn({ ...database.connection, ...pace })
      boss.on('error', onError)
      await boss.start()
      for (const name of names) {
        const { batchSize = 1, concurrency = 1, missing } = handlerOf(name)
        await queueMissing(database, name, missing)
        const options = { batchSize, localConcurrency: concurrency, includeMetadata: true, ...patience } as const
        const worker = await boss.work<object, void, typeof options>(name, options, async (jobs) => {
          // Fetch again right after this batch: there may be more jobs, and their notification is used up.
          boss.notifyWorker(worker)
          await runBatch(deps(), name, jobs)
        })
      }
    },
    runJobs(...scheduled) {
      running = running.catch(() => {}).then(() => runDue(scheduled))
      return running
    },
    interrupt: () => stopping.abort(),
    isInterrupted: () => stopping.signal.aborted,
    async stop() {
      stopping.abort()
      await running.catch(() => {})
      if (!isWorking) return
      const ends = Promise.all(names.map((name) => boss.offWork(name, { wait: true })))
      await Promise.race([ends, new Promise((late) => setTimeout(late, stopSeconds * 1000).unref())])
      await boss.stop({ graceful: false })
    },
  }
}

const bossOn = (options: ConstructorOptions) => new PgBoss({ schema: queueSchema, ...options })

/** Workers are woken by NOTIFY; polling is for jobs that become due later, and for lost notifications. */
const patience = { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 15 }

/** pg-boss's settings: how often a process looks for jobs of dead workers and for scheduled jobs. */
const pace = {
  max: 4,
  useListenNotify: true,
  superviseIntervalSeconds: 10,
  monitorIntervalSeconds: 10,
  cronMonitorIntervalSeconds: 30,
  cronWorkerIntervalSeconds: 15,
}

/** The server's connection pool, with pg's default type parsers, which pg-boss expects. */
const throughPool = (pool: pg.Pool) => ({
  executeSql: (text: string, values?: unknown[]) => pool.query({ text, values: values ?? [], types: pg.types }),
})

async function dueQueues({ db }: Database, names: readonly JobName[]): Promise<JobName[]> {
  const { rows } = await sql<{ name: JobName }>`select distinct name from pgboss.job
    where name = any(${names}) and state < 'active' and start_after <= now() order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Queues jobs that should exist. A scheduled job is also run once after each start, as the server may have been off at its time. */
async function queueMissing(
  { db }: Database,
  name: JobName,
  missing: JobHandler<JobName>['missing'] = async () => [],
): Promise<void> {
  for (const { id, data } of await missing()) await queueJob(db, name, data, id ? { id } : {})
  if (jobSchedules[name]) await queueJob(db, name, {})
}
