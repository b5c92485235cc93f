import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { JobName } from '#shared/jobs/job-names.ts'
import type { Database } from '#server/db/database.ts'
import { hurryJob } from '#server/kernel/queue-job.ts'
import { afterFile } from '#test/after-file.ts'
import type { TestServer } from '#test/server.ts'
import { type RunningServer, runServer } from './running-server.ts'

/** Starts the server as a separate process on the database of `base`, until the test file ends. */
export async function startProcessOn(
  { connection }: TestServer,
  smtpUrl: string | undefined,
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const { host = '', port, user, database } = connection
  const dataDir = await mkdtemp(join(tmpdir(), 'wardstock-process-'))
  const server = await runServer({
    DATABASE_URL: `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    DATA_DIR: dataDir,
    ...(smtpUrl !== undefined && { SMTP_URL: smtpUrl }),
    ...env,
  })
  afterFile(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return server
}

/** Polls without a timeout of its own: the test has one. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((done) => setTimeout(done, 30))
}

/** Makes running jobs look as if their process had sent no heartbeat for longer than the queue allows. */
export async function ageHeartbeats({ db }: Database): Promise<void> {
  await sql`update pgboss.job set heartbeat_on = now() - interval '5 minutes' where state = 'active'`.execute(db)
}

/** Makes jobs that wait for a retry due now. */
export async function hurryRetries(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const { rows } = await sql<{ name: JobName; id: string }>`select name, id from pgboss.job
      where state = 'retry' and start_after > now()`.execute(tx)
    for (const { name, id } of rows) await hurryJob(tx, name, id)
  })
}
