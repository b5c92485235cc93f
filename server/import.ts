import { readFileSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Import } from '#shared/imports/api.ts'
import { deliveryColumnSet } from '#shared/imports/delivery-columns.ts'
import { connect } from './connect.ts'
import { type Database, type Db, openDatabase } from '#server/db/database.ts'
import type { Caller } from '#server/kernel/work.ts'
import { importDeliveries } from '#server/imports/import-deliveries.ts'
import { type Order, progressLine, parseArguments, summary, usage } from '#server/imports/command-line.ts'
import { outlineCsv } from '#server/imports/csv-file.ts'
import { deliveryKind } from '#server/imports/delivery-kind.ts'
import { errorFile } from '#server/imports/error-file.ts'
import { addImport, getImport } from '#server/imports/import-rows.ts'
import { getSettings } from '#server/settings/settings.ts'
import { importJob, writeImport } from '#server/imports/import-job.ts'
import { startImport } from '#server/imports/start-import.ts'
import { type JobWorkers, jobWorkers } from '#server/jobs/job-workers.ts'

/* npm run import: the same import as in the browser, from the command line. Exit code 1 if rows were refused. */

const print = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<number> {
  const order = parseArguments(process.argv.slice(2))
  const content = readFileSync(order.file)
  const file = await outlineCsv(content, deliveryColumnSet)
  const { connection, stop } = await connect(print)
  const database = openDatabase(connection, { max: 4 })
  try {
    return await run(database, order, content, file)
  } finally {
    await database.close()
    await stop()
  }
}

async function run(
  database: Database,
  order: Order,
  content: Buffer,
  file: Awaited<ReturnType<typeof outlineCsv>>,
): Promise<number> {
  const { db } = database
  const caller = await firstAdmin(db)
  const { timeZone } = await getSettings(db)
  const kind = deliveryKind(importDeliveries)
  const deps = { database, clock: database.clock, timeZone: () => timeZone, publish: () => {} }
  // A running server may take the job; if none is running, this process runs it.
  const workers = jobWorkers({
    database,
    handlers: { 'run-import': importJob(deps, [kind]) },
    onFailure: (error) => console.error(error),
    onError: (error) => console.error(error),
  })
  process.once('SIGINT', () => workers.interrupt())
  process.once('SIGTERM', () => workers.interrupt())

  print(
    `${order.fileName}: ${file.rowCount.toLocaleString('en')} rows, ${file.columns.length} columns, ${file.encoding}`,
  )
  const { id } = await writeImport(deps, caller, (work) => addImport(work, kind, order.fileName, content, file))
  await writeImport(deps, caller, (work) => startImport(work, kind, 'check', id, order.mapping))
  let found = await watch(db, id, workers, false)
  if (found.state === 'checked' && !order.checkOnly) {
    await writeImport(deps, caller, (work) => startImport(work, kind, 'run', id))
    found = await watch(db, id, workers, true)
  }
  for (const line of summary(found, order.checkOnly)) print(line)
  if (order.errors && found.bad > 0) writeFileSync(order.errors, (await errorFile(db, kind, id)).text)
  if (found.failure) console.error(found.failure)
  if (found.state === 'running')
    print('Stopped half way. The next server goes on with it, and so does the same command.')
  const isThrough = found.state === (order.checkOnly ? 'checked' : 'done')
  return isThrough && found.bad === 0 ? 0 : 1
}

async function firstAdmin(db: Db): Promise<Caller> {
  const { rows } = await sql<Omit<Caller, 'sessionId'>>`select id as "userId", name, role, permissions from users
    where role = 'admin' and deleted_at is null and suspended_at is null order by created_at, id limit 1`.execute(db)
  const [admin] = rows
  if (!admin)
    throw new Error('There is no administrator yet, in whose name to import. Set Wardstock up first: npm start')
  return { ...admin, sessionId: '' }
}

/**
 * Waits until the import is finished, here or in a server, or until this process is told to stop. Shows the progress: one
 * updating line on a terminal, a line for every tenth in a log.
 */
async function watch(db: Db, id: string, workers: JobWorkers, isDrawn: boolean): Promise<Import> {
  let lastTenth = -1
  const draw = (found: Import) => {
    if (process.stdout.isTTY) process.stdout.write(`\r${progressLine(found)}`)
    const tenth = Math.floor((found.progress / Math.max(found.rows, 1)) * 10)
    if (!process.stdout.isTTY && tenth > lastTenth) print(progressLine(found))
    lastTenth = tenth
  }
  for (;;) {
    const working = workers.runJobs()
    for (let isIdle = false; !isIdle; ) {
      const timer = new Promise<boolean>((done) => setTimeout(done, 250, false))
      isIdle = await Promise.race([working.then(() => true), timer])
      if (isDrawn) draw(await getImport(db, id))
    }
    const found = await getImport(db, id)
    if ((found.state !== 'checking' && found.state !== 'running') || workers.isInterrupted()) {
      if (isDrawn && process.stdout.isTTY) print('')
      return found
    }
    await new Promise((done) => setTimeout(done, 250))
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  console.error(code === 'ENOENT' ? `There is no such file: ${message.replace(/^.*open /, '')}` : message)
  if (!(error instanceof Refusal) && code?.startsWith('ERR_PARSE_ARGS')) console.error(`\n${usage}`)
  if (message === 'Name one file.') console.error(`\n${usage}`)
  process.exitCode = 1
}
