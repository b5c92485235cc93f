import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import {
  abcXyzReport,
  adjustmentsReport,
  countAccuracyReport,
  expiryCostReport,
  recallsReport,
  stockValueReport,
} from '#shared/reports/inventory-reports.ts'
import { receivablesReport } from '#shared/reports/more-reports.ts'
import type { ReportDefinition } from '#shared/reports/report.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { rebuildSums } from '#server/reports/read-models.ts'
import { runReport } from '#server/reports/run-report.ts'
import { fillRecords } from './record-company.ts'
import { benchDay } from './report-company.ts'

/*
 * npm run bench:balances -- [--entries=100000] [--invoices=100000]: how long the reports over records take, in
 * milliseconds, in a company with that many stock entries and invoices of two years, a quarter of them paid.
 */

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '100000' },
    invoices: { type: 'string', default: '100000' },
    products: { type: 'string', default: '2000' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'wardstock-balances-'))
chmodSync(folder, 0o755)
const postgres = await startEmbedded({ dataDir: folder, log: () => {} })
const year = { range: '365', groupBy: 'month' }
const pages: readonly [ReportDefinition, string, Record<string, string>][] = [
  [stockValueReport, 'item', year],
  [stockValueReport, 'item', { range: '90', groupBy: 'day' }],
  [receivablesReport, 'age', year],
  [receivablesReport, 'age', { range: '90', groupBy: 'day' }],
  [abcXyzReport, 'class', year],
  [adjustmentsReport, 'reason', year],
  [expiryCostReport, 'item', year],
  [countAccuracyReport, 'item', year],
  [recallsReport, 'item', year],
]

try {
  await migrate(postgres.connection)
  const database = openDatabase(postgres.connection, { max: 2 })
  await fillRecords(postgres.connection, {
    entries: Number(values.entries),
    invoices: Number(values.invoices),
    products: Number(values.products),
  })
  await rebuildSums(database)
  await sql`analyze`.execute(database.db)
  const results = []
  for (const [report, by, query] of pages) {
    const times: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const began = performance.now()
      const work = (by ? { ...query, by } : query) as Parameters<typeof runReport>[2]
      await runReport(database.db, report, work, benchDay)
      times.push(performance.now() - began)
    }
    results.push({ report: report.name, ...query, ms: Math.round(times.toSorted((a, b) => a - b)[1] ?? 0) })
  }
  console.table(results)
  console.log(`Load ${(loadavg()[0] ?? 0).toFixed(1)}.`)
  await database.close()
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
