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
import { runReport } from '#server/reports/run-report.ts'
import { benchDay, fillCompany } from './report-company.ts'
import { confirmCosts } from './report-cost.ts'

/*
 * npm run bench:reports -- --lines=1000000 --years=10: how long a year's reports take compared with raw aggregates of
 * their daily sums (by month and by row), in turns; the same with a longer history, in turns with it; and what
 * maintaining the sums costs a confirmation. `--lines` is per year; 0 skips the pages, and without `--confirms` (rounds
 * of ten) there are no confirmations. A page compares a year with the year before, so the raw aggregates read both, and
 * the short history has two years. `--data=FOLDER` keeps the companies for the next run. No figure makes the run fail.
 */

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '100000' },
    years: { type: 'string', default: '10' },
    products: { type: 'string', default: '2000' },
    customers: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '15' },
    confirms: { type: 'string', default: '60' },
    data: { type: 'string' },
  },
})
const { lines, years, products, customers, rounds } = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, Number(value)]),
) as Record<keyof typeof values, number>
const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

const folder = values.data ?? mkdtempSync(join(tmpdir(), 'wardstock-reports-'))
chmodSync(folder, 0o755)
const postgres = await startEmbedded({ dataDir: folder, log: () => {}, settings: { autovacuum: 'off' } })

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
  if (lines > 0) {
    const short = await makeCompany('short', 2)
    const long = years > 2 ? await makeCompany('long', years) : null
    for (const page of pages) await measure(page, long ? [short, long] : [short])
  }
  if (Number(values.confirms) > 0) await measureConfirm()
  console.log(`Load ${loadavg()[0]?.toFixed(1)}.`)
} finally {
  for (const database of opened) await database.close()
  await postgres.stop()
  if (!values.data) rmSync(folder, { recursive: true, force: true })
}

/** The cost of maintaining the daily sums for a confirmation, in two identical companies. */
async function measureConfirm(): Promise<void> {
  const sides = []
  for (const name of ['kept', 'left'] as const) sides.push({ name, ...(await makeCompany(name, 1, 20_000)) })
  const { kept, left } = await confirmCosts(sides, Number(values.confirms))
  for (const [what, unit] of [
    ['cpu', 'ms of processor time'],
    ['wall', 'ms'],
  ] as const) {
    // Compares each round with the adjacent one of the other company, so that a busy moment affects both.
    const shares = kept[what]
      .map((time, round) => 100 * (time / (left[what][round] ?? 0) - 1))
      .toSorted((a, b) => a - b)
    const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => shares[Math.floor(shares.length * part)] ?? 0)
    const all = (times: readonly number[]) => times.reduce((sum, time) => sum + time, 0) / times.length
    console.log(
      `confirm, ${unit}: ${median(kept[what]).toFixed(2)} with the daily sums kept, ${median(left[what]).toFixed(2)} without: ${(100 * (median(kept[what]) / median(left[what]) - 1)).toFixed(1)} % by medians, ${(100 * (all(kept[what]) / all(left[what]) - 1)).toFixed(1)} % in all, ${middle?.toFixed(1)} % by rounds (half of them ${low?.toFixed(1)} to ${high?.toFixed(1)} %, ${shares.length} rounds)`,
    )
  }
  console.log(`confirm: ${(100 * (kept.wal / left.wal - 1)).toFixed(1)} % more write-ahead log`)
}

/** A company with that many years of orders, in a database of its own. */
async function makeCompany(name: string, span: number, perYear = lines): Promise<Company> {
  const began = performance.now()
  const connection = { ...postgres.connection, database: `report_${name}_${span}_${perYear}` }
  const isThere = await statement(
    postgres.connection,
    `select from pg_database where datname = '${connection.database}'`,
  )
  if (isThere === 0) {
    await statement(postgres.connection, `create database ${connection.database}`)
    await migrate(connection)
  }
  const database = openDatabase(connection, { max: 4 })
  opened.push(database)
  if (isThere === 0) {
    await fillCompany(database, { lines: perYear, products, customers, years: span })
    await statement(connection, 'vacuum analyze')
    const seconds = Math.round((performance.now() - began) / 1000)
    console.log(
      `${span} years of ${perYear.toLocaleString('en')} lines filled in ${seconds} s, load ${loadavg()[0]?.toFixed(1)}.`,
    )
  }
  return { years: span, connection, database }
}

/** Runs a statement without a time limit; returns the number of rows. */
async function statement(connection: Connection, text: string): Promise<number> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rowCount } = await client.query(text).finally(() => client.end())
  return rowCount ?? 0
}

/** Measures a page and its raw aggregates in each of the companies, in turns. */
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
