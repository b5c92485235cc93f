import { Plus } from 'lucide-react'
import { routesApi } from '#shared/logistics/routes/api.ts'
import type { Route } from '#shared/logistics/routes/route.ts'
import { DocumentFrame } from '#web/documents/document-frame.tsx'
import { ListNeighbours } from '#web/lists/list-neighbours.tsx'
import { RouteStatusBadge } from '#web/logistics/public/route-status-badge.tsx'
import { useRouteActions } from './route-actions.tsx'
import { RouteFacts } from './route-facts.tsx'
import { RouteMap } from './route-map.tsx'
import { RouteNotices } from './route-notices.tsx'
import { routeProgress } from './route-progress.ts'
import { RouteStops } from './route-stops.tsx'
import { RouteTimeline } from './route-timeline.tsx'
import { routePlace } from '#web/records/record-places.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDay } from '#web/ui/format-day.ts'

/** A loaded route. */
export function RouteDetail({ route }: { route: Route }) {
  const actions = useRouteActions(route)
  const { id, number, status, driver, vehicle, start } = route
  return (
    <DocumentFrame
      place={routePlace}
      number={number}
      status={<RouteStatusBadge status={status} />}
      facts={[
        { label: 'Driver', value: driver.name },
        { label: 'Vehicle', value: vehicle ? [vehicle.name, vehicle.plate].filter(Boolean).join(', ') : 'Not set' },
        { label: 'Start', value: start.name },
        { label: 'Date', value: formatDay(route.date) },
      ]}
      progress={routeProgress(route)}
      actions={actions}
      tools={<ListNeighbours route={routesApi.getNeighbours} id={id} what="route" path={paths.route} />}
      notices={<RouteNotices route={route} />}
      rail={{ shipment: <RouteFacts route={route} /> }}
      history={<RouteTimeline route={route} />}
    >
      <RouteStops
        route={route}
        onPostpone={actions.postpone}
        addStops={
          <Button size="sm" onClick={actions.addStops}>
            <Plus aria-hidden />
            Add stops
          </Button>
        }
      />
      <RouteMap route={route} />
    </DocumentFrame>
  )
}
