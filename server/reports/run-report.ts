import { type RawBuilder, sql } from 'kysely'
import { daysBetween } from '#shared/dates.ts'
import { allDays, type DateRange, type DateSpan, rangeOf } from '#shared/reports/date-range.ts'
import {
  maxReportRows,
  type ReportDefinition,
  type ReportQuery,
  type ReportReply,
  topRows,
} from '#shared/reports/report.ts'
import type { Db } from '#server/db/database.ts'
import {
  addSums,
  comparedFigures,
  comparesOnce,
  figuresFrom,
  measureSums,
  type Report,
  type SpanName,
  type Sums,
  sumsOf,
} from './report-figures.ts'
import { reportSources } from './report-sources.ts'
import { sumBalances } from './run-balance.ts'
import { isOnDays, type ReportDays, rowsFor } from './sources/report-source.ts'

/** Runs any report: at most three statements, each over the days of the range and of the compared ranges. Throws INVALID. */
export async function runReport(
  db: Db,
  definition: ReportDefinition,
  query: ReportQuery,
  today: string,
): Promise<ReportReply> {
  const source = reportSources[definition.name]
  if (!source) throw new Error(`Nothing says where the figures of ${definition.name} come from`)
  const isAll = query.range === 'all'
  const all = isAll ? await knownSpan(db, definition, today) : null
  const range = rangeOf(query, today, all)
  const report = { source, definition, measures: Object.keys(definition.measures), range }
  const [{ periods, totals }, rows] = await Promise.all([
    definition.isBalance ? sumBalances(db, report) : sumPeriods(db, report),
    query.by ? sumRows(db, report, query.by, query.all ? maxReportRows : topRows) : null,
  ])
  const { start, end, groupBy, previous, yearAgo } = range
  const isEmpty = Object.values(totals.current).every((figure) => Number(figure) === 0)
  const known = isEmpty && !isAll ? await knownSpan(db, definition, today) : all
  return {
    range: { start, end, groupBy },
    previous,
    yearAgo,
    totals,
    periods,
    rows: rows?.rows ?? [],
    rowCount: rows?.count ?? 0,
    rest: rows?.rest ?? null,
    earliest: known?.start ?? null,
    latest: known?.end ?? null,
    asOf: null,
  }
}

/** The first and the last day with data; a balance lasts until today. */
export async function knownSpan(db: Db, definition: ReportDefinition, today: string): Promise<DateSpan | null> {
  const source = reportSources[definition.name]
  if (!source) return null
  const from =
    source.known ??
    rowsFor(source.rows, {
      start: today,
      end: today,
      spans: [allDays],
      evenings: [today],
    })
  const found = await (definition.isSlow ? readWholeSpan : readSpan)(db, from, source.where)
  if (!found || !definition.isBalance) return found
  return { start: found.start < today ? found.start : today, end: today }
}

type Sql = RawBuilder<unknown>

async function readSpan(db: Db, from: Sql, where: Sql): Promise<DateSpan | null> {
  const { rows } = await sql<{ start: string | null; end: string | null }>`select
    (select f.day from ${from} where ${where} order by f.day limit 1) as start,
    (select f.day from ${from} where ${where} order by f.day desc limit 1) as "end"`.execute(db)
  const [row] = rows
  return row?.start && row.end ? { start: row.start, end: row.end } : null
}

/** The same for records, which have no index by day. */
async function readWholeSpan(db: Db, from: Sql, where: Sql): Promise<DateSpan | null> {
  const { rows } = await sql<{
    start: string | null
    end: string | null
  }>`select min(f.day) as start, max(f.day) as "end"
    from ${from} where ${where}`.execute(db)
  const [row] = rows
  return row?.start && row.end ? { start: row.start, end: row.end } : null
}

/**
 * Sums of each range by `key`; `span` is the name of the range, `shift` the days to move it onto the current one. Daily sums
 * are added up separately for each range, so that the planner knows its days and keys and may use parallel workers; such
 * statements are planned each time. Records are read once for all ranges.
 */
function sumSpans(report: Report, days: ReportDays, key: Sql, join: Sql = sql``): Sql {
  const { source, definition } = report
  const { start, end, previous, yearAgo } = report.range
  const from = rowsFor(source.rows, days)
  const named: [SpanName, DateSpan | null][] = [
    ['current', { start, end }],
    ['previous', previous],
    ['yearAgo', comparesOnce(report.range) ? null : yearAgo],
  ]
  const spans = named.flatMap(([name, span]) =>
    span ? [{ ...span, name: sql`${name}::text`, shift: sql`${daysBetween(span.start, start)}::int` }] : [],
  )
  const sums = measureSums(report)
  if (definition.isSlow) {
    const values = spans.map((one) => sql`(${one.name}, ${one.start}::date, ${one.end}::date, ${one.shift})`)
    return sql`select s.name as span, s.shift, ${key} as key, ${sums}
      from (values ${sql.join(values)}) s(name, first, last, shift)
        join ${from} on f.day between s.first and s.last ${join}
      where ${isOnDays(sql`f.day`, days.spans)} and ${source.where} group by 1, 2, 3`
  }
  const parts = spans.map(
    (one) => sql`select ${one.name} as span, ${one.shift} as shift, ${key} as key, ${sums} from ${from} ${join}
      where f.day between ${one.start}::date and ${one.end}::date and ${source.where} group by 3`,
  )
  return sql.join(parts, sql` union all `)
}

async function sumPeriods(db: Db, report: Report) {
  const { range, measures } = report
  const unit = sql`${range.groupBy}::text`
  const step = sql`('1 ' || ${unit})::interval`
  const none = sql.join(measures.map((name) => sql`null::text as ${sql.ref(name)}`))
  // Grouped by day first, as there are few days and many rows. timestamp, not timestamptz: days don't depend on the time zone.
  const { rows } = await sql<
    {
      name: SpanName | null
      start: string
      end: string
    } & Record<string, string>
  >`/* plan each time */ select d.span as name, date_trunc(${unit}, least(d.key + d.shift, ${range.end}::date)::timestamp)::date as start,
      null::date as "end", ${sql.join(measures.map((name) => sql`sum(d.${sql.ref(name)})::text as ${sql.ref(name)}`))}
    from (${sumSpans(report, reportDays(range), sql`f.day`)}) d
    group by 1, 2
    union all
    select null, period::date, (period + ${step})::date - 1, ${none}
    from generate_series(date_trunc(${unit}, ${range.start}::timestamp), ${range.end}::timestamp, ${step}) as period`.execute(
    db,
  )
  const found = new Map<string, Sums>()
  const totals: Partial<Record<SpanName, Sums>> = {}
  for (const row of rows) {
    if (!row.name) continue
    const sums = sumsOf(row, measures)
    found.set(`${row.name} ${row.start}`, sums)
    totals[row.name] = addSums(totals[row.name], sums, measures)
  }
  const compared = (of: (name: SpanName) => Sums | undefined) => comparedFigures(report, of)
  return {
    totals: compared((name) => totals[name]),
    periods: rows
      .filter((row) => row.name === null)
      .toSorted((a, b) => (a.start < b.start ? -1 : 1))
      .map(({ start, end }) => ({
        start: start < range.start ? range.start : start,
        end: end > range.end ? range.end : end,
        ...compared((name) => found.get(`${name} ${start}`)),
      })),
  }
}

/** The days that a source needs for a range; for a balance report, the last days of the ranges. */
const reportDays = ({ start, end, previous, yearAgo }: DateRange): ReportDays => {
  const spans = [{ start, end }, previous, yearAgo].filter((span) => span !== null)
  return { start, end, spans, evenings: spans.map((span) => span.end) }
}

const lastDays = (range: DateRange): DateRange => {
  const last = ({ end }: DateSpan) => ({ start: end, end })
  return {
    ...range,
    ...last(range),
    previous: range.previous && last(range.previous),
    yearAgo: range.yearAgo && last(range.yearAgo),
  }
}

async function sumRows(db: Db, report: Report, by: string, shown: number) {
  const { source, measures, definition } = report
  const range = definition.isBalance ? lastDays(report.range) : report.range
  const dimension = source.dimensions[by]
  if (!dimension) throw new Error(`No dimension ${by}`)
  const { key, join, label = sql`g.key`, order } = dimension
  const names: SpanName[] = ['current', 'previous', 'yearAgo']
  const columnOf = (span: SpanName, name: string) => sql.ref(`${span}_${name}`)
  const sums = names.flatMap((span) =>
    measures.map(
      (name) => sql`coalesce(sum(p.${sql.ref(name)}) filter (where p.span = ${span}), 0) as ${columnOf(span, name)}`,
    ),
  )
  const main = columnOf('current', measures[0] ?? '')
  const all = sql.join(
    measures.map((name) => sql`sum(${columnOf('current', name)}) over ()::text as ${sql.ref(`all_${name}`)}`),
  )
  const figures = names.flatMap((span) => measures.map((name) => columnOf(span, name)))
  const active = sql.join(
    measures.map((name) => sql`${columnOf('current', name)} <> 0`),
    sql` or `,
  )
  const { rows } = await sql<
    Record<string, string> & { key: string | null; label: string | null; count: number }
  >`/* plan each time */ select g.key::text as key, coalesce(${label}::text, 'None') as label, g.count,
      ${sql.join(measures.map((name) => sql`g.${sql.ref(`all_${name}`)}`))},
      ${sql.join(figures.map((one) => sql`g.${one}::text`))}
    from (select *, count(*) over () as count, ${all} from (
        select p.key, ${sql.join(sums)} from (${sumSpans({ ...report, range }, reportDays(report.range), key, join)}) p
        group by p.key) k
      where ${active} order by ${main} desc, key limit ${shown}) g
    order by ${order ? sql`${order}, ` : sql``}g.${main} desc, g.key`.execute(db)
  const bare = (row: Record<string, string>, prefix: string): Sums =>
    Object.fromEntries(measures.map((name) => [name, BigInt(row[`${prefix}_${name}`] ?? 0)]))
  const found = rows.map((row) => ({
    key: row.key,
    label: row.label ?? 'None',
    ...comparedFigures(report, (span) => bare(row, span)),
  }))
  const [first] = rows
  if (!first || first.count <= rows.length) return { rows: found, count: rows.length, rest: null }
  let rest = bare(first, 'all')
  for (const row of rows) rest = addSums(rest, bare(row, 'current'), measures, -1n)
  return { rows: found, count: first.count, rest: figuresFrom(report, rest) }
}
