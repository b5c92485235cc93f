import { businessDate } from '#shared/dates.ts'
import { integrityApi } from '#shared/reports/integrity-api.ts'
import { type DateRange, rangeOf, type RangeQuery } from '#shared/reports/date-range.ts'
import { inventoryReportsApi } from '#shared/reports/inventory-api.ts'
import type { ReportDefinition, ReportQuery } from '#shared/reports/report.ts'
import { reports } from '#shared/reports/reports.ts'
import type { Db } from '#server/db/database.ts'
import { renderDocument } from '#server/documents/draw-document.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { sendTable } from '#server/http/table-download.ts'
import { getSettings } from '#server/settings/settings.ts'
import { rebuildSums } from './read-models.ts'
import { fileColumns, fileLines, reportDocument } from './report-file.ts'
import { firstStockDay, reportStock } from './stock-value.ts'
import { countDeleted, listLowStock, listSupplierDeliveries } from './supply-figures.ts'
import { runReport } from './run-report.ts'

export function serveReports({ read }: Serve, { clock, timeZone, database }: ServeDeps): void {
  const run = (db: Db, definition: ReportDefinition, query: ReportQuery) =>
    runReport(db, definition, query, businessDate(clock(), timeZone()))
  for (const report of reports) {
    read(report.read, ({ db, query }) => run(db, report, query))
    read(report.file, async ({ db, query, reply }) => {
      const { format, ...asked } = query
      const found = await run(db, report, { ...asked, all: 'true' })
      const dimensions: ReportDefinition['dimensions'] = report.dimensions
      const first = (query.by && dimensions[query.by]?.label) || 'Period'
      const lines = fileLines(found, query.by)
      const name = [report.name, found.range.start, found.range.end].join('-')
      if (format !== 'pdf') {
        const rows = (async function* () {
          yield lines
        })()
        return sendTable(reply, { name, format, columns: fileColumns(report, first), rows })
      }
      const { currency, company } = await getSettings(db)
      const content = await renderDocument(reportDocument(report, found, lines, first, currency), company)
      reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}.pdf"`)
      return content as never
    })
  }
  const { stock, supplierDeliveries, lowStock, deletedCounts } = inventoryReportsApi
  const rangeNow = async (db: Db, query: RangeQuery) => {
    const today = businessDate(clock(), timeZone())
    const start = query.range === 'all' ? await firstStockDay(db) : null
    return rangeOf(query, today, start === null ? null : { start, end: today })
  }
  const shown = ({ start, end, groupBy }: DateRange) => ({ start, end, groupBy })
  read(stock, async ({ db, query }) => reportStock(db, await rangeNow(db, query)))
  read(supplierDeliveries, async ({ db, query }) => {
    const range = await rangeNow(db, query)
    return { range: shown(range), data: await listSupplierDeliveries(db, range) }
  })
  read(lowStock, async ({ db, query }) => {
    const range = await rangeNow(db, query)
    return { range: shown(range), ...(await listLowStock(db, range)) }
  })
  read(deletedCounts, async ({ db, caller, query }) => {
    const range = await rangeNow(db, query)
    return { range: shown(range), data: await countDeleted(db, caller, range) }
  })
  // Not one command: each of the sums is added to in a transaction of its own, so that nobody waits long.
  read(integrityApi.rebuildReportSums, async () => ({ data: await rebuildSums(database) }))
}
