import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { mkdtempSync, rmSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/database.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { stockAsOf } from '#server/integrity/historical-stock.ts'
import { runChecks } from '#server/integrity/run-checks.ts'

/*
 * npm run bench:proof -- --entries=1000000: how long the integrity checks and a past day's stock take, and how much
 * memory the process uses.
 */

const { values } = parseArgs({ options: { entries: { type: 'string', default: '1000000' } } })
const entries = Number(values.entries)
const items = Math.max(1, Math.round(entries / 50))

const folder = mkdtempSync(join(tmpdir(), 'wardstock-proof-'))
chmodSync(folder, 0o755)
const postgres = await startEmbedded({ dataDir: folder, log: () => {}, fsync: false })
await migrate(postgres.connection)
const database = openDatabase(postgres.connection, { max: 2 })
try {
  await fill()
  const before = process.memoryUsage().rss
  const began = performance.now()
  const checks = await runChecks(database)
  const seconds = (performance.now() - began) / 1000
  for (const { name, ms, broken } of checks)
    console.log(`${String(ms).padStart(7)} ms  ${broken === 0 ? 'ok ' : 'BAD'}  ${name}`)
  const grown = (process.memoryUsage().rss - before) / 1_000_000
  console.log(
    `The proof of ${entries.toLocaleString('en')} entries: ${seconds.toFixed(2)} s, ${grown.toFixed(0)} MB more of ours.`,
  )
  const since = performance.now()
  const { rows } = await sql<{ day: string }>`select (now() - interval '200 days')::date::text as day`.execute(
    database.db,
  )
  let shown = 0
  for await (const row of stockAsOf(database, rows[0]?.day ?? '', 'UTC')) shown += row.onHand > 0 ? 1 : 0
  console.log(
    `Stock 200 days ago, ${shown.toLocaleString('en')} rows: ${((performance.now() - since) / 1000).toFixed(2)} s.`,
  )
} finally {
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** A ledger of one year's receipts and shipments, and the balances that follow from it. */
async function fill(): Promise<void> {
  const run = (text: string) => sql.raw(`/* plan each time */ ${text}`).execute(database.db)
  await run(`set statement_timeout = 0`)
  await run(
    `insert into locations (id, name, type) select gen_random_uuid(), 'Place ' || n, 'Warehouse' from generate_series(1, 5) n`,
  )
  await run(
    `insert into items (id, kind, sku, name) select gen_random_uuid(), 'product', 'S' || n, 'Item ' || n from generate_series(1, ${items}) n`,
  )
  await run(`insert into lots (id, item_id, lot_number) select id, id, 'none' from items`)
  // Ten entries belong to one adjustment; all have the same time and one act in the audit log.
  const document = (n: string) => `md5('adjustment ' || ${n})::uuid`
  await run(`insert into audit_log (at, act, entity) values ('2026-01-01', 'bench', 'bench')`)
  const one = 100_000
  for (let from = 0; from < entries; from += one) {
    await run(`insert into stock_entry (op_id, effect, item_id, location_id, lot_id, d_on_hand, d_committed, source_type, source_id,
        source_line_id, cycle, reason, at, written_at)
      select gen_random_uuid(), 'ADJUST', i.id, p.id, i.id, case when n % 10 in (2, 5, 8) then -5 else 10 end, 0, 'adjustment',
        ${document('n / 10')}, gen_random_uuid(), 1, 'other',
        now() - make_interval(secs => (${entries} - n) * 31536000.0 / ${entries}), '2026-01-01'
      from generate_series(${from}, ${Math.min(from + one, entries) - 1}) n
      join (select id, row_number() over (order by id) - 1 as at from items) i on i.at = (n / 10) % ${items}
      join (select id, row_number() over (order by id) - 1 as at from locations) p on p.at = (n / 10 / ${items}) % 5
      order by n`)
  }
  await run(`insert into stock_adjustments (id, number, item_id, kind, quantity, reason)
    select source_id, 'ADJ-2026-' || lpad(row_number() over ()::text, 6, '0'), item_id, 'initial', sum(d_on_hand), 'other'
    from stock_entry group by source_id, item_id`)
  await run(`insert into counters (name, year, value) select 'ADJ', 2026, count(*) from stock_adjustments`)
  await run(`insert into stock_balance (item_id, location_id, lot_id, on_hand, committed)
    select item_id, location_id, lot_id, sum(d_on_hand), sum(d_committed) from stock_entry group by 1, 2, 3`)
  await run(`insert into item_stock (item_id, on_hand, committed, entries)
    select item_id, sum(d_on_hand), sum(d_committed), count(*) from stock_entry group by 1`)
  await run('analyze')
}
