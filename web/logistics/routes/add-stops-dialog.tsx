import { useState } from 'react'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { plansApi, type WaitingShipment } from '#shared/logistics/routes/plans-api.ts'
import type { Route } from '#shared/logistics/routes/route.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { CostChange } from './cost-change.tsx'
import { costOf } from './route-cost.ts'
import { WaitingList } from './waiting-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

const serviceMinutes = 10

/** Appends waiting shipments to a planned route, and shows the cost of that first. */
export function AddStopsDialog({ route, close }: { route: Route; close: () => void }) {
  const { id, number, date, routeStops } = route
  const waiting = useApiQuery(plansApi.listWaiting, { query: { date } }, { untold: true })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const add = useApiMutation(routesApi.addStops, {
    successMessage: (_, { body }) =>
      `${body.shipmentIds.length === 1 ? '1 stop' : `${body.shipmentIds.length} stops`} added to ${number}`,
    onSuccess: close,
  })
  const rows = waiting.data?.data
  const picked = rows?.filter((row) => chosen.has(row.id)) ?? []
  const { error, isFetching, refetch } = waiting
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && close()}
      title={`Add stops to ${number}`}
      description="Shipments that are ready and on no route. They are added behind the last stop."
    >
      <DialogBody>
        {!rows && error && (
          <ErrorState what="Shipments" error={error} onRetry={() => void refetch()} retrying={isFetching} />
        )}
        {!rows && !error && <SkeletonText lines={6} />}
        {rows?.length === 0 && (
          <EmptyState kind="nothing" title="No shipments waiting">
            Shipments appear here once their order is ready for shipping.
          </EmptyState>
        )}
        {rows && rows.length > 0 && <WaitingList rows={rows} chosen={chosen} onChange={setChosen} />}
        {picked.length > 0 && (
          <CostChange
            before={costOf(route, routeStops)}
            after={costOf(route, [...routeStops, ...picked.map((row) => asStop(row, route))])}
          />
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button
          variant="primary"
          disabled={picked.length === 0}
          busy={add.isPending}
          onClick={() => add.submit({ params: { id }, body: { shipmentIds: picked.map((row) => row.id) } })}
        >
          {picked.length > 1 ? `Add ${picked.length} stops` : 'Add stop'}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/** The shipment as a scheduled stop. Its window is in times of day, on the date when the route leaves at `startsAt`. */
function asStop(row: WaitingShipment, { leavesAt, startsAt }: Route) {
  const at = (time: string) => new Date(Date.parse(leavesAt) + (minutesOf(time) - minutesOf(startsAt)) * 60_000)
  const { latitude, longitude, window } = row
  return {
    latitude,
    longitude,
    serviceMinutes,
    window: window && { from: at(window.from).toISOString(), to: at(window.to).toISOString() },
  }
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
