import { sql } from 'kysely'
import { formatDay } from '#shared/format-day.ts'
import type { ReportQuery } from '#shared/reports/report.ts'
import { reportNamed } from '#shared/reports/reports.ts'
import type { scheduleFormats } from '#shared/reports/schedules-api.ts'
import type { Replica } from '#server/db/replica.ts'
import type { CommandDeps } from '#server/kernel/command.ts'
import { getSettings } from '#server/settings/settings.ts'
import { makeReportFile } from '../make-report-file.ts'
import { writtenFigure } from '../report-file.ts'
import { runReport } from '../run-report.ts'

/** A report that takes longer is marked as failed. */
const reportTimeout = '2min'

export type ReportDeps = Pick<CommandDeps, 'database'> & { replica: Replica }

export interface ReportToDraw {
  report: string
  query: ReportQuery
  format: (typeof scheduleFormats)[number]
}

export interface DrawnReport {
  /** The days of the report, as text. */
  span: string
  figures: string[]
  /** The content in base64; null if only the link is sent. */
  file: { name: string; type: string; content: string } | null
}

/** Runs a report and returns the content of its mails, as JSON. */
export async function drawReport(
  { database: { db }, replica }: ReportDeps,
  run: ReportToDraw,
  today: string,
): Promise<Buffer> {
  const report = reportNamed(run.report)
  const found = await replica.read((place) =>
    place.transaction().execute(async (reading) => {
      await sql.raw(`set local statement_timeout = '${reportTimeout}'`).execute(reading)
      return runReport(reading, report, { ...run.query, all: 'true' }, today)
    }),
  )
  const { currency } = await getSettings(db)
  const file = run.format === 'link' ? null : await makeReportFile(db, report, found, run.query.by, run.format)
  const { start, end } = found.range
  const figures = Object.entries(report.measures).map(([name, measure]) => {
    const { current, previous } = found.totals
    const figureOf = (value: string | number = 0) =>
      `${measure.unit === 'money' ? `${currency} ` : ''}${writtenFigure(measure, value)}`
    const before = previous && ` (${figureOf(previous[name])} in the period before)`
    return `${measure.label}: ${figureOf(current[name])}${before ?? ''}`
  })
  const drawn: DrawnReport = {
    span: `${formatDay(start)} – ${formatDay(end)}`,
    figures,
    file: file && { ...file, content: file.content.toString('base64') },
  }
  return Buffer.from(JSON.stringify(drawn))
}
