import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { roleDefaults } from '#shared/access/roles.ts'
import { buildApp } from '#server/app.ts'
import { type Connection, type Database, openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadDemoCompany } from '#server/demo/company.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { clientOf } from '#test/client.ts'
import { addSession } from '#test/sessions.ts'
import { growCompany } from './grown-company.ts'
import { explainAll, notePlans, rowsRead, type Waste, wasteOf } from './plan-waste.ts'
import { knownWaste } from './known-waste.ts'
import { readingCalls } from './reading-calls.ts'
import { writingCalls } from './writing-calls.ts'

/*
 * npm run bench:plans: sends every GET of the API, and the requests of an order's life, over HTTP in a company of
 * 100,000 orders, and checks the plan of every statement. Exits with 1 if a plan node reads more than ten times what it
 * returns and is not in known-waste.ts. `--data=FOLDER` keeps the company for the next run; `--only=/api/invoices`
 * sends only these. `--indexes` also requests each sort order of each list, and finally lists how often each index was
 * read. `--times` checks no plans: it lists the slowest requests, also those of reports, each sent twice.
 */

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    data: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    indexes: { type: 'boolean', default: false },
    times: { type: 'boolean', default: false },
  },
})
const name = 'plans'

async function main(): Promise<void> {
  const loadBefore = loadavg()[0] ?? 0
  const folder = values.data || mkdtempSync(join(tmpdir(), 'wardstock-bench-'))
  mkdirSync(folder, { recursive: true })
  const postgres = await startEmbedded({ dataDir: folder, log: () => {}, database: name })
  try {
    const isFilled = join(folder, 'plans-filled')
    if (!existsSync(isFilled)) {
      await fill(postgres.connection)
      writeFileSync(isFilled, '')
    }
    await migrate(postgres.connection)
    await setExplained(postgres.connection, !values.times)
    if (values.times) {
      await printTimes(postgres.connection, folder)
      return
    }
    if (values.indexes) await query(postgres.connection, 'select pg_stat_reset()')
    const found = await findWaste(postgres.connection, folder)
    console.log(`Load of the machine: ${loadBefore.toFixed(1)} before, ${loadavg()[0]?.toFixed(1)} after.`)
    process.exitCode = report(found)
    if (values.indexes) await printScans(postgres.connection)
  } finally {
    await postgres.stop()
    if (!values.data) rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(connection: Connection): Promise<void> {
  const begun = performance.now()
  await migrate(connection)
  const database = openDatabase(connection, { max: 4 })
  const { userId } = await addSession(database, 'admin', roleDefaults.admin)
  await loadDemoCompany(database, userId)
  await database.close()
  const client = new pg.Client(connection)
  await client.connect()
  const orders = await growCompany(client, Number(values.orders)).finally(() => client.end())
  console.log(`${orders.toLocaleString('en')} orders in ${((performance.now() - begun) / 1000).toFixed(0)} s.`)
}

export interface Found {
  call: string
  status: number
  read: number
  waste: Waste[]
}

/** Whether new connections report the plans of their statements. */
async function setExplained(connection: Connection, isExplained: boolean): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(`alter database ${name} reset all`)
    if (isExplained) await explainAll(client, name)
  } finally {
    await client.end()
  }
}

/** The server in this process, a client of an administrator, and one of the customer with most orders. */
async function serve(database: Database, folder: string) {
  const app = await startApp(database, folder)
  const { userId, token } = await addSession(database, 'admin', roleDefaults.admin)
  const customer = await addSession(database, 'customer', roleDefaults.customer)
  const [known] = (
    await database.pool.query('select account_id as id from sales_orders group by 1 order by count(*) desc limit 1')
  ).rows
  await database.pool.query(`update users set account_id = $1, portal_role = 'owner' where id = $2`, [
    known.id,
    customer.userId,
  ])
  const url = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`
  const client = clientOf(url, userId, `__Host-sid=${token}`)
  const portal = clientOf(url, customer.userId, `__Host-sid=${customer.token}`)
  return { app, client, callerOf: (path: string) => (path.startsWith('/api/customer-portal/') ? portal : client) }
}

const slowest = 40

/** Lists the slowest requests, by the faster of two responses. */
async function printTimes(connection: Connection, folder: string): Promise<void> {
  const database = openDatabase(connection, { max: 4 })
  const { app, callerOf } = await serve(database, folder)
  const found: { path: string; status: number; ms: number }[] = []
  try {
    for (const { path, call } of await readingCalls(database, app.routes, { withOrders: true, withReports: true })) {
      if (!call.includes(values.only)) continue
      const times: number[] = []
      let status = 0
      for (let turn = 0; turn < 2; turn += 1) {
        const begun = performance.now()
        status = (await callerOf(path).send('GET', path)).status
        times.push(performance.now() - begun)
      }
      found.push({ path, status, ms: Math.min(...times) })
    }
  } finally {
    await app.http.close()
    await database.close()
  }
  for (const { path, status, ms } of found.toSorted((a, b) => b.ms - a.ms).slice(0, slowest))
    console.log(`${ms.toFixed(0).padStart(6)} ms  ${status}  ${path}`)
  console.log(`${found.length} calls. Load of the machine: ${loadavg()[0]?.toFixed(1)}.`)
}

async function findWaste(connection: Connection, folder: string): Promise<Found[]> {
  const database = openDatabase(connection, { max: 4 })
  const noted = notePlans(database.pool)
  const { app, client, callerOf } = await serve(database, folder)
  const found: Found[] = []
  const measureCall = async (call: string, send: () => Promise<number>) => {
    noted.length = 0
    const begun = performance.now()
    const status = await send()
    const ms = performance.now() - begun
    if (ms > 2000) console.log(`${call} took ${(ms / 1000).toFixed(1)} s with its plans.`)
    const plans = noted.splice(0)
    const waste = plans.flatMap(wasteOf)
    found.push({ call, status, read: plans.reduce((sum, { plan }) => sum + rowsRead(plan), 0), waste })
  }
  try {
    for (const { path, call } of await readingCalls(database, app.routes, { withOrders: values.indexes })) {
      if (!call.includes(values.only)) continue
      await measureCall(call, async () => {
        const { status, body } = await callerOf(path).send('GET', path)
        if (status >= 400) console.log(`${path}: ${body.error}`)
        return status
      })
    }
    if (values.only === '')
      for await (const { call, send } of writingCalls(client, database)) await measureCall(call, send)
  } finally {
    await app.http.close()
    await database.close()
  }
  return found
}

async function startApp(database: Database, filesFolder: string) {
  const app = await buildApp({
    database,
    filesFolder,
    publicUrl: 'http://localhost',
    setupCode: 'BENCH-CODE',
    secretKey: 'a key of benchmarks, long enough for it',
    logLevel: 'error',
    worksOnJobs: false,
    rateLimits: false,
  })
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  return app
}

/** Prints the findings; returns 1 if one is unknown, or a known one no longer occurs. */
function report(found: readonly Found[]): 0 | 1 {
  mkdirSync('.bench', { recursive: true })
  writeFileSync('.bench/plans.json', `${JSON.stringify(found, null, 2)}\n`)
  const isKnown = ({ call }: Found) => Object.keys(knownWaste).some((beginning) => call.startsWith(beginning))
  const wasteful = found.filter(({ waste }) => waste.length > 0)
  // A request that times out reports no plan, so a 5xx counts as wrong, too.
  const wrong = found.filter((one) => one.status >= 500 || (one.waste.length > 0 && !isKnown(one)))
  const gone = values.only
    ? []
    : Object.keys(knownWaste).filter((beginning) => !wasteful.some(({ call }) => call.startsWith(beginning)))
  console.log(`${found.length} calls, ${wasteful.length} with nodes that read more than ten times what they return.`)
  for (const { call, status, waste } of wrong) {
    console.log(`\n${call}${status >= 500 ? ` answered ${status}` : ''}`)
    for (const { node, read, returned, statement } of waste)
      console.log(`  ${node} read ${read}, returned ${returned}: ${statement.slice(0, 160)}`)
  }
  for (const call of gone) console.log(`No longer wasteful, so no longer an exception: ${call}`)
  return wrong.length > 0 || gone.length > 0 ? 1 : 0
}

/** A session reports its statistics at the latest when it ends, so this waits for all others. */
const others = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
  and backend_type = 'client backend'`
const scansOfIndexes = `select s.relname as table, s.indexrelname as index, s.idx_scan::int as scans, s.idx_tup_read::float8 as read,
    (pg_relation_size(s.indexrelid) / 1024)::int as "kB",
    case when i.indisprimary then 'primary key' when i.indisunique then 'unique'
      when exists (select 1 from pg_constraint c where c.conindid = s.indexrelid) then 'constraint' else '' end as ensures
  from pg_stat_user_indexes s join pg_index i using (indexrelid) where s.schemaname = 'public'
  order by s.idx_scan, s.relname, s.indexrelname`

/** The number of scans of each index since the counters were reset, unused ones first. */
async function printScans(connection: Connection): Promise<void> {
  while ((await query(connection, others)).length > 0);
  const indexes = await query(connection, scansOfIndexes)
  const unread = indexes.filter(({ scans, ensures }) => scans === 0 && !ensures)
  console.log(`${indexes.length} indexes; ${unread.length} ensure nothing and were not read:`)
  for (const { table, index, scans, read, kB, ensures } of indexes)
    console.log(`  ${[table, index, `${scans} scans`, `${read} read`, `${kB} kB`, ensures].join('  ').trimEnd()}`)
}

async function query(connection: Connection, text: string): Promise<Record<string, string | number>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

await main()
