import type { ReactNode } from 'react'
import type { MapPoint } from './map-props.ts'

/** Below a map: what its points mean, and what it does not show. */
export const MapLegend = ({ children }: { children: ReactNode }) => (
  <p className="flex flex-wrap gap-x-5 gap-y-1 text-muted text-table">{children}</p>
)

const pointClass = { circle: 'rounded-full bg-accent', square: 'rounded-xs bg-chart-3' }

/** What the points of a shape mean. */
export const LegendEntry = ({ shape, children }: { shape: MapPoint['shape']; children: ReactNode }) => (
  <span className="inline-flex items-center gap-2">
    <span aria-hidden className={`size-3 ${pointClass[shape]}`} /> {children}
  </span>
)

/** `one`: "customer". */
type WithoutCoordinatesProps = { count: number; one: string; shown?: string }

/** How many of them the map can't show. */
export const WithoutCoordinates = ({ count, one, shown = 'shown only in the list' }: WithoutCoordinatesProps) =>
  count > 0 && (
    <span>
      {count === 1 ? `1 ${one} has` : `${count.toLocaleString()} ${one}s have`} no coordinates and{' '}
      {count === 1 ? 'is' : 'are'} {shown}.
    </span>
  )
