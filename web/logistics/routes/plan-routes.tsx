import { Link } from 'react-router'
import { maxLimit } from '#shared/http/paging.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { RouteStatusBadge } from '#web/logistics/public/route-status-badge.tsx'
import { loadFacts } from '#web/logistics/shipments/format-load.ts'
import { StopProgress } from './route-columns.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type PlanRoutesProps = {
  date: string
  /** The ids of the selected shipments. */
  picked: readonly string[]
  onAdded: () => void
}

/** The existing routes of the day; selected shipments can be added to planned ones. */
export function PlanRoutes({ date, picked, onAdded }: PlanRoutesProps) {
  const routes = useApiQuery(routesApi.listRoutes, { query: { from: date, to: date, sort: 'number', limit: maxLimit } })
  const add = useApiMutation(routesApi.addStops, {
    successMessage: ({ number }, { body }) =>
      `${body.shipmentIds.length === 1 ? '1 stop' : `${body.shipmentIds.length} stops`} added to ${number}`,
    onSuccess: onAdded,
  })
  const { data, error, isFetching, refetch } = routes
  const shown = data?.data.filter(({ status }) => status !== 'CANCELLED') ?? []
  return (
    <Card title="Routes of the day">
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && <SkeletonText lines={3} />}
      {data && shown.length === 0 && <p className="text-muted text-table">No routes yet.</p>}
      <ul aria-label="Routes of the day" className="flex flex-col gap-4 text-table">
        {shown.map((route) => (
          <li key={route.id} className="flex flex-col gap-1.5 border-line border-b pb-4 last:border-b-0 last:pb-0">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <Link to={paths.route(route.id)} className="link figures">
                {route.number}
              </Link>
              <RouteStatusBadge status={route.status} />
            </span>
            <span className="text-secondary">
              {[route.driver.name, route.vehicle?.name, route.startsAt].filter(Boolean).join(' · ')}
            </span>
            <span className="flex flex-wrap items-center justify-between gap-2 text-muted">
              <span className="figures">{loadFacts(route).join(' · ')}</span>
              <span className="inline-flex items-center gap-1">
                <StopProgress row={route} /> {route.stops === 1 ? 'stop' : 'stops'}
              </span>
            </span>
            {route.status === 'PLANNED' && picked.length > 0 && (
              <Button
                size="sm"
                className="self-start"
                busy={add.isPending && add.sent?.params.id === route.id}
                onClick={() => add.submit({ params: { id: route.id }, body: { shipmentIds: [...picked] } })}
              >
                Add {picked.length === 1 ? '1 shipment' : `${picked.length} shipments`}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
