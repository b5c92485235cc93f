import { useState } from 'react'
import { Plus } from 'lucide-react'
import { routeDocumentKinds, routeDocumentNames, routeDocumentsApi } from '#shared/logistics/routes/documents-api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import type { Route } from '#shared/logistics/routes/route.ts'
import { FileCard } from '#web/documents/file-card.tsx'
import { RelatedCard } from '#web/documents/related-card.tsx'
import { DocumentFrame } from '#web/documents/document-frame.tsx'
import { addressOf } from '#web/api/address.ts'
import { ListNeighbours } from '#web/lists/list-neighbours.tsx'
import { RouteStatusBadge } from '#web/logistics/public/route-status-badge.tsx'
import { useRouteActions } from './route-actions.tsx'
import { RouteFacts } from './route-facts.tsx'
import { RouteMap } from './route-map.tsx'
import { RouteNotices } from './route-notices.tsx'
import { routeProgress } from './route-progress.ts'
import { RouteStops } from './route-stops.tsx'
import { StopLines } from './stop-lines.tsx'
import type { TriedOrder } from './tried-order.ts'
import { RouteTimeline } from './route-timeline.tsx'
import { routePlace } from '#web/records/record-places.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDay } from '#shared/format-day.ts'
import { vehicleWords } from '#web/ui/table/unbroken-numbers.tsx'

/** A loaded route. */
export function RouteDetail({ route }: { route: Route }) {
  const actions = useRouteActions(route)
  const { id, number, status, driver, vehicle, start } = route
  const [tried, setTried] = useState<TriedOrder>()
  const isOver = route.routeStops.length > 0 && (status === 'COMPLETED' || status === 'CANCELLED')
  return (
    <DocumentFrame
      place={routePlace}
      number={number}
      status={<RouteStatusBadge status={status} />}
      facts={[
        { label: 'Driver', value: driver.name },
        { label: 'Vehicle', value: vehicle ? vehicleWords(vehicle) : 'Not set' },
        { label: 'Start', value: start.name },
        { label: 'Date', value: formatDay(route.date) },
      ]}
      progress={routeProgress(route)}
      actions={actions}
      tools={<ListNeighbours route={routesApi.getNeighbours} id={id} what="route" path={paths.route} />}
      notices={<RouteNotices route={route} />}
      rail={{
        shipment: <RouteFacts route={route} />,
        documents: <RouteFiles route={route} />,
        related: <RouteRelated route={route} />,
      }}
      history={<RouteTimeline route={route} />}
    >
      {isOver ? (
        <StopLines route={route} />
      ) : (
        <RouteStops
          route={route}
          onPostpone={actions.postpone}
          tried={tried}
          onTry={setTried}
          addStops={
            <Button size="sm" onClick={actions.addStops}>
              <Plus aria-hidden />
              Add stops
            </Button>
          }
        />
      )}
      <RouteMap route={route} tried={status === 'PLANNED' ? tried : undefined} />
    </DocumentFrame>
  )
}

/** The printable documents for the driver. */
function RouteFiles({ route: { id, routeStops } }: { route: Route }) {
  if (routeStops.length === 0) return null
  return (
    <FileCard
      files={routeDocumentKinds.map((kind) => ({
        name: routeDocumentNames[kind],
        href: addressOf(routeDocumentsApi.printRoute, { params: { id, kind } }),
      }))}
    />
  )
}

/** Related records: the shipments of the route and their orders. */
function RouteRelated({ route: { routeStops } }: { route: Route }) {
  const [seesOrders, seesShipping] = [useCan('salesOrders.view'), useCan('shipping.view')]
  return (
    <RelatedCard
      groups={[
        {
          label: 'Shipments',
          records: routeStops.map(({ shipment, account }) => ({
            id: shipment.id,
            name: shipment.number,
            to: seesShipping ? paths.shipment(shipment.id) : null,
            note: account.name,
          })),
        },
        {
          label: 'Orders',
          records: routeStops.map(({ order }) => ({
            id: order.id,
            name: order.number,
            to: seesOrders ? paths.order(order.id) : null,
          })),
        },
      ]}
    />
  )
}
