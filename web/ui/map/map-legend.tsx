import type { ReactNode } from 'react'
import type { MapPoint } from './map-props.ts'

/** Legend below a map: the meaning of its points, and what it doesn't show. */
export const MapLegend = ({ children }: { children: ReactNode }) => (
  <p className="flex flex-wrap gap-x-5 gap-y-1 text-muted text-table">{children}</p>
)

const pointClass = { circle: 'rounded-full bg-accent', square: 'rounded-xs bg-chart-3' }

/** Legend entry for points of one shape. */
export const LegendEntry = ({ shape, children }: { shape: MapPoint['shape']; children: ReactNode }) => (
  <span className="inline-flex items-center gap-2">
    <span aria-hidden className={`size-3 ${pointClass[shape]}`} /> {children}
  </span>
)

/** `one`: "customer". */
type WithoutCoordinatesProps = { count: number; one: string; shown?: string }

/** How many records the map can't show for lack of coordinates. */
export const WithoutCoordinates = ({ count, one, shown = 'shown only in the list' }: WithoutCoordinatesProps) =>
  count > 0 && (
    <span>
      {count === 1 ? `1 ${one} has` : `${count.toLocaleString()} ${one}s have`} no coordinates and{' '}
      {count === 1 ? 'is' : 'are'} {shown}.
    </span>
  )
