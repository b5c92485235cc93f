import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { roleDefaults } from '#shared/access/roles.ts'
import { openDatabase } from '#server/db/database.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { addSession } from '#test/sessions.ts'
import { checkedToday, fillCompany } from './company.ts'
import { type Extras, judge } from './goals.ts'
import { runImport } from './import-run.ts'
import { compareLeast } from './least/answers.ts'
import { type Measured, measure } from './measure.ts'
import { type BenchOptions, parseOptions } from './options.ts'
import { profileSettings, profileTables, profileWorks } from './profile.ts'
import { type AppProcess, LoadMaker, postgresMs, startApp, startBare, urlOf } from './processes.ts'
import { noteStatements, rawActions } from './raw-statements.ts'
import { goalTable, rateTable } from './report.ts'
import { workloadsOf, workloadNames } from './workloads.ts'

/* npm run bench: how fast Wardstock is compared with the same work without it, on this machine, in one run. */

/** Load of other processes on this machine before the benchmark starts. */
const loadBefore = loadavg()[0] ?? 0
const folder = mkdtempSync(join(tmpdir(), 'wardstock-bench-'))
const stops: (() => unknown)[] = []
const stopAll = async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
}

/** Requests of each workload; a quarter as many warm it up. */
const profiledRequests = 200

async function main(options: BenchOptions): Promise<void> {
  const begun = performance.now()
  console.log(
    `Filling ${options.size.toLocaleString('en')} orders, ${options.products.toLocaleString('en')} products …`,
  )
  const postgres = await startEmbedded({
    dataDir: folder,
    log: () => {},
    ...(options.profile && { settings: profileSettings }),
  })
  stops.push(() => postgres.stop())
  const { connection } = postgres
  await migrate(connection)
  const company = await fillCompany(connection, options)
  await query(connection, checkedToday)
  console.log(`Filled in ${company.seconds.toFixed(0)} s. Measuring …`)

  const database = openDatabase(connection, { max: 2 })
  const { userId: actorId, token } = await addSession(database, 'admin', roleDefaults.admin)
  await database.close()
  const cookie = `__Host-sid=${token}`
  const app = await startApp({
    DATABASE_URL: urlOf(connection),
    ...(options.profile && { RATE_LIMITS: 'off', LOG_LEVEL: 'error' }),
  })
  stops.push(() => app.stop())
  if (options.profile) {
    const load = new LoadMaker()
    stops.push(() => load.stop())
    const profiles = await profileWorks({ connection, company, app, cookie, load }, options.only, profiledRequests)
    console.log(`\n${profileTables(profiles)}\n`)
    console.log(`Load of the machine: ${loadBefore.toFixed(1)} before.`)
    return
  }
  const idleMb = await memoryAtRest(app)

  const cursor = await deepCursor(connection, options)
  const statements = await noteStatements(connection, company.doneIds[0] ?? '', cursor)
  await query(connection, rawActions)
  const bare = await startBare({ connection, statements })
  stops.push(() => bare.stop())
  await compareLeast({ appPort: app.port, barePort: bare.port, cookie }, company.doneIds.slice(0, 20))
  const load = new LoadMaker()
  stops.push(() => load.stop())

  const watcher = new pg.Client(connection)
  await watcher.connect()
  stops.push(() => watcher.end())
  const session: number = (await watcher.query('select pg_backend_pid() as pid')).rows[0].pid
  const processorMs = {
    ours: () => app.processorMs() + postgresMs(session),
    raw: () => postgresMs(session),
  }
  const ports = { appPort: app.port, barePort: bare.port }
  const scene = { connection, company, statements, cursor, ...ports, cookie, actorId, processorMs }
  const works = workloadsOf(scene)
  const measured: Measured[] = []
  let loadedMb = 0
  for (const work of workloadNames.filter((name) => options.only.length === 0 || options.only.includes(name))) {
    for (const clients of options.clients) {
      measured.push(...(await measure(load, work, works[work], { ...options, clients })))
      loadedMb = Math.max(loadedMb, app.memory())
    }
  }
  const importSeconds = options.withImport ? await runImport(app.port, cookie) : null
  await stopAll()
  report(options, measured, { idleMb, loadedMb, importSeconds, readyMs: await warmStart() }, postgres.version)
  console.log(`Took ${((performance.now() - begun) / 1000).toFixed(0)} s.`)
}

/** Time to start with the embedded database on existing data. */
async function warmStart(): Promise<number> {
  const app = await startApp({ DATA_DIR: folder })
  await app.stop()
  return app.readyMs
}

/** Memory after the memory of the start has been released (server/main.ts). */
async function memoryAtRest(app: AppProcess): Promise<number> {
  await new Promise((done) => setTimeout(done, 8000))
  return app.memory()
}

async function query(connection: pg.ClientConfig, text: string) {
  const client = new pg.Client({ ...connection, options: '-c timezone=UTC' })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** A cursor after nine tenths of the list of orders. */
async function deepCursor(connection: pg.ClientConfig, { size }: BenchOptions): Promise<string> {
  const [row] = await query(
    connection,
    `select created_at::text as key, id from sales_orders order by created_at desc, id desc offset ${Math.floor(size * 0.9)} limit 1`,
  )
  return Buffer.from(JSON.stringify([row.key, row.id])).toString('base64url')
}

function report(options: BenchOptions, measured: Measured[], extras: Extras, postgres: string): void {
  const verdicts = judge(measured, extras)
  const machine = { cpus: cpus().length, cpu: cpus()[0]?.model, node: process.version, postgres, loadBefore }
  console.log(`\n${rateTable(measured)}\n\n${goalTable(verdicts)}\n`)
  if (loadBefore > 0.5) {
    console.log(`The machine was not idle (load ${loadBefore.toFixed(1)}): trust neither rates nor single ratios.`)
  }
  mkdirSync('.bench', { recursive: true })
  const result = { at: new Date().toISOString(), options, machine, measured, extras, verdicts }
  writeFileSync('.bench/result.json', `${JSON.stringify(result, null, 2)}\n`)
  console.log('Written to .bench/result.json')
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(130))

async function end(code: number): Promise<never> {
  await stopAll()
  if (!parseOptions().keep) rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}

main(parseOptions()).then(
  () => end(0),
  async (error: Error) => {
    console.error(error)
    await end(1)
  },
)
