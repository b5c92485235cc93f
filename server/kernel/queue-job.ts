import { AsyncLocalStorage } from 'node:async_hooks'
import { fromKysely, PgBoss } from 'pg-boss'
import type { JobName } from '#shared/jobs/job-names.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { type JobData, queueSchema } from './job-queues.ts'

const writing = new AsyncLocalStorage<Db | Tx>()

/** Only queues jobs and never runs one, so it needs no connection of its own: each statement runs in the caller's transaction. */
const sender = new PgBoss({
  schema: queueSchema,
  db: {
    executeSql(text, values) {
      const db = writing.getStore()
      if (!db) throw new Error('A job is queued in a transaction')
      return fromKysely(db).executeSql(text, values)
    },
  },
})

/**
 * Queues a job in the caller's transaction: it runs after the commit, and never if the transaction is rolled back. Jobs with the
 * same `id` are queued only once. Returns the id of the job, or null if it was queued already.
 */
export const queueJob = <N extends JobName>(
  db: Db | Tx,
  name: N,
  data: JobData[N],
  { id }: { id?: string } = {},
): Promise<string | null> => writing.run(db, () => sender.send(name, data, id === undefined ? {} : { id }))

/** Puts a failed or cancelled job back into the queue. */
export const reviveJob = (tx: Tx, name: JobName, id: string, state: 'failed' | 'cancelled'): Promise<unknown> =>
  writing.run(tx, () => (state === 'failed' ? sender.retry(name, id) : sender.resume(name, id)))

/** Long enough to be before the transaction began, by any clock: workers are notified only of jobs that are due by then. */
const dueSinceMs = 60_000

/**
 * Makes a waiting job due now and notifies the workers. The start isn't set to 1970 because the queue keeps a job for a fixed time
 * after its start.
 */
export const hurryJob = (tx: Tx, name: JobName, id: string): Promise<unknown> =>
  writing.run(tx, () => sender.update(name, undefined, { id, startAfter: new Date(Date.now() - dueSinceMs) }))

export const cancelQueuedJob = (tx: Tx, name: JobName, id: string): Promise<unknown> =>
  writing.run(tx, () => sender.cancel(name, id))
