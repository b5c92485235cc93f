import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { roleDefaults } from '#shared/access/roles.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { type Connection, openDatabase } from '#server/db/database.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Client, clientOf } from '#test/client.ts'
import { addSession } from '#test/sessions.ts'
import { startApp, urlOf } from './processes.ts'
import { fillLedger } from './recall-company.ts'

/*
 * npm run bench:recall -- [--entries=1000000] [--rounds=5]: how long a recall takes over HTTP, compared with one
 * statement that reads the same pieces in the database, in one run. A drill is the whole recall, rolled back.
 */

const { values } = parseArgs({
  options: { entries: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '5' } },
})
const goalMs = 2000
const folder = mkdtempSync(join(tmpdir(), 'wardstock-recall-'))
const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]

/** The minimum that a recall has to read and write: its pieces by customer, and the lots. */
const rawRecall = `with gone as (
    select e.lot_id, e.source_id, -sum(e.d_on_hand)::int as quantity from stock_entry e
    where e.lot_id = any($1::uuid[]) and e.d_on_hand <> 0 and e.source_type = 'sales_order'
    group by 1, 2 having sum(e.d_on_hand) < 0),
  held as (update lots set status = 'RECALLED' where id = any($1::uuid[]))
  select o.account_id, sum(g.quantity) from gone g join sales_orders o on o.id = g.source_id group by 1`

async function rawMs(connection: Connection, lots: readonly string[]): Promise<number> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('begin')
    const begun = performance.now()
    await client.query(rawRecall, [lots])
    const took = performance.now() - begun
    await client.query('rollback')
    return took
  } finally {
    await client.end()
  }
}

async function ours(client: Client, lotIds: readonly string[]) {
  const begun = performance.now()
  const drill = await client.do(recallsApi.drill, { body: { lotIds: [...lotIds] } })
  return { ms: performance.now() - begun, blockedMs: drill.tookMs, found: drill.ordersFound, lots: drill.lots.length }
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

async function main(): Promise<void> {
  const loadBefore = loadavg()[0] ?? 0
  const postgres = await startEmbedded({ dataDir: folder, log: () => {} })
  stops.push(() => postgres.stop())
  const { connection } = postgres
  await migrate(connection)
  const company = await fillLedger(connection, Number(values.entries))
  console.log(`Filled ${Number(values.entries).toLocaleString('en')} entries in ${company.seconds.toFixed(0)} s.`)
  const database = openDatabase(connection, { max: 2 })
  const { userId, token } = await addSession(database, 'admin', roleDefaults.admin)
  await database.close()
  const app = await startApp({ DATABASE_URL: urlOf(connection) })
  stops.push(() => app.stop())
  const client = clientOf(`http://127.0.0.1:${app.port}`, userId, `__Host-sid=${token}`)
  const result = []
  for (const [name, lots] of Object.entries({ usual: [company.usual], widest: [company.widest] })) {
    const first = await ours(client, lots)
    const mine: number[] = []
    const raw: number[] = []
    for (let round = 0; round < Number(values.rounds); round += 1) {
      mine.push((await ours(client, lots)).ms)
      raw.push(await rawMs(connection, lots))
    }
    const row = {
      recall: name,
      lots: first.lots,
      orders: first.found,
      firstMs: Math.round(first.ms),
      oursMs: Math.round(median(mine)),
      rawMs: Math.round(median(raw)),
      ofRaw: Number((median(raw) / median(mine)).toFixed(2)),
      goal: first.ms < goalMs ? 'met' : 'not met',
    }
    result.push(row)
  }
  console.table(result)
  if (loadBefore > 0.5) console.log(`The machine was not idle (load ${loadBefore.toFixed(1)}).`)
  mkdirSync('.bench', { recursive: true })
  writeFileSync(
    '.bench/recall.json',
    `${JSON.stringify({ at: new Date().toISOString(), loadBefore, result }, null, 2)}\n`,
  )
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
