import { useMemo, useState } from 'react'
import { routesApi } from '#shared/logistics/routes/api.ts'
import type { Route, RouteStop } from '#shared/logistics/routes/route.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { CostChange, costChangeWords } from './cost-change.tsx'
import { formatKm } from './format-drive.ts'
import { costOf, movedTo } from './route-cost.ts'
import { ServiceDialog } from './stop-time-dialog.tsx'
import { StopRow } from './stop-row.tsx'
import { inTriedOrder, type TriedOrder } from './tried-order.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { ReactNode } from 'react'

type RouteStopsProps = {
  route: Route
  /** The button that adds stops; shown while the route is planned. */
  addStops: ReactNode
  onPostpone: (stop: RouteStop) => void
  /** The unsaved order of stops, which the map shows too. */
  tried: TriedOrder | undefined
  onTry: (tried: TriedOrder | undefined) => void
}

/** The stops of a route in order. While it is planned they can be dragged or moved; the change in cost is shown at once. */
export function RouteStops({ route, addStops, onPostpone, tried, onTry }: RouteStopsProps) {
  const { id, routeStops, status, version } = route
  const mayEdit = useCan('routes.edit')
  const isPlanned = status === 'PLANNED' && mayEdit
  const [hover, setHover] = useState<string[]>()
  const [announcement, setAnnouncement] = useState('')
  const [served, setServed] = useState<RouteStop>()
  const save = useApiMutation(routesApi.reorderStops, {
    successMessage: ({ number }) => `Stops of ${number} reordered`,
    onSuccess: () => onTry(undefined),
  })
  const remove = useApiMutation(routesApi.removeStop, {
    successMessage: () => 'Stop removed. Its shipment is ready to be planned again.',
  })
  const byId = useMemo(() => new Map(routeStops.map((stop) => [stop.id, stop])), [routeStops])
  const saved = routeStops.map((stop) => stop.id)
  const order = isPlanned ? inTriedOrder(routeStops, tried).map((stop) => stop.id) : saved
  const shown = hover && isPlanned ? hover : order
  const stops = shown.flatMap((one) => byId.get(one) ?? [])
  const before = useMemo(() => costOf(route, routeStops), [route, routeStops])
  const after = costOf(route, stops)
  const isChanged = order.some((one, at) => one !== saved[at])
  const isTried = shown.some((one, at) => one !== saved[at])

  function move(stopId: string, place: number) {
    const next = movedTo(order, stopId, place)
    setHover(undefined)
    onTry({ stopIds: next, version: tried?.version ?? version })
    const cost = costOf(
      route,
      next.flatMap((one) => byId.get(one) ?? []),
    )
    setAnnouncement(
      `${byId.get(stopId)?.account.name ?? ''} moved to stop ${place + 1}: ${costChangeWords(before, cost)}.`,
    )
  }
  return (
    <Card
      flush
      title="Stops"
      help={
        stops.length > 0 && `${stops.length === 1 ? '1 stop' : `${stops.length} stops`}, ${formatKm(route.distance)}`
      }
      action={isPlanned && addStops}
    >
      {stops.length === 0 ? (
        <EmptyState kind="nothing" title={status === 'PLANNED' ? 'No stops yet' : 'No stops'}>
          {isPlanned ? 'Add the shipments that this route delivers.' : 'This route has no stops.'}
        </EmptyState>
      ) : (
        <ol aria-label="Stops" className="border-line border-t">
          {stops.map((stop, at) => (
            <StopRow
              key={stop.id}
              stop={stop}
              place={at}
              count={stops.length}
              time={isPlanned ? after.stops[at] : undefined}
              isPlanned={status === 'PLANNED'}
              mayMove={isPlanned}
              onMove={(place) => move(stop.id, place)}
              onHover={(dragged) => setHover(movedTo(order, dragged, order.indexOf(stop.id)))}
              onDragEnd={() => setHover(undefined)}
              // Rows make way during a drag, so the drop position is the one shown, mostly the dragged row itself.
              onDrop={(dragged) => move(dragged, (hover ?? order).indexOf(hover ? dragged : stop.id))}
              {...(isPlanned && {
                onRemove: () => remove.submit({ params: { id, stopId: stop.id } }),
                onService: () => setServed(stop),
              })}
              {...(status === 'IN_PROGRESS' &&
                mayEdit &&
                stop.finishedAt === null && { onPostpone: () => onPostpone(stop) })}
            />
          ))}
        </ol>
      )}
      {/* Below the stops: above, it would shift them under the pointer during a drag. */}
      {isTried && (
        <div
          data-chrome
          className="sticky bottom-0 z-10 flex flex-col gap-3 rounded-b-lg border-line border-t bg-card px-5 py-3 shadow-overlay max-md:px-4"
        >
          <CostChange before={before} after={after} />
          {isChanged && (
            <div className="flex flex-wrap justify-end gap-2">
              <Button size="sm" onClick={() => onTry(undefined)}>
                Discard
              </Button>
              <Button
                size="sm"
                variant="primary"
                busy={save.isPending}
                onClick={() =>
                  save.submit({ params: { id }, body: { stopIds: order }, version: tried?.version ?? version })
                }
              >
                Save order
              </Button>
            </div>
          )}
        </div>
      )}
      {served && <ServiceDialog route={route} stop={served} close={() => setServed(undefined)} />}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </Card>
  )
}
