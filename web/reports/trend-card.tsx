import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { DateSpan } from '#shared/reports/date-range.ts'
import { groupingNames, periodLabel } from './public/day-labels.ts'
import { GroupBy } from './public/group-by.tsx'
import type { RangeState } from './public/range-state.ts'
import type { ListOf } from './drill-down.ts'
import { NoRecords } from './no-records.tsx'
import { drawn, isEmptyReport, type Report, type ReportAnswer, useMeasures } from './use-report.ts'
import { Card } from '#web/ui/card.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const height = 300
/** Up to this many bars; with more they get too thin, so the chart is an area. */
const maxBars = 62

type TrendCardProps = {
  report: Report
  measure: string
  answer: ReportAnswer
  state: RangeState
  listOf: ListOf
  /** Draws the comparison ranges as lines. */
  compares?: boolean
  title?: string
  className?: string
}

/** A measure by period; selecting a period opens the list that adds up to it. */
export function TrendCard({
  report,
  measure,
  answer,
  state,
  listOf,
  compares = false,
  title,
  className = '',
}: TrendCardProps) {
  const { label, exact, axis } = useMeasures(report)
  const navigate = useNavigate()
  const { data } = answer
  let content: ReactNode = <Skeleton className="h-85 bg-subtle" />
  const before = data && compares ? compared.filter(({ id }) => data[id] !== null) : []
  const drawnBefore = before.filter(({ id }) => data && hasRecords(data, id))
  if (data && isEmptyReport(data) && drawnBefore.length === 0) {
    content = <NoRecords report={report} reply={data} state={state} />
  } else if (data) {
    const { range } = data
    const points = data.periods.map((period) => ({
      label: periodLabel(period, range.groupBy, range),
      values: {
        current: drawn(period.current, measure),
        ...Object.fromEntries(drawnBefore.map(({ id }) => [id, drawn(period[id], measure)])),
      },
      to: listOf(period satisfies DateSpan),
    }))
    const series = [{ id: 'current', label: label(measure) }, ...drawnBefore]
    const missing = before.filter((one) => !drawnBefore.includes(one)).map(({ when }) => when)
    const toOf = (name: string) => points.find((point) => point.label === name)?.to
    content = (
      <>
        <Chart
          title={`${label(measure)} by ${groupingNames[range.groupBy].toLowerCase()}`}
          kind={compares ? 'line' : points.length > maxBars ? 'area' : 'bar'}
          points={points}
          series={series}
          format={exact(measure)}
          formatAxis={axis(measure)}
          pointHeader={range.groupBy === 'week' ? 'Week from' : groupingNames[range.groupBy]}
          height={height}
          renderPoint={(point) => {
            const to = toOf(point.label)
            return to ? (
              <Link to={to} className="underline decoration-line-control underline-offset-2 hover:decoration-current">
                {point.label}
              </Link>
            ) : (
              point.label
            )
          }}
          {...(points.some(({ to }) => to) && {
            onPointClick: (point: { label: string }) => {
              const to = toOf(point.label)
              if (to) void navigate(to)
            },
          })}
        />
        {missing.length > 0 && (
          <p className="text-muted text-xs">
            There were no {report.noun} {missing.join(' or ')}.
          </p>
        )}
      </>
    )
  }
  return (
    <Card title={title ?? label(measure)} action={<GroupBy range={data?.range} state={state} />} className={className}>
      <div style={{ minHeight: height + 44 }} className="flex flex-col justify-center">
        {content}
      </div>
    </Card>
  )
}

const compared = [
  { id: 'previous', label: 'Period before', when: 'in the period before' },
  { id: 'yearAgo', label: 'A year ago', when: 'a year ago' },
] as const

/** A comparison without records gets no line at 0; a text says so. */
const hasRecords = (data: NonNullable<ReportAnswer['data']>, id: 'previous' | 'yearAgo') =>
  data.periods.some((period) => Object.values(period[id] ?? {}).some((value) => Number(value) !== 0))
