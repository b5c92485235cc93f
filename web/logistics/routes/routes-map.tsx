import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { routesApi } from '#shared/logistics/routes/api.ts'
import type { MappedRoute } from '#shared/logistics/routes/route.ts'
import { routeStatusNames } from '#shared/logistics/shipments/route-status.ts'
import { useApiQuery } from '#web/api/query.ts'
import { ListMap } from '#web/lists/list-map.tsx'
import { paths } from '#web/paths.ts'
import { formatDay } from '#shared/format-day.ts'
import { LegendEntry, WithoutCoordinates } from '#web/ui/map/map-legend.tsx'
import type { MapLine, MapPoint } from '#web/ui/map/map-props.ts'

const noRoutes: MappedRoute[] = []

/** The routes of the list on a map: one line each, from its start through its stops. */
export function RoutesMap({ filter }: { filter: object }) {
  const navigate = useNavigate()
  const map = useApiQuery(routesApi.mapRoutes, { query: filter }, { keepPrevious: true })
  const routes = map.data?.data ?? noRoutes
  const { points, lines } = useMemo(() => drawingOf(routes), [routes])
  const unplaced = routes.reduce((sum, route) => sum + route.unplaced, 0)
  return (
    <ListMap
      many="routes"
      result={map}
      empty={routes.length === 0 ? 'No routes match.' : 'Add latitude and longitude to the start and the customers.'}
      maxZoom={13}
      points={points}
      lines={lines}
      onOpen={(id) => {
        const route = routes.find((one) => id.startsWith(`${one.id} `))
        if (route) void navigate(paths.route(route.id))
      }}
      below={
        <ul aria-label="Routes on the map" className="flex flex-col gap-1 text-table">
          {routes.map(({ id, number, driver, date, status, mappedStops }) => (
            <li key={id} className="text-secondary">
              <Link to={paths.route(id)} className="link figures">
                {number}
              </Link>{' '}
              · {driver.name} · {formatDay(date)} · {routeStatusNames[status]} ·{' '}
              {mappedStops.length === 1 ? '1 stop' : `${mappedStops.length} stops`}
            </li>
          ))}
        </ul>
      }
    >
      <LegendEntry shape="circle">Stop</LegendEntry>
      <LegendEntry shape="square">Start or driver</LegendEntry>
      <span>Dashed: planned</span>
      {map.data?.isCut && <span>Only the first {routes.length} routes are shown. Narrow the filters.</span>}
      <WithoutCoordinates count={unplaced} one="stop" shown="not shown" />
    </ListMap>
  )
}

/** The ids of stops contain their route, so that each links to it: "<route> <stop>"; several routes share a start. */
function drawingOf(routes: readonly MappedRoute[]): { points: MapPoint[]; lines: MapLine[] } {
  const points = new Map<string, MapPoint>()
  const lines: MapLine[] = []
  for (const { id, number, driver, start, startPlace, mappedStops, status, position } of routes) {
    const notes = [number, driver.name, routeStatusNames[status]]
    const startId = startPlace && start.id
    if (startPlace && startId)
      points.set(startId, { id: startId, ...startPlace, label: start.name, weight: 0.5, shape: 'square' })
    let from = startId
    for (const { id: stopId, sequence, name, latitude, longitude } of mappedStops) {
      const to = `${id} ${stopId}`
      points.set(to, {
        id: to,
        latitude,
        longitude,
        label: `${sequence} ${name}`,
        note: number,
        weight: 0,
        shape: 'circle',
      })
      if (from) lines.push({ from, to, notes, weight: 0.15, dashed: status === 'PLANNED' })
      from = to
    }
    if (from && startId && from !== startId)
      lines.push({ from, to: startId, notes, weight: 0.15, dashed: status === 'PLANNED' })
    if (position) {
      const here = `${id} driver`
      const { latitude, longitude } = position
      points.set(here, {
        id: here,
        latitude,
        longitude,
        label: driver.name,
        note: number,
        weight: 0.7,
        shape: 'square',
      })
    }
  }
  return { points: [...points.values()], lines }
}
