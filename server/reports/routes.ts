import { businessDate } from '#shared/dates.ts'
import { integrityApi } from '#shared/reports/integrity-api.ts'
import { type DateRange, rangeOf, type RangeQuery } from '#shared/reports/date-range.ts'
import { inventoryReportsApi } from '#shared/reports/inventory-api.ts'
import type { ReportDefinition, ReportQuery } from '#shared/reports/report.ts'
import { reports } from '#shared/reports/reports.ts'
import type { Db } from '#server/db/database.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { deletedColumns, lowStockColumns, sendRows } from './inventory-files.ts'
import { makeReportFile } from './make-report-file.ts'
import { rebuildSums } from './read-models.ts'
import { firstStockDay, reportStock } from './stock-value.ts'
import { countDeleted, listLowStock, listSupplierDeliveries } from './supply-figures.ts'
import { listRecords } from './report-records.ts'
import { runReport } from './run-report.ts'
import { withTimeLimit } from './time-limit.ts'

export function serveReports({ read }: Serve, { clock, timeZone, database, replica }: ServeDeps): void {
  const dayNow = () => businessDate(clock(), timeZone())
  const run = (db: Db, definition: ReportDefinition, query: ReportQuery) =>
    definition.isSlow
      ? withTimeLimit(db, (tx) => runReport(tx, definition, query, dayNow()))
      : runReport(db, definition, query, dayNow())
  for (const report of reports) {
    read(report.read, ({ query, caller }) =>
      replica.read(async (db, asOf) => ({ ...(await run(db, report, query)), asOf }), { reader: caller.userId }),
    )
    read(report.records, ({ query }) =>
      replica.read((db) => withTimeLimit(db, (tx) => listRecords(tx, report, query, dayNow()))),
    )
    read(report.file, async ({ query, reply }) => {
      const { format, ...rangeQuery } = query
      const { name, type, content } = await replica.read(async (db) => {
        const found = await run(db, report, { ...rangeQuery, all: 'true' })
        return makeReportFile(db, report, found, query.by, format)
      })
      reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
      return content as never
    })
  }
  const { stock, supplierDeliveries, lowStock, lowStockFile, deletedCounts, deletedCountsFile } = inventoryReportsApi
  const rangeNow = async (db: Db, query: RangeQuery) => {
    const today = businessDate(clock(), timeZone())
    const start = query.range === 'all' ? await firstStockDay(db) : null
    return rangeOf(query, today, start === null ? null : { start, end: today })
  }
  const shown = ({ start, end, groupBy }: DateRange) => ({ start, end, groupBy })
  read(stock, ({ query }) => replica.read(async (db) => reportStock(db, await rangeNow(db, query))))
  read(supplierDeliveries, ({ query }) =>
    replica.read(async (db) => {
      const range = await rangeNow(db, query)
      return { range: shown(range), data: await listSupplierDeliveries(db, range) }
    }),
  )
  read(lowStock, ({ query }) =>
    replica.read(async (db) => {
      const range = await rangeNow(db, query)
      return { range: shown(range), ...(await listLowStock(db, range)) }
    }),
  )
  read(deletedCounts, ({ caller, query }) =>
    replica.read(async (db) => {
      const range = await rangeNow(db, query)
      return { range: shown(range), data: await countDeleted(db, caller, range) }
    }),
  )
  read(lowStockFile, ({ query: { format, ...query }, reply }) =>
    replica.read(async (db) => {
      const range = await rangeNow(db, query)
      const { data } = await listLowStock(db, range)
      return sendRows(reply, `low-stock-${range.start}-${range.end}`, format, lowStockColumns, data)
    }),
  )
  read(deletedCountsFile, ({ caller, query: { format, ...query }, reply }) =>
    replica.read(async (db) => {
      const range = await rangeNow(db, query)
      const data = await countDeleted(db, caller, range)
      return sendRows(reply, `deleted-${range.start}-${range.end}`, format, deletedColumns, data)
    }),
  )
  // Not one command: each read model is rebuilt in its own transaction, so that nobody waits long.
  read(integrityApi.rebuildReportSums, async ({ body }) => ({ data: await rebuildSums(database, body.table) }))
}
