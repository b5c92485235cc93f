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
import { ImportWorker } from '#server/imports/import-worker.ts'
import { getSettings } from '#server/settings/settings.ts'

/* npm run import: the same import as in the browser, from the command line. Exit code 1 when rows were refused. */

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<number> {
  const order = parseArguments(process.argv.slice(2))
  const content = readFileSync(order.file)
  const file = await outlineCsv(content, deliveryColumnSet)
  const { connection, stop } = await connect(say)
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
  const worker = new ImportWorker({
    database,
    clock: () => new Date(),
    timeZone: () => timeZone,
    tell: () => {},
    kind,
    onCrash: (error) => console.error(error),
  })
  process.once('SIGINT', () => void worker.stop())
  process.once('SIGTERM', () => void worker.stop())

  say(`${order.fileName}: ${file.rowCount.toLocaleString('en')} rows, ${file.columns.length} columns, ${file.encoding}`)
  const { id } = await worker.write(caller, (work) => addImport(work, kind, order.fileName, content, file))
  await worker.start('check', id, caller, order.mapping)
  await worker.finished(id)
  let found = await getImport(db, id)
  if (found.state === 'checked' && !order.checkOnly) {
    await worker.start('run', id, caller)
    await watch(db, id, worker.finished(id))
    found = await getImport(db, id)
  }
  for (const line of summary(found, order.checkOnly)) say(line)
  if (order.errors && found.bad > 0) writeFileSync(order.errors, (await errorFile(db, kind, id)).text)
  if (found.failure) console.error(found.failure)
  if (found.state === 'running') say('Stopped half way. The same command goes on with it.')
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

/** Draws the progress until the job is through: one moving line on a screen, a line every tenth in a log. */
async function watch(db: Db, id: string, through: Promise<void>): Promise<void> {
  let told = -1
  const draw = (found: Import) => {
    if (process.stdout.isTTY) process.stdout.write(`\r${progressLine(found)}`)
    const tenth = Math.floor((found.progress / Math.max(found.rows, 1)) * 10)
    if (!process.stdout.isTTY && tenth > told) say(progressLine(found))
    told = tenth
  }
  for (let isThrough = false; !isThrough; ) {
    const tick = new Promise<boolean>((done) => setTimeout(done, 250, false))
    isThrough = await Promise.race([through.then(() => true), tick])
    draw(await getImport(db, id))
  }
  if (process.stdout.isTTY) say('')
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
