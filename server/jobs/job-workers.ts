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
  /** Starts to take jobs as they come, and those of the calendar. */
  start(): Promise<void>
  /**
   * Does everything that is due now, until nothing is left, and waits for it: for tests. `scheduled`: as if the time of these
   * had come.
   */
  runJobs(...scheduled: JobName[]): Promise<void>
  /** No job is begun any more, and those at work are told to end soon. */
  interrupt(): void
  isInterrupted(): boolean
  /** Waits for those at work; what doesn't end in time is taken up by another server. */
  stop(): Promise<void>
}

interface WorkersDeps {
  database: Database
  handlers: JobHandlers
  tracing?: RunnerDeps['tracing']
  onFailure: RunnerDeps['onFailure']
  /** Of the queue itself: the database is away, or slow. */
  onError: (error: Error) => void
}

/** Longer than anything that doesn't listen to its signal takes, a mail that is being sent. */
const stopSeconds = 20

/** Does the jobs of the queue; each is done by one of all processes on the database. */
export function jobWorkers({ database, handlers, tracing, onFailure, onError }: WorkersDeps): JobWorkers {
  const stopping = new AbortController()
  let isWorking = false
  let running: Promise<void> = Promise.resolve()
  // Until it works it needs no connections of its own.
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
          // There may be more, of which no notice comes any more.
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

/** Woken by NOTIFY; the polling is for what becomes due later, and for a notice that was lost. */
const patience = { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 15 }

/** How often one process looks for jobs of the dead, and for what the calendar says. */
const pace = {
  max: 4,
  useListenNotify: true,
  superviseIntervalSeconds: 10,
  monitorIntervalSeconds: 10,
  cronMonitorIntervalSeconds: 30,
  cronWorkerIntervalSeconds: 15,
}

/** The pool of the server, with the types that the queue expects. */
const throughPool = (pool: pg.Pool) => ({
  executeSql: (text: string, values?: unknown[]) => pool.query({ text, values: values ?? [], types: pg.types }),
})

async function dueQueues({ db }: Database, names: readonly JobName[]): Promise<JobName[]> {
  const { rows } = await sql<{ name: JobName }>`select distinct name from pgboss.job
    where name = any(${names}) and state < 'active' and start_after <= now() order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** What the calendar says is done once soon after a start, too: the server may have been off when its time came. */
async function queueMissing(
  { db }: Database,
  name: JobName,
  missing: JobHandler<JobName>['missing'] = async () => [],
): Promise<void> {
  for (const { id, data } of await missing()) await queueJob(db, name, data, id ? { id } : {})
  if (jobSchedules[name]) await queueJob(db, name, {})
}
