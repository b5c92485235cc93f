import { useState } from 'react'
import { Link } from 'react-router'
import { maxLimit } from '#shared/http/paging.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { DateOnly } from '#shared/fields.ts'
import { plansApi } from '#shared/logistics/routes/plans-api.ts'
import { vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useUrlQuery } from '#web/lists/use-url-query.ts'
import { PlanDay } from './plan-day.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useToday } from '#web/session/today.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { DayFilter } from '#web/ui/table/day-filter.tsx'
import { FilterSelect } from '#web/lists/filter-bar.tsx'

/** Plans the shipments of a day for the drivers: with a proposal, or by hand. */
export default function PlanPage() {
  const [params, change] = useUrlQuery()
  const today = useToday()
  const requestedDate = params.get('date')
  const date = requestedDate && DateOnly.safeParse(requestedDate).success ? requestedDate : today
  const mayEdit = useCan('routes.edit')
  const waiting = useApiQuery(plansApi.listWaiting, { query: { date } }, { keepPrevious: true, untold: true })
  const drivers = useApiQuery(vehiclesApi.listDrivers, {})
  const vehicles = useApiQuery(vehiclesApi.listVehicles, { query: { limit: maxLimit } })
  const locations = useApiQuery(inventoryApi.listLocations, { query: { limit: maxLimit } })
  const placed = locations.data?.data.filter(({ latitude }) => latitude !== null) ?? []
  const [chosenStart, setStart] = useState('')
  const start =
    placed.find(({ id }) => id === chosenStart) ?? placed.find(({ type }) => type === 'Warehouse') ?? placed[0]
  const queries = [waiting, drivers, vehicles, locations]
  const failed = queries.find(({ error, data }) => error && !data)
  const isReady = waiting.data && drivers.data && vehicles.data && locations.data
  return (
    <>
      <PageHeader
        title="Plan day"
        help="Shipments that are ready and on no route, expected by that day."
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.routes}>Routes</Link>
          </Breadcrumbs>
        }
      />
      {!mayEdit && (
        <Card flush>
          <EmptyState kind="no-permission" title="You can't plan routes">
            Ask an administrator for permission to edit routes.
          </EmptyState>
        </Card>
      )}
      {mayEdit && (
        <div className="flex flex-wrap items-center gap-2 max-sm:grid">
          <DayFilter
            label="Day"
            leading="Day"
            value={date}
            onChange={(day) => change((address) => (day ? address.set('date', day) : address.delete('date')))}
          />
          <FilterSelect
            label="Start"
            allLabel="Choose a start"
            value={start?.id ?? ''}
            onChange={setStart}
            options={placed.map(({ id, name }) => ({ value: id, label: `Start: ${name}` }))}
          />
        </div>
      )}
      {mayEdit && failed?.error && (
        <Card flush>
          <ErrorState
            what="The plan"
            error={failed.error}
            onRetry={() => {
              for (const query of queries) if (query.error) void query.refetch()
            }}
            retrying={failed.isFetching}
          />
        </Card>
      )}
      {mayEdit && !failed && !isReady && (
        <Card>
          <SkeletonText lines={10} />
        </Card>
      )}
      {mayEdit && isReady && !start && (
        <Card flush>
          <EmptyState
            kind="nothing"
            title="No location has coordinates"
            action={
              <Button asChild>
                <Link to={paths.locations}>Go to locations</Link>
              </Button>
            }
          >
            Routes start from a location with latitude and longitude.
          </EmptyState>
        </Card>
      )}
      {mayEdit && waiting.data && drivers.data && vehicles.data && start && (
        <PlanDay
          // Resets the state when the day changes.
          key={date}
          date={date}
          start={start}
          waiting={waiting.data.data}
          drivers={drivers.data.data}
          vehicles={vehicles.data.data}
        />
      )}
    </>
  )
}
