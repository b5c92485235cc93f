import { PgBoss, type QueueResult } from 'pg-boss'
import { jobNames } from '#shared/jobs/job-names.ts'
import { jobQueues, jobSchedules, queueSchema } from '#server/kernel/job-queues.ts'
import type { Connection } from './database.ts'

type Options = Record<string, unknown>

/**
 * Creates or migrates pg-boss's tables, and creates or updates the queues and schedules of job-queues.ts. They have a schema of
 * their own, so that they and our migrations stay independent. Throws if the role may not create a schema.
 */
export async function installQueue(connection: Connection): Promise<void> {
  const boss = new PgBoss({ ...connection, schema: queueSchema, max: 1, schedule: false, supervise: false })
  boss.on('error', () => {})
  try {
    await boss.start()
    const made = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const [name, options] of Object.entries(jobQueues)) {
      const before = made.get(name)
      if (!before) await boss.createQueue(name, options)
      else if (isOther(before, options)) await boss.updateQueue(name, changeable(options))
    }
    await scheduleJobs(boss)
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    throw new Error(
      `The database user may not create the schema ${queueSchema}, in which background jobs are kept. Let it: GRANT CREATE ON DATABASE … TO …`,
      { cause: error },
    )
  } finally {
    await boss.stop({ graceful: false })
  }
}

async function scheduleJobs(boss: PgBoss): Promise<void> {
  const before = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  for (const name of jobNames) {
    const cron = jobSchedules[name]
    if (cron === before.get(name)) continue
    if (cron === undefined) await boss.unschedule(name)
    else await boss.schedule(name, cron)
  }
}

/** The options that can be updated: a queue's policy can't be changed. */
const changeable = (options: Options): Options =>
  Object.fromEntries(Object.entries({ deadLetter: null, ...options }).filter(([key]) => key !== 'policy'))

const isOther = (before: QueueResult, options: Options) =>
  Object.entries(changeable(options)).some(([key, value]) => (before as unknown as Options)[key] !== value)
