import { sql } from 'kysely'
import { addDays, daysBetween } from '#shared/dates.ts'
import { type DateSpan, periodsOf } from '#shared/reports/date-range.ts'
import type { ReportReply } from '#shared/reports/report.ts'
import type { Db } from '#server/db/database.ts'
import { comparedFigures, measureSums, type Report, type SpanName, type Sums, sumsOf } from './report-figures.ts'
import { rowsFor } from './sources/report-source.ts'

/** The balances on the last day of a range and of each of its periods, and on the corresponding days of the compared ranges. */
export async function sumBalances(db: Db, report: Report): Promise<Pick<ReportReply, 'totals' | 'periods'>> {
  const { range, source, measures } = report
  const periods = periodsOf(range)
  const spans: Record<SpanName, DateSpan | null> = { current: range, previous: range.previous, yearAgo: range.yearAgo }
  const eveningOf = (name: SpanName, { end }: DateSpan): string | null => {
    const span = spans[name]
    if (!span) return null
    const moved = addDays(end, -daysBetween(span.start, range.start))
    return end === range.end || moved > span.end ? span.end : moved
  }
  const names: SpanName[] = ['current', 'previous', 'yearAgo']
  const evenings = [...new Set(periods.flatMap((period) => names.flatMap((name) => eveningOf(name, period) ?? [])))]
  const from = rowsFor(source.evenings ?? source.rows, {
    start: range.start,
    end: range.end,
    spans: Object.values(spans).filter((span) => span !== null),
    evenings: evenings.toSorted(),
  })
  const { rows } = await sql<{ day: string } & Record<string, string>>`
    select d.day, ${sql.join(measures.map((name) => sql`d.${sql.ref(name)}::text`))} from (
      select f.day, ${measureSums(report)} from ${from} where ${source.where} group by 1) d`.execute(db)
  const found = new Map<string, Sums>(rows.map((row) => [row.day, sumsOf(row, measures)]))
  const at = (period: DateSpan) => comparedFigures(report, (name) => found.get(eveningOf(name, period) ?? ''))
  return { totals: at(range), periods: periods.map((period) => ({ ...period, ...at(period) })) }
}
