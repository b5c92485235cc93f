import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { roleDefaults } from '#shared/access/roles.ts'
import { candidatesApi } from '#shared/retention/candidates-api.ts'
import { retentionSettingsApi } from '#shared/retention/settings-api.ts'
import { getSummary, listCandidates } from '#server/retention/candidates.ts'
import { getCompany } from '#server/retention/company.ts'
import { getRetentionSettings } from '#server/retention/settings.ts'
import { type Connection, openDatabase } from '#server/db/database.ts'
import type { DB } from '#server/db/tables.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { type Client, clientOf } from '#test/client.ts'
import { addSession } from '#test/sessions.ts'
import { startApp, urlOf } from './processes.ts'

/*
 * npm run bench:retention -- [--customers=100000] [--rounds=5] [--plans]: a page of candidates and their counts over
 * HTTP, with a thousand customers and with the given number. Goal: the page takes at most three times as long with the
 * many.
 */

const { values } = parseArgs({
  options: {
    customers: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    plans: { type: 'boolean', default: false },
  },
})
const few = 1000
const ordersEach = 5
/** PostgreSQL's OID of the type date. */
const dayType = 1082
const folder = mkdtempSync(join(tmpdir(), 'wardstock-retention-'))
const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]

/**
 * Customers with numbers in this range, each with five orders and their invoices; a fifth of them has not ordered for
 * 60 days.
 */
async function fill(connection: Connection, from: number, to: number): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const run = (text: string) => client.query(text)
  try {
    // The rows that triggers would write one by one are written at once below.
    await run(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '128MB'`)
    await run(`insert into categories (id, name) select gen_random_uuid(), 'Category' where not exists (select from categories);
      insert into suppliers (id, name) select gen_random_uuid(), 'Supplier' where not exists (select from suppliers);
      insert into locations (id, name, type) select gen_random_uuid(), 'Warehouse', 'Warehouse'
        where not exists (select from locations);
      insert into items (id, kind, sku, name, description, category_id, supplier_id, location_id, price, cost)
        select gen_random_uuid(), 'product', 'SKU-' || n, 'Product ' || n, 'Seeded', c.id, s.id, l.id, 10000, 5000
        from generate_series(1, 20) n, categories c, suppliers s, locations l where not exists (select from items)`)
    await run(`insert into accounts (id, name, email) select gen_random_uuid(), 'Hospital ' || n, n || '@example.com'
      from generate_series(${from}, ${to - 1}) n`)
    await run(`insert into sales_orders (id, number, account_id, status, order_date, total, line_count)
      select gen_random_uuid(), 'SO-' || a.name || '-' || k, a.id,
        case when k = 0 and substr(a.name, 10)::int % 7 = 0 then 'CONFIRMED' else 'DELIVERED' end,
        current_date - (case when substr(a.name, 10)::int % 5 = 0 then 61 else 1 end + substr(a.name, 10)::int % 300 / 10 + k * 14),
        1000, 1
      from accounts a, generate_series(0, ${ordersEach - 1}) k
      where not exists (select from sales_orders o where o.account_id = a.id)`)
    await run(`insert into sales_order_lines (id, order_id, position, item_id, quantity, unit_price, total)
      select gen_random_uuid(), o.id, 1, i.id, 10, 100, 1000 from sales_orders o
        join lateral (select id from items order by sku offset abs(hashtext(o.account_id::text)) % 20 limit 1) i on true
      where not exists (select from sales_order_lines l where l.order_id = o.id)`)
    await run(`insert into invoices (id, number, order_id, cycle, account_id, issued_date, due_date, total, paid)
      select gen_random_uuid(), 'INV-' || o.number, o.id, 1, o.account_id, o.order_date, o.order_date + 14, 1000,
        case when o.number like '%9-4' then 0 else 1000 end
      from sales_orders o where o.status = 'DELIVERED' and not exists (select from invoices v where v.order_id = o.id)`)
    await run(`insert into retention_customers (account_id, last_order_date)
      select account_id, max(order_date) from sales_orders group by 1 on conflict do nothing`)
    await run('analyze')
  } finally {
    await client.end()
  }
}

async function took(act: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const begun = performance.now()
    await act()
    times.push(performance.now() - begun)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

async function measure(client: Client, customers: number) {
  const page = (query: object) => () => client.do(candidatesApi.listCandidates, { query: { limit: 50, ...query } })
  const first = await client.do(candidatesApi.listCandidates, { query: { limit: 50 } })
  return {
    customers,
    candidates: first.totalIsMore ? `more than ${first.total}` : first.total,
    pageMs: Math.round(await took(page({}))),
    secondPageMs: Math.round(await took(page({ cursor: first.nextCursor ?? undefined }))),
    readyMs: Math.round(await took(page({ status: 'ready' }))),
    summaryMs: Math.round(await took(() => client.do(candidatesApi.getSummary, {}))),
  }
}

/** Prints the plans of the statements that the page sends. */
async function printPlans(connection: Connection): Promise<void> {
  const noted: { text: string; values: unknown[] }[] = []
  // Dates stay text.
  const types = {
    getTypeParser: (oid: number) => (oid === dayType ? String : pg.types.getTypeParser(oid)),
  }
  const pool = new pg.Pool({ ...connection, max: 2, options: '-c timezone=UTC', types })
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void noted.push({ text: query.sql, values: [...query.parameters] }),
  })
  const moment = { now: new Date(), timeZone: 'UTC', settings: (await getRetentionSettings(db)).data }
  const company = await getCompany(db)
  const query = candidatesApi.listCandidates.spec.query
  const isSetUp = { isEmailSetUp: true, isSmsSetUp: false }
  const statements = {
    page: () => listCandidates(db, moment, company, query.parse({})),
    ready: () => listCandidates(db, moment, company, query.parse({ status: 'ready' })),
    summary: () => getSummary(db, moment, isSetUp),
  }
  for (const [name, runStatement] of Object.entries(statements)) {
    noted.length = 0
    await runStatement()
    for (const { text, values: parameters } of noted.splice(0)) {
      const explained = await pool.query(`explain (analyze, costs off, timing off, buffers off) ${text}`, parameters)
      console.log(`\n-- ${name}: ${text.replace(/\s+/g, ' ').slice(0, 60)}…`)
      console.log(explained.rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
  }
  await db.destroy()
}

async function main(): Promise<void> {
  const loadBefore = loadavg()[0] ?? 0
  const many = Number(values.customers)
  const postgres = await startEmbedded({ dataDir: folder, log: () => {} })
  stops.push(() => postgres.stop())
  const { connection } = postgres
  await migrate(connection)
  const database = openDatabase(connection, { max: 2 })
  const { userId, token } = await addSession(database, 'admin', roleDefaults.admin)
  await database.close()
  await fill(connection, 0, few)
  const app = await startApp({ DATABASE_URL: urlOf(connection) })
  stops.push(() => app.stop())
  const client = clientOf(`http://127.0.0.1:${app.port}`, userId, `__Host-sid=${token}`)
  // Quiet hours would change the result at night.
  const { data, version } = await client.do(retentionSettingsApi.getRetentionSettings, {})
  const body = { ...data, quietFrom: '00:00', quietTo: '00:00' }
  await client.do(retentionSettingsApi.putRetentionSettings, { body }, { version })
  const result = [await measure(client, few)]
  await fill(connection, few, many)
  result.push(await measure(client, many))
  if (values.plans) await printPlans(connection)
  console.table(result)
  const [small, large] = result
  const growthOf = (name: 'pageMs' | 'readyMs') => (large?.[name] ?? 0) / Math.max(small?.[name] ?? 1, 1)
  const growth = Number(Math.max(growthOf('pageMs'), growthOf('readyMs')).toFixed(1))
  console.log(
    `A page, or one of those who are ready, takes at most ${growth} times as long: ${growth <= 3 ? 'flat' : 'not flat'}.`,
  )
  if (loadBefore > 0.5) console.log(`The machine was not idle (load ${loadBefore.toFixed(1)}).`)
  mkdirSync('.bench', { recursive: true })
  const content = { at: new Date().toISOString(), loadBefore, growth, result }
  writeFileSync('.bench/retention.json', `${JSON.stringify(content, null, 2)}\n`)
}

async function end(code: number): Promise<never> {
  for (const stop of stops.splice(0).toReversed()) await stop()
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(130))
main().then(
  () => end(0),
  async (error: Error) => {
    console.error(error)
    await end(1)
  },
)
