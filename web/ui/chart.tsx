import { ChartColumn, Table2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { ChartTable } from '#web/ui/chart-table.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const ChartDrawing = lazy(() => import('#web/ui/chart-drawing.tsx'))

type ChartPoint = { label: string; values: Readonly<Record<string, number>> }
type ChartSeries = { id: string; label: string }

export type ChartProps = {
  /** What the figures are about; it names the drawing and heads the table. */
  title: string
  kind: 'line' | 'area' | 'bar'
  points: readonly ChartPoint[]
  series: readonly ChartSeries[]
  /** How to write a value, in the tooltip, at the axis and in the table. */
  format?: (value: number) => string
  /** How to write it at the axis, where that is to be shorter. */
  formatAxis?: (value: number) => string
  /** Names the first column of the table: "Month". */
  pointHeader?: string
  stacked?: boolean
  height?: number
  emptyText?: string
  /** Opens the list that explains a point. */
  onPointClick?: (point: ChartPoint) => void
}

/** Figures as a drawing, and the same figures as a table. The drawing's library is loaded when first needed. */
export function Chart(props: ChartProps) {
  const [asTable, setAsTable] = useState(false)
  const { title, points, height = 260, emptyText = 'No chart data for this period.' } = props
  if (points.length === 0)
    return (
      <p style={{ minHeight: height }} className="flex items-center justify-center text-muted">
        {emptyText}
      </p>
    )
  return (
    <figure aria-label={title} className="flex min-w-0 flex-col gap-3">
      <figcaption className="flex min-h-8 items-center justify-between gap-4">
        <Legend {...props} />
        <IconButton
          label={asTable ? 'Show chart' : 'Show table'}
          size="sm"
          className="ml-auto"
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
        </IconButton>
      </figcaption>
      {asTable ? (
        <ChartTable {...props} />
      ) : (
        <div style={{ height }}>
          <Suspense fallback={<Skeleton className="h-full" />}>
            <ChartDrawing {...props} />
          </Suspense>
        </div>
      )}
    </figure>
  )
}

/** The colour of the nth series. */
export const seriesColour = (at: number) => `var(--chart-${(at % 6) + 1})`

function Legend({ series }: ChartProps) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-secondary text-xs">
      {series.map((one, at) => (
        <li key={one.id} className="flex items-center gap-1.5">
          <span aria-hidden data-dot className="size-2 rounded-sm" style={{ background: seriesColour(at) }} />
          {one.label}
        </li>
      ))}
    </ul>
  )
}
