import { renderDocument } from '#server/documents/draw-document.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { tableFile, tableTypes } from '#server/files/table-file.ts'
import { getSettings } from '#server/settings/settings.ts'
import type { ReportDefinition, ReportReply } from '#shared/reports/report.ts'
import { fileColumns, fileLines, reportDocument } from './report-file.ts'

/** A report's result as a file: the rows of the dimension `by`, or the periods. */
export async function makeReportFile(
  db: Db | Tx,
  definition: ReportDefinition,
  found: ReportReply,
  by: string | undefined,
  format: 'csv' | 'xlsx' | 'pdf',
): Promise<{ name: string; type: string; content: Buffer }> {
  const first = (by && definition.dimensions[by]?.label) || 'Period'
  const lines = fileLines(found, by)
  const base = [definition.name, ...(by ? [by] : []), found.range.start, found.range.end].join('-')
  const name = `${base}.${format}`
  if (format === 'pdf') {
    const { currency, company } = await getSettings(db)
    const content = await renderDocument(reportDocument(definition, found, lines, first, currency), company)
    return { name, type: 'application/pdf', content }
  }
  const columns = fileColumns(definition, first)
  const cells = (async function* () {
    yield lines.map((line) => columns.map((column) => column.cell(line)))
  })()
  const headers = columns.map((column) => column.header)
  const parts: Buffer[] = []
  for await (const part of tableFile(format, base, headers, cells)) parts.push(part)
  return { name, type: tableTypes[format], content: Buffer.concat(parts) }
}
