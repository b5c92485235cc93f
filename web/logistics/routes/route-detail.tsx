import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { routesApi } from '#shared/logistics/routes/api.ts'
import type { Route } from '#shared/logistics/routes/route.ts'
import { ListNeighbours, useListOrigin } from '#web/lists/list-neighbours.tsx'
import { RouteStatusBadge } from '#web/logistics/public/route-status-badge.tsx'
import { useRouteActions } from './route-actions.tsx'
import { RouteFacts } from './route-facts.tsx'
import { RouteMap } from './route-map.tsx'
import { RouteNotices } from './route-notices.tsx'
import { RouteStops } from './route-stops.tsx'
import { RouteTimeline } from './route-timeline.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDay } from '#web/ui/format-day.ts'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'

/** A loaded route. */
export function RouteDetail({ route }: { route: Route }) {
  const actions = useRouteActions(route)
  const search = useListOrigin()
  return (
    <>
      <PageHeader
        title={route.number}
        status={<RouteStatusBadge status={route.status} />}
        help={[route.driver.name, route.vehicle?.name, formatDay(route.date)].filter(Boolean).join(' · ')}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={{ pathname: paths.routes, search }}>Routes</Link>
          </Breadcrumbs>
        }
        action={actions.action}
        menu={
          <>
            <ListNeighbours route={routesApi.getNeighbours} id={route.id} what="route" path={paths.route} />
            {actions.menu}
          </>
        }
      />
      <RouteNotices route={route} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
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
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <RouteFacts route={route} />
          <RouteTimeline route={route} />
        </div>
      </div>
      {actions.dialogs}
    </>
  )
}
