import { type RawBuilder, sql } from 'kysely'
import type { DateSpan } from '#shared/reports/date-range.ts'

export interface DimensionSource {
  /** What rows are told apart by. */
  key: RawBuilder<unknown>
  /** What a row is called, where `g.key` is its key; the key itself where left out. */
  label?: RawBuilder<unknown>
  /** The key of a labelled row is a text, not an id. */
  isText?: boolean
  /** The order of the rows by `g.key`, where they have one of their own; else by the first measure, the largest first. */
  order?: RawBuilder<unknown>
  /** What the key needs joined. */
  join?: RawBuilder<unknown>
}

/** The days that a report is asked for: those of the range, and of a balance the days on whose evenings it is asked for. */
export interface ReportDays extends DateSpan {
  /** The range and those that it is compared with. */
  spans: readonly DateSpan[]
  evenings: readonly string[]
}

export type ReportRows = RawBuilder<unknown> | ((days: ReportDays) => RawBuilder<unknown>)

/** Where a report's figures come from: `f` is a row of a day, with what it adds. */
export interface ReportSource {
  /** Rows `f` with a date `day`: of a balance one of the evenings. */
  rows: ReportRows
  /** Of a balance: a row `f` of sums for each evening, where adding up `rows` for many evenings would cost too much. */
  evenings?: (days: ReportDays) => RawBuilder<unknown>
  where: RawBuilder<unknown>
  measures: Readonly<Record<string, RawBuilder<unknown>>>
  dimensions: Readonly<Record<string, DimensionSource>>
  /**
   * The records behind the sums: rows `f` as above that also have row_id, record_kind, record_id, record_name and detail. Where
   * left out, `rows` are such records already.
   */
  records?: ReportRows
  /** Of rows that depend on what is asked for: rows `f` of which only the days count, to tell since when there is anything. */
  known?: RawBuilder<unknown>
}

const anyOf = (spans: readonly DateSpan[], isWithin: (span: DateSpan) => RawBuilder<unknown>) =>
  sql`(${sql.join(spans.map(isWithin), sql` or `)})`

/** Whether a day is one of those spans. */
export const isOnDays = (day: RawBuilder<unknown>, spans: readonly DateSpan[]) =>
  anyOf(spans, ({ start, end }) => sql`${day} between ${start}::date and ${end}::date`)

/**
 * Whether a moment may be on a day of those spans: with two days to spare on each side, whatever the time zones of company and
 * server, so that an index finds them and the planner knows how many they are. The report itself looks at the days.
 */
export const isAround = (moment: string, spans: readonly DateSpan[]) =>
  anyOf(
    spans,
    ({ start, end }) => sql`${sql.ref(moment)} >= ${start}::date - 2 and ${sql.ref(moment)} < ${end}::date + 3`,
  )

export const rowsFor = (rows: ReportRows, days: ReportDays) => (typeof rows === 'function' ? rows(days) : rows)

export const nameIn = (table: string) => sql`(select n.name from ${sql.table(table)} n where n.id = g.key)`
export const column = (name: string) => sql`f.${sql.ref(name)}`
/** The measures of a report are columns of their own name. */
export const columnsNamed = (...names: string[]) => Object.fromEntries(names.map((name) => [name, column(name)]))
