import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { mkdtempSync, rmSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { itemsReport, salesReport } from '#shared/reports/reports.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { mergeSums } from '#server/reports/read-models.ts'
import { runReport } from '#server/reports/run-report.ts'

/*
 * npm run bench:reports -- --lines=1000000 --years=1: the figures of a year's reports over the raw aggregates of their daily
 * sums (by month and by row), in turns. `--lines` is a year's; `--years=10` shows what a longer history costs.
 */

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '100000' },
    years: { type: 'string', default: '1' },
    products: { type: 'string', default: '2000' },
    customers: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '9' },
  },
})
const { lines, years, products, customers, rounds } = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, Number(value)]),
) as Record<keyof typeof values, number>
const linesPerOrder = 10
const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
const today = '2026-06-30'

const folder = mkdtempSync(join(tmpdir(), 'wardstock-reports-'))
chmodSync(folder, 0o755)
const postgres = await startEmbedded({ dataDir: folder, log: () => {}, fsync: false })
await migrate(postgres.connection)
const database = openDatabase(postgres.connection, { max: 4 })
const { db } = database
try {
  await fill()
  await mergeSums(db)
  await sql.raw('vacuum analyze').execute(db)
  const span = `day between '2025-07-01' and '${today}'`
  const raw = (table: string, key: string, sums: string) => () =>
    Promise.all([
      sql.raw(`select date_trunc('month', day), ${sums} from ${table} where ${span} group by 1`).execute(db),
      sql.raw(`select ${key}, ${sums} from ${table} where ${span} group by 1 order by 2 desc limit 7`).execute(db),
    ])
  const page = (report: typeof salesReport | typeof itemsReport, by: string) => () =>
    runReport(db, report, { range: '365', groupBy: 'month', by }, today)
  await compare(
    'sales by customer',
    page(salesReport, 'customer'),
    raw('sales_days', 'account_id', 'sum(total), sum(orders)'),
  )
  await compare(
    'items by item',
    page(itemsReport, 'item'),
    raw('item_sales_days', 'item_id', 'sum(net), sum(quantity)'),
  )
} finally {
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function compare(name: string, page: () => Promise<unknown>, raw: () => Promise<unknown>): Promise<void> {
  const timed = async (act: () => Promise<unknown>) => {
    const began = performance.now()
    await act()
    return performance.now() - began
  }
  const [pages, raws]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds + 2; round += 1) {
    const [one, other] = [await timed(page), await timed(raw)]
    if (round < 2) continue
    pages.push(one)
    raws.push(other)
  }
  const [mine, theirs] = [median(pages), median(raws)]
  console.log(
    `${name}: ${mine.toFixed(1)} ms over ${theirs.toFixed(1)} ms raw, ratio ${(mine / theirs).toFixed(2)} (${lines.toLocaleString('en')} lines a year, ${years} years)`,
  )
}

/** Orders of every day of the years, as an import would write them. */
async function fill(): Promise<void> {
  const run = (text: string) => sql.raw(`/* plan each time */ ${text}`).execute(db)
  await run(
    `insert into accounts (id, name) select gen_random_uuid(), 'Hospital ' || n from generate_series(1, ${customers}) n`,
  )
  await run(`insert into items (id, kind, sku, name) select gen_random_uuid(), 'product', 'S' || n, 'Item ' || n
    from generate_series(1, ${products}) n`)
  const perDay = Math.max(1, Math.round(lines / linesPerOrder / 365))
  for (let year = 0; year < years; year += 1) {
    for (let month = 0; month < 12; month += 1) {
      const first = `(date '${today}' - interval '${year * 12 + month + 1} months')::date`
      await database.transaction(async (tx) => {
        await sql.raw('set local statement_timeout = 0').execute(tx)
        await sql
          .raw(`create temporary table fresh on commit drop as
          select gen_random_uuid() as id, d::date as day, d::text || '-' || n as number,
            (select array_agg(id) from accounts) as accounts
          from generate_series(${first} + 1, ${first} + interval '1 month', interval '1 day') d, generate_series(1, ${perDay}) n`)
          .execute(tx)
        await sql
          .raw(`insert into sales_orders (id, number, account_id, status, order_date, total, line_count, origin)
          select id, number, accounts[1 + floor(random() * ${customers})::int], 'DELIVERED', day, 10000, ${linesPerOrder}, 'import' from fresh`)
          .execute(tx)
        await sql
          .raw(`insert into sales_order_lines (id, order_id, position, item_id, quantity, unit_price, total)
          select gen_random_uuid(), f.id, n, i.ids[1 + floor(random() * random() * ${products})::int], 5, 20000, 1000
          from fresh f cross join generate_series(1, ${linesPerOrder}) n cross join (select array_agg(id) as ids from items) i`)
          .execute(tx)
      })
    }
  }
}
