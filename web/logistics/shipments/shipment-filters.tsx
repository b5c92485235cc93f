import type { ReactNode } from 'react'
import { vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import type { ShipmentRow } from '#shared/logistics/shipments/shipment.ts'
import {
  type ShipmentMethod,
  shipmentMethodNames,
  shipmentMethods,
  type ShipmentStatus,
  shipmentStatuses,
  shipmentStatusNames,
} from '#shared/logistics/shipments/shipment-status.ts'
import { useApiQuery } from '#web/api/query.ts'
import { CustomerPicker } from '#web/crm/public/customer-picker.tsx'
import type { useListParams } from '#web/lists/use-list-params.ts'
import { useCan } from '#web/session/session.ts'
import { formatDay } from '#shared/format-day.ts'
import { DayFilter } from '#web/ui/table/day-filter.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import type { Total } from '#web/ui/table/pagination.tsx'
import { StatusChoices } from '#web/ui/table/status-choices.tsx'

type ShipmentFiltersProps = {
  list: ReturnType<typeof useListParams<(typeof shipmentsApi.listShipments)['spec']>>
  rows: readonly ShipmentRow[]
  total: Total | undefined
  tools?: ReactNode
}

const planning = { yes: 'Planned', no: 'Not planned' }

/** The filters of the shipment list: status, search, days, method, driver, and what needs attention. */
export function ShipmentFilters({ list, rows, total, tools }: ShipmentFiltersProps) {
  const seesCustomers = useCan('crm.view')
  const plansRoutes = useCan('routes.edit')
  const counts = useApiQuery(shipmentsApi.countShipments, {}, { untold: true, aside: 'counts' }).data?.data
  const drivers =
    useApiQuery(vehiclesApi.listDrivers, {}, { enabled: plansRoutes, untold: true, aside: 'drivers' }).data?.data ?? []
  const [first] = rows
  const { account, driver } = list.filters
  const accountName = first?.account.name ?? '…'
  const driverName = drivers.find(({ id }) => id === driver)?.name ?? first?.route?.driver.name ?? '…'
  return (
    <div className="flex flex-col gap-3">
      <div className="flex md:flex-wrap md:items-center md:gap-1">
        <StatusChoices
          {...list.filter('status')}
          statuses={shipmentStatuses}
          counts={counts}
          nameOf={(status) => shipmentStatusNames[status]}
        />
      </div>
      <FilterBar
        search={{ label: 'Search shipments', ...list.search }}
        chips={list.chips({
          status: { label: 'Status', show: (status) => shipmentStatusNames[status as ShipmentStatus] },
          method: { label: 'Method', show: (method) => shipmentMethodNames[method as ShipmentMethod] },
          from: { label: 'Expected from', show: formatDay },
          to: { label: 'Expected to', show: formatDay },
          account: { label: 'Customer', show: () => accountName },
          driver: { label: 'Driver', show: () => driverName },
          route: { label: 'Route', show: () => first?.route?.number ?? '…' },
          planned: { label: 'Planning', show: (value) => planning[value as 'yes' | 'no'] },
          late: { label: 'Late', show: () => 'yes' },
          order: { label: 'Order', show: () => 'open' },
        })}
        onClearAll={list.clearAll}
        total={total}
        tools={tools}
      >
        <FilterSelect
          label="Planning"
          allLabel="Planned or not"
          {...list.filter('planned')}
          options={[
            { value: 'no', label: planning.no },
            { value: 'yes', label: planning.yes },
          ]}
        />
        <FilterSelect
          label="Late"
          allLabel="Late or not"
          {...list.filter('late')}
          options={[{ value: 'yes', label: 'Late' }]}
        />
        <FilterSelect
          label="Order"
          allLabel="Open and closed orders"
          {...list.filter('order')}
          options={[{ value: 'open', label: 'Open orders' }]}
        />
        <FilterSelect
          label="Method"
          allLabel="All methods"
          {...list.filter('method')}
          options={shipmentMethods.map((value) => ({ value, label: shipmentMethodNames[value] }))}
        />
        {drivers.length > 0 && (
          <FilterSelect
            label="Driver"
            allLabel="All drivers"
            {...list.filter('driver')}
            options={drivers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        {seesCustomers && (
          <CustomerPicker
            label="Customer"
            hideLabel
            placeholder="All customers"
            className="w-48 max-md:w-auto max-md:basis-full"
            value={account ? { id: account, label: accountName } : null}
            onChange={(option) => list.filter('account').onChange(option?.id ?? '')}
          />
        )}
        <DayFilter label="Expected from" leading="From" {...list.filter('from')} />
        <DayFilter label="Expected to" leading="To" {...list.filter('to')} />
      </FilterBar>
    </div>
  )
}
