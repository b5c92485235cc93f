import { useMemo } from 'react'
import type { Route } from '#shared/logistics/routes/route.ts'
import { shipmentStatusNames } from '#shared/logistics/shipments/shipment-status.ts'
import type { MapLine, MapPoint } from '#web/ui/map/map-props.ts'
import { SchematicMap } from '#web/ui/map/schematic-map.tsx'

/** Where a route leads, stop by stop, and where the driver is. */
export function RouteMap({ route }: { route: Route }) {
  const { points, lines } = useMemo(() => drawingOf(route), [route])
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

function drawingOf({ start, startPlace, routeStops, position, driver }: Route): {
  points: MapPoint[]
  lines: MapLine[]
} {
  const points: MapPoint[] = []
  if (startPlace) points.push({ id: start.id, ...startPlace, label: start.name, weight: 0.4, shape: 'square' })
  const lines: MapLine[] = []
  let from = startPlace ? start.id : null
  for (const { id, sequence, account, status, latitude, longitude, finishedAt } of routeStops) {
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
