import type { ReactNode } from 'react'
import { maxLimit } from '#shared/http/paging.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { type RouteStatus, routeStatuses, routeStatusNames } from '#shared/logistics/shipments/route-status.ts'
import type { useListParams } from '#web/lists/use-list-params.ts'
import { useApiQuery } from '#web/api/query.ts'
import { formatDay } from '#shared/format-day.ts'
import { DayFilter } from '#web/ui/table/day-filter.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import type { Total } from '#web/ui/table/pagination.tsx'
import { StatusChoices } from '#web/ui/table/status-choices.tsx'

type RouteFiltersProps = {
  list: ReturnType<typeof useListParams<(typeof routesApi.listRoutes)['spec']>>
  total: Total | undefined
  tools?: ReactNode
}

/** The filters of the route list: search, status, driver, vehicle and days. */
export function RouteFilters({ list, total, tools }: RouteFiltersProps) {
  const counts = useApiQuery(routesApi.countRoutes, {}, { aside: 'counts' })
  const drivers = useApiQuery(vehiclesApi.listDrivers, {}, { aside: 'drivers' })
  const vehicles = useApiQuery(vehiclesApi.listVehicles, { query: { limit: maxLimit } }, { aside: 'vehicles' })
  const optionsOf = (rows: readonly { id: string; name: string }[] | undefined) =>
    (rows ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const nameIn = (rows: readonly { id: string; name: string }[] | undefined) => (id: string) =>
    rows?.find((row) => row.id === id)?.name ?? '…'
  return (
    <div className="flex flex-col gap-3">
      <div data-chrome className="flex flex-col gap-2 md:flex-row md:flex-wrap md:items-center md:gap-1">
        <StatusChoices
          {...list.filter('status')}
          statuses={routeStatuses}
          counts={counts.data?.data}
          nameOf={(status) => routeStatusNames[status]}
        />
      </div>
      <FilterBar
        search={{ label: 'Search routes', ...list.search }}
        chips={list.chips({
          status: { label: 'Status', show: (status) => routeStatusNames[status as RouteStatus] },
          driver: { label: 'Driver', show: nameIn(drivers.data?.data) },
          vehicle: { label: 'Vehicle', show: nameIn(vehicles.data?.data) },
          from: { label: 'From', show: formatDay },
          to: { label: 'To', show: formatDay },
        })}
        onClearAll={list.clearAll}
        total={total}
        tools={tools}
      >
        <FilterSelect
          label="Driver"
          allLabel="All drivers"
          {...list.filter('driver')}
          options={optionsOf(drivers.data?.data)}
        />
        <FilterSelect
          label="Vehicle"
          allLabel="All vehicles"
          {...list.filter('vehicle')}
          options={optionsOf(vehicles.data?.data)}
        />
        <DayFilter label="From day" leading="From" {...list.filter('from')} />
        <DayFilter label="To day" leading="To" {...list.filter('to')} />
      </FilterBar>
    </div>
  )
}
