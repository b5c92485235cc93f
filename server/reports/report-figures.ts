import { sql } from 'kysely'
import { formatAmount } from '#shared/money.ts'
import type { DateRange } from '#shared/reports/date-range.ts'
import type { Figures, ReportDefinition } from '#shared/reports/report.ts'
import type { ReportSource } from './sources/report-source.ts'

export type SpanName = 'current' | 'previous' | 'yearAgo'
/** By the name of the measure; money in minor units. */
export type Sums = Record<string, bigint>

export interface Report {
  source: ReportSource
  definition: ReportDefinition
  measures: readonly string[]
  range: DateRange
}

export const measureSums = ({ source, measures }: Report) =>
  sql.join(measures.map((name) => sql`sum(${source.measures[name]}) as ${sql.ref(name)}`))

export const sumsOf = (row: Record<string, string>, measures: readonly string[]): Sums =>
  Object.fromEntries(measures.map((name) => [name, BigInt(row[name] ?? 0)]))

export const addSums = (sofar: Sums | undefined, more: Sums, measures: readonly string[], sign = 1n): Sums =>
  Object.fromEntries(measures.map((name) => [name, (sofar?.[name] ?? 0n) + sign * (more[name] ?? 0n)]))

export function figuresFrom(
  { definition, measures }: Pick<Report, 'definition' | 'measures'>,
  sums: Sums | undefined,
): Figures {
  return Object.fromEntries(
    measures.map((name) => {
      const value = sums?.[name] ?? 0n
      return [name, definition.measures[name]?.unit === 'money' ? formatAmount(value) : Number(value)]
    }),
  )
}

/** For a range of a year, the previous range and the range a year ago are the same days, which are then read once. */
export const comparesOnce = ({ previous, yearAgo }: DateRange) =>
  previous !== null && yearAgo !== null && previous.start === yearAgo.start && previous.end === yearAgo.end

export const comparedFigures = (report: Report, of: (name: SpanName) => Sums | undefined) => ({
  current: figuresFrom(report, of('current')),
  previous: report.range.previous && figuresFrom(report, of('previous')),
  yearAgo: report.range.yearAgo && figuresFrom(report, of(comparesOnce(report.range) ? 'previous' : 'yearAgo')),
})
