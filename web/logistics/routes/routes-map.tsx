import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { routesApi } from '#shared/logistics/routes/api.ts'
import type { MappedRoute } from '#shared/logistics/routes/route.ts'
import { routeStatusNames } from '#shared/logistics/shipments/route-status.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { formatDay } from '#shared/format-day.ts'
import type { MapLine, MapPoint } from '#web/ui/map/map-props.ts'
import { SchematicMap } from '#web/ui/map/schematic-map.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Where the routes of the list lead: a line for each, from its start through its stops. */
export function RoutesMap({ filter }: { filter: object }) {
  const navigate = useNavigate()
  const map = useApiQuery(routesApi.mapRoutes, { query: filter }, { keepPrevious: true })
  const { data, error, isFetching, refetch } = map
  const { points, lines } = useMemo(() => drawingOf(data?.data ?? []), [data])
  if (!data && error)
    return (
      <Card flush>
        <ErrorState
          what="The map of routes"
          message={error.message}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    )
  if (!data) return <Skeleton className="h-[min(34rem,70vh)] w-full rounded-lg" />
  if (points.length === 0)
    return (
      <Card flush>
        <EmptyState kind="no-match" title="Nothing to show on the map">
          {data.data.length === 0 ? 'No routes match.' : 'Add latitude and longitude to the start and the customers.'}
        </EmptyState>
      </Card>
    )
  const unplaced = data.data.reduce((sum, route) => sum + route.unplaced, 0)
  const routeOfPoint = (id: string) => data.data.find((route) => id.startsWith(`${route.id} `))
  return (
    <div className="flex flex-col gap-3">
      <SchematicMap
        label="Map of the routes"
        points={points}
        maxZoom={13}
        lines={lines}
        onOpen={(id) => {
          const route = routeOfPoint(id)
          if (route) void navigate(paths.route(route.id))
        }}
      />
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-muted text-table">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="size-3 rounded-full bg-accent" /> Stop
        </span>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="size-3 rounded-xs bg-chart-3" /> Start or driver
        </span>
        <span>Dashed: planned</span>
        {data.isCut && <span>Only the first {data.data.length} routes are shown. Narrow the filters.</span>}
        {unplaced > 0 && (
          <span>
            {unplaced === 1 ? '1 stop has' : `${unplaced.toLocaleString()} stops have`} no coordinates and{' '}
            {unplaced === 1 ? 'is' : 'are'} not shown.
          </span>
        )}
      </p>
      <ul aria-label="Routes on the map" className="flex flex-col gap-1 text-table">
        {data.data.map(({ id, number, driver, date, status, mappedStops }) => (
          <li key={id} className="text-secondary">
            <Link to={paths.route(id)} className="link figures">
              {number}
            </Link>{' '}
            · {driver.name} · {formatDay(date)} · {routeStatusNames[status]} ·{' '}
            {mappedStops.length === 1 ? '1 stop' : `${mappedStops.length} stops`}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Stops are named by their route, so that each leads to it: "<route> <stop>"; a start is shared by many. */
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
