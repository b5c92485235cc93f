import { type RawBuilder, sql } from 'kysely'
import type { DateSpan } from '#shared/reports/date-range.ts'

export interface DimensionSource {
  /** The key that rows are grouped by. */
  key: RawBuilder<unknown>
  /** The label of a row, with its key as `g.key`; the key itself if undefined. */
  label?: RawBuilder<unknown>
  /** The key of a labelled row is text, not an id. */
  isText?: boolean
  /** The order of the rows by `g.key`, if the dimension has its own; else by the first measure, the largest first. */
  order?: RawBuilder<unknown>
  /** The joins that the key needs. */
  join?: RawBuilder<unknown>
}

/** The days of a report: those of the range, and for a balance report the days at whose end it is read. */
export interface ReportDays extends DateSpan {
  /** The range and the compared ranges. */
  spans: readonly DateSpan[]
  evenings: readonly string[]
}

export type ReportRows = RawBuilder<unknown> | ((days: ReportDays) => RawBuilder<unknown>)

/** The source of a report's figures: each row `f` belongs to a day and adds to the figures. */
export interface ReportSource {
  /** Rows `f` with a date `day`; for a balance report it is one of the evenings. */
  rows: ReportRows
  /** For balance reports: a row `f` of sums for each evening, if adding up `rows` for many evenings would be too slow. */
  evenings?: (days: ReportDays) => RawBuilder<unknown>
  where: RawBuilder<unknown>
  measures: Readonly<Record<string, RawBuilder<unknown>>>
  dimensions: Readonly<Record<string, DimensionSource>>
  /**
   * The records behind the sums: rows `f` as above, also with row_id, record_kind, record_id, record_name and detail. If
   * undefined, `rows` are such records already.
   */
  records?: ReportRows
  /** For `rows` that depend on the range: rows `f` that are read only for the first and last day with data. */
  known?: RawBuilder<unknown>
}

const anyOf = (spans: readonly DateSpan[], isWithin: (span: DateSpan) => RawBuilder<unknown>) =>
  sql`(${sql.join(spans.map(isWithin), sql` or `)})`

/** True if a day is in one of the spans. */
export const isOnDays = (day: RawBuilder<unknown>, spans: readonly DateSpan[]) =>
  anyOf(spans, ({ start, end }) => sql`${day} between ${start}::date and ${end}::date`)

/**
 * True if a timestamp may be on a day of the spans: with a margin of two days on each side for the time zones of company and
 * server, so that an index can be used and the planner can estimate the rows. The report itself filters by day.
 */
export const isAround = (moment: string, spans: readonly DateSpan[]) =>
  anyOf(
    spans,
    ({ start, end }) => sql`${sql.ref(moment)} >= ${start}::date - 2 and ${sql.ref(moment)} < ${end}::date + 3`,
  )

export const rowsFor = (rows: ReportRows, days: ReportDays) => (typeof rows === 'function' ? rows(days) : rows)

export const nameIn = (table: string) => sql`(select n.name from ${sql.table(table)} n where n.id = g.key)`
export const column = (name: string) => sql`f.${sql.ref(name)}`
/** Measures that are columns of the same name. */
export const columnsNamed = (...names: string[]) => Object.fromEntries(names.map((name) => [name, column(name)]))
