import { AsyncLocalStorage } from 'node:async_hooks'
import { fromKysely, PgBoss } from 'pg-boss'
import type { JobName } from '#shared/jobs/job-names.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { type JobData, queueSchema } from './job-queues.ts'

const writing = new AsyncLocalStorage<Db | Tx>()

/** Writes jobs down and never runs one, so it needs no connection: each statement goes where its caller is. */
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
 * Queues a job in the transaction of the action that needs it: it is run after the commit, and not at all after a rollback.
 * With an `id` it is queued once, however often it is asked for. Answers its id; null where it was there already.
 */
export const queueJob = <N extends JobName>(
  db: Db | Tx,
  name: N,
  data: JobData[N],
  { id }: { id?: string } = {},
): Promise<string | null> => writing.run(db, () => sender.send(name, data, id === undefined ? {} : { id }))

/** A job that failed or was cancelled waits again. */
export const reviveJob = (tx: Tx, name: JobName, id: string, state: 'failed' | 'cancelled'): Promise<unknown> =>
  writing.run(tx, () => (state === 'failed' ? sender.retry(name, id) : sender.resume(name, id)))

/** Before the transaction began, by any clock: only what is due by then is told to workers. */
const dueSinceMs = 60_000

/** A job that waits is due now, and workers are told. The queue keeps it for as long after its start as before, so not since 1970. */
export const hurryJob = (tx: Tx, name: JobName, id: string): Promise<unknown> =>
  writing.run(tx, () => sender.update(name, undefined, { id, startAfter: new Date(Date.now() - dueSinceMs) }))

export const cancelQueuedJob = (tx: Tx, name: JobName, id: string): Promise<unknown> =>
  writing.run(tx, () => sender.cancel(name, id))
