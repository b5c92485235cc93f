import { useMemo } from 'react'
import type { Route, RouteStop } from '#shared/logistics/routes/route.ts'
import { shipmentStatusNames } from '#shared/logistics/shipments/shipment-status.ts'
import type { MapLine, MapPoint } from '#web/ui/map/map-props.ts'
import { inTriedOrder, type TriedOrder } from './tried-order.ts'
import { SchematicMap } from '#web/ui/map/schematic-map.tsx'

/** The stops of a route on a map, and the driver's position. */
export function RouteMap({ route, tried }: { route: Route; tried: TriedOrder | undefined }) {
  const { points, lines } = useMemo(() => drawingOf(route, inTriedOrder(route.routeStops, tried)), [route, tried])
  if (points.length < 2) return null
  return (
    <SchematicMap
      label="Map of the route"
      points={points}
      maxZoom={13}
      lines={lines}
      onOpen={(id) => document.querySelector(`[data-stop="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'center' })}
    />
  )
}

function drawingOf(
  { start, startPlace, position, driver }: Route,
  stops: readonly RouteStop[],
): { points: MapPoint[]; lines: MapLine[] } {
  const points: MapPoint[] = []
  if (startPlace) points.push({ id: start.id, ...startPlace, label: start.name, weight: 0.4, shape: 'square' })
  const lines: MapLine[] = []
  let from = startPlace ? start.id : null
  for (const [at, { id, account, status, latitude, longitude, finishedAt }] of stops.entries()) {
    const sequence = at + 1
    if (latitude === null || longitude === null) continue
    points.push({
      id,
      latitude,
      longitude,
      label: `${sequence} ${account.name}`,
      ...(status !== 'READY_FOR_SHIPPING' && { note: shipmentStatusNames[status] }),
      weight: status === 'ON_THE_WAY' ? 0.4 : 0,
      shape: 'circle',
    })
    if (from)
      lines.push({ from, to: id, notes: [`To stop ${sequence}, ${account.name}`], weight: 0.2, dashed: !finishedAt })
    from = id
  }
  if (from && startPlace && from !== start.id)
    lines.push({ from, to: start.id, notes: ['Back to the start'], weight: 0.2, dashed: true })
  if (position) {
    const { latitude, longitude } = position
    points.push({ id: 'driver', latitude, longitude, label: driver.name, note: 'Driver', weight: 0.7, shape: 'square' })
  }
  return { points, lines }
}
