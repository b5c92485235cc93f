import { useQuery } from '@tanstack/react-query'
import { routesApi } from '#shared/logistics/routes/api.ts'
import type { Route, RouteCost } from '#shared/logistics/routes/route.ts'
import { call } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { type Cost, CostChange } from './cost-change.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

const costOf = ({ endsAt, ...cost }: RouteCost): Cost => ({
  ...cost,
  endsAt: endsAt === null ? null : Date.parse(endsAt),
})

/** Compares the best order found with the current one, and saves it. */
export function OptimiseDialog({ route, close }: { route: Route; close: () => void }) {
  const { id, number, version, routeStops } = route
  const found = useQuery({
    queryKey: ['optimised route', id, version],
    queryFn: ({ signal }) =>
      call(routesApi.optimiseRoute, { params: { id }, query: { apply: 'false' }, body: {} }, { signal, quiet: true }),
    // The result stays valid until the route changes.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const save = useApiMutation(routesApi.reorderStops, {
    successMessage: () => `Stops of ${number} reordered`,
    onSuccess: close,
  })
  const { data, error, isFetching, refetch } = found
  const after = data?.data.after
  const isBest = after?.stopIds.every((stop, at) => stop === routeStops[at]?.id)
  const nameOf = (stopId: string) => routeStops.find((stop) => stop.id === stopId)?.account.name ?? ''
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Optimise ${number}`}
      description="No late stops first, then the least driving, then the earliest return."
    >
      <DialogBody>
        {!data && error && (
          <ErrorState what="The optimised route" error={error} onRetry={() => void refetch()} retrying={isFetching} />
        )}
        {!data && !error && <SkeletonText lines={6} />}
        {data && after && (
          <>
            {isBest && <Notice tone="good">The stops are already in the best order found.</Notice>}
            <CostChange before={costOf(data.data.before)} after={costOf(after)} />
            {!isBest && (
              <ol aria-label="Order after" className="flex list-decimal flex-col gap-1 pl-6 text-table">
                {after.stopIds.map((stopId, at) => {
                  const was = routeStops.findIndex((stop) => stop.id === stopId)
                  return (
                    <li key={stopId}>
                      {nameOf(stopId)}
                      {was !== at && <span className="text-muted"> (was {was + 1})</span>}
                    </li>
                  )
                })}
              </ol>
            )}
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>{isBest ? 'Close' : 'Keep order'}</Button>
        {after && !isBest && (
          <Button
            variant="primary"
            busy={save.isPending}
            onClick={() => save.submit({ params: { id }, body: { stopIds: after.stopIds }, version })}
          >
            Use this order
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}
