import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import type { ReportDefinition } from '#shared/reports/report.ts'
import { itemsReport, ordersReport, salesReport } from '#shared/reports/reports.ts'
import { type Connection, type Database, openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { mergeSums } from '#server/reports/read-models.ts'
import { runReport } from '#server/reports/run-report.ts'
import { benchDay, fillPartners, fillYear } from './report-company.ts'
import { confirmTimes } from './report-cost.ts'

/*
 * npm run bench:reports -- --lines=1000000 --years=10: the figures of a year's reports over the raw aggregates of their daily sums
 * (by month and by row), in turns; the same with a longer history, in turns with it; what keeping the sums costs a confirmation. `--lines` is a
 * year's. A page shows a year beside the year before, so the raw aggregates read both, and the short history has two years.
 * Nothing fails because of a figure.
 */

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '100000' },
    years: { type: 'string', default: '10' },
    products: { type: 'string', default: '2000' },
    customers: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '15' },
  },
})
const { lines, years, products, customers, rounds } = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, Number(value)]),
) as Record<keyof typeof values, number>
const company = { lines, products, customers }
const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

const folder = mkdtempSync(join(tmpdir(), 'wardstock-reports-'))
chmodSync(folder, 0o755)
const postgres = await startEmbedded({ dataDir: folder, log: () => {} })

const lastTwoYears = `day between '2024-07-01' and '${benchDay}'`
interface Page {
  name: string
  report: ReportDefinition
  by: string
  table: string
  key: string
  sums: string
  only?: string
}
const pages: readonly Page[] = [
  {
    name: 'sales by customer',
    report: salesReport,
    by: 'customer',
    table: 'sales_days',
    key: 'account_id',
    sums: 'sum(total), sum(orders)',
    only: "status <> all('{PENDING,CANCELLED,RETURNED}')",
  },
  {
    name: 'items by item',
    report: itemsReport,
    by: 'item',
    table: 'item_sales_days',
    key: 'item_id',
    sums: 'sum(net), sum(quantity)',
  },
  {
    name: 'orders by status',
    report: ordersReport,
    by: 'status',
    table: 'sales_days',
    key: 'status',
    sums: 'sum(orders), sum(total)',
  },
]

interface Company {
  years: number
  connection: Connection
  database: Database
}

const opened: Database[] = []
try {
  const short = await fillCompany('short', 2)
  const long = years > 2 ? await fillCompany('long', years) : null
  for (const page of pages) await measure(page, long ? [short, long] : [short])
  const { kept, left, triggers, inside } = await confirmTimes(short.connection, short.database, rounds)
  const cost = median(kept) / median(left) - 1
  console.log(
    `confirm: ${median(kept).toFixed(2)} ms with the daily sums kept by ${triggers} triggers, ${median(left).toFixed(2)} ms without, ${(100 * cost).toFixed(1)} % (goal 10 %)`,
  )
  console.log(
    `confirm: ${inside.toFixed(2)} ms of it in the triggers by PostgreSQL's own count, ${((100 * inside) / (median(kept) - inside)).toFixed(1)} %`,
  )
  console.log(`Load ${loadavg()[0]?.toFixed(1)}.`)
} finally {
  for (const database of opened) await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** A company with so many years of orders, in a database of its own. */
async function fillCompany(name: string, span: number): Promise<Company> {
  const client = new pg.Client(postgres.connection)
  await client.connect()
  await client.query(`create database report_${name}`)
  await client.end()
  const connection = { ...postgres.connection, database: `report_${name}` }
  await migrate(connection)
  const database = openDatabase(connection, { max: 4 })
  opened.push(database)
  await fillPartners(database, company)
  for (let year = 0; year < span; year += 1) await fillYear(database, year, company)
  await mergeSums(database.db)
  await sql.raw('vacuum analyze').execute(database.db)
  return { years: span, connection, database }
}

/** A page and its raw aggregates in each of the companies, all in turns. */
async function measure({ name, report, by, table, key, sums, only = 'true' }: Page, companies: readonly Company[]) {
  const times = companies.map(() => ({ ours: [] as number[], raw: [] as number[] }))
  for (let round = 0; round < rounds + 2; round += 1) {
    for (const [at, { database }] of companies.entries()) {
      const { db } = database
      const ours = await timed(() => runReport(db, report, { range: '365', groupBy: 'month', by }, benchDay))
      const raw = await timed(() =>
        Promise.all([
          sql
            .raw(`select date_trunc('month', day), ${sums} from ${table} where ${lastTwoYears} and ${only} group by 1`)
            .execute(db),
          sql
            .raw(
              `select ${key}, day >= '2025-07-01', ${sums} from ${table} where ${lastTwoYears} and ${only} group by 1, 2 order by 3 desc limit 7`,
            )
            .execute(db),
        ]),
      )
      if (round < 2) continue
      times[at]?.ours.push(ours)
      times[at]?.raw.push(raw)
    }
  }
  for (const [at, one] of times.entries()) {
    const [ours, raw] = [median(one.ours), median(one.raw)]
    console.log(
      `${name}, ${companies[at]?.years} years of ${lines.toLocaleString('en')} lines: ${ours.toFixed(1)} ms over ${raw.toFixed(1)} ms raw, ${(ours / raw).toFixed(2)} × (goal 1.5)`,
    )
  }
  const [first, second] = times
  if (first && second)
    console.log(
      `${name}: ${companies[1]?.years} years over 2, ${(median(second.ours) / median(first.ours)).toFixed(2)} × (goal 1.2); raw ${(median(second.raw) / median(first.raw)).toFixed(2)} ×`,
    )
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await act()
  return performance.now() - began
}
