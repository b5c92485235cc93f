import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { ReportDefinition } from '#shared/reports/report.ts'
import { itemsReport, ordersReport, salesReport } from '#shared/reports/reports.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { mergeSums } from '#server/reports/read-models.ts'
import { runReport } from '#server/reports/run-report.ts'
import { benchDay, fillPartners, fillYear } from './report-company.ts'
import { confirmTimes } from './report-cost.ts'

/*
 * npm run bench:reports -- --lines=1000000 --years=10: the figures of a year's reports over the raw aggregates of their daily sums
 * (by month and by row), in turns; the same with a longer history; what keeping the sums costs a confirmation. `--lines` is a
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
await migrate(postgres.connection)
const database = openDatabase(postgres.connection, { max: 4 })
const { db } = database

const span = `day between '2024-07-01' and '${benchDay}'`
const pages: {
  name: string
  report: ReportDefinition
  by: string
  table: string
  key: string
  sums: string
  only?: string
}[] = [
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

try {
  await fillPartners(database, company)
  for (const year of [0, 1]) await fillYear(database, year, company)
  await settle()
  const first = await measurePages('2 years')
  const { kept, left, triggers } = await confirmTimes(postgres.connection, database, rounds)
  const cost = median(kept) / median(left) - 1
  console.log(
    `confirm: ${median(kept).toFixed(2)} ms with the daily sums kept by ${triggers} triggers, ${median(left).toFixed(2)} ms without, ${(100 * cost).toFixed(1)} % (goal 10 %)`,
  )
  if (years > 2) {
    for (let year = 2; year < years; year += 1) await fillYear(database, year, company)
    await settle()
    const long = await measurePages(`${years} years`)
    for (const [at, { name }] of pages.entries())
      console.log(`${name}: ${years} years over 2 ${((long[at] ?? 0) / (first[at] ?? 1)).toFixed(2)} × (goal 1.2)`)
  }
  console.log(`Load ${loadavg()[0]?.toFixed(1)}.`)
} finally {
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function settle(): Promise<void> {
  await mergeSums(db)
  await sql.raw('vacuum analyze').execute(db)
}

/** The median of each page, in milliseconds. */
async function measurePages(history: string): Promise<number[]> {
  const found: number[] = []
  for (const { name, report, by, table, key, sums, only = 'true' } of pages) {
    const raw = () =>
      Promise.all([
        sql
          .raw(`select date_trunc('month', day), ${sums} from ${table} where ${span} and ${only} group by 1`)
          .execute(db),
        sql
          .raw(
            `select ${key}, day >= '2025-07-01', ${sums} from ${table} where ${span} and ${only} group by 1, 2 order by 3 desc limit 7`,
          )
          .execute(db),
      ])
    const page = () => runReport(db, report, { range: '365', groupBy: 'month', by }, benchDay)
    const [mine, theirs]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds + 2; round += 1) {
      const [one, other] = [await timed(page), await timed(raw)]
      if (round < 2) continue
      mine.push(one)
      theirs.push(other)
    }
    const [ours, least] = [median(mine), median(theirs)]
    console.log(
      `${name}, ${history} of ${lines.toLocaleString('en')} lines: ${ours.toFixed(1)} ms over ${least.toFixed(1)} ms raw, ${(ours / least).toFixed(2)} × (goal 1.5)`,
    )
    found.push(ours)
  }
  return found
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await act()
  return performance.now() - began
}
