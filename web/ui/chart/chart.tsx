import { ChartColumn, Table2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { type ChartProps, seriesColour } from './chart-props.ts'
import { ChartTable } from './chart-table.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const ChartDrawing = lazy(() => import('./chart-drawing.tsx'))

/** A chart that can be switched to a table. The chart library is loaded on first use. */
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
