import type { defineReport, Figures, ReportDefinition, ReportReply } from '#shared/reports/report.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useMoney } from './public/amounts.ts'
import type { RangeState } from './public/range-state.ts'

/** A report from the contract: its definition and its routes. */
export type Report = ReportDefinition & Pick<ReturnType<typeof defineReport>, 'read' | 'file' | 'records'>

/** The figures of a report in the chosen range. `all`: all rows, not only the seven largest. */
export function useReport(report: Report, state: RangeState, by?: string, all = false) {
  const query = { ...state.query, ...(by && { by }), ...(all && { all: 'true' as const }) }
  return useApiQuery(report.read, { query }, { keepPrevious: true, untold: true })
}
export type ReportAnswer = ReturnType<typeof useReport>

/** Formats the measures of a report. */
export function useMeasures(report: ReportDefinition) {
  const { exact, whole, compact } = useMoney()
  const isMoney = (measure: string) => report.measures[measure]?.unit === 'money'
  const count = (value: number) => value.toLocaleString()
  /** Stored in metres. */
  const isDistance = (measure: string) => report.measures[measure]?.unit === 'km'
  const kilometres = (value: string | number) =>
    (Number(value) / 1000).toLocaleString(undefined, { maximumFractionDigits: 1 })
  return {
    isMoney,
    label: (measure: string) => report.measures[measure]?.label ?? measure,
    /** With full precision. */
    exact: (measure: string) => (value: string | number) =>
      isMoney(measure) ? exact(value) : isDistance(measure) ? kilometres(value) : count(Number(value)),
    /** For a single large figure. */
    whole: (measure: string) => (value: string | number) =>
      isMoney(measure) ? whole(String(value)) : isDistance(measure) ? kilometres(value) : count(Number(value)),
    /** For an axis. */
    axis: (measure: string) => (value: number) =>
      isMoney(measure) ? compact(value) : isDistance(measure) ? kilometres(value) : count(value),
  }
}

/** A measure as a number, for drawing only. */
export const drawn = (figures: Figures | null | undefined, measure: string) => Number(figures?.[measure] ?? 0)

export const isEmptyReport = (reply: ReportReply) =>
  Object.values(reply.totals.current).every((value) => Number(value) === 0)
