import type { ReactNode } from 'react'
import { crmApi } from '#shared/crm/partners/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { purchaseStatuses } from '#shared/purchasing/orders/purchase-transitions.ts'
import type { useListParams } from '#web/lists/use-list-params.ts'
import { useApiQuery } from '#web/api/query.ts'
import { SupplierPicker } from '#web/crm/public/supplier-picker.tsx'
import { formatDay } from '#shared/format-day.ts'
import { DayFilter } from '#web/ui/table/day-filter.tsx'
import { FilterBar } from '#web/lists/filter-bar.tsx'
import type { Total } from '#web/ui/table/pagination.tsx'
import { StatusChoices } from '#web/ui/table/status-choices.tsx'

type PurchaseFiltersProps = {
  list: ReturnType<typeof useListParams<(typeof purchasingApi.listPurchaseOrders)['spec']>>
  total: Total | undefined
  /** Column chooser, density and saved views. */
  tools?: ReactNode
}

/** The filters of the purchase order list: status, search, supplier and order date. */
export function PurchaseFilters({ list, total, tools }: PurchaseFiltersProps) {
  const { supplier } = list.filters
  const chosen = useApiQuery(
    crmApi.getSupplier,
    { params: { id: supplier ?? '' } },
    { enabled: supplier !== undefined, aside: 'the chosen supplier' },
  )
  const counts = useApiQuery(purchasingApi.countPurchaseOrders, {}, { untold: true, aside: 'counts' }).data?.data
  const supplierName = chosen.data?.name ?? '…'
  return (
    <div className="flex flex-col gap-3">
      <div className="flex md:flex-wrap md:items-center md:gap-1">
        <StatusChoices {...list.filter('status')} statuses={purchaseStatuses} counts={counts} />
      </div>
      <FilterBar
        search={{ label: 'Search purchase orders', ...list.search }}
        chips={list.chips({
          status: { label: 'Status' },
          placed: { label: 'Only', show: () => 'placed orders' },
          awaited: { label: 'Only', show: () => 'orders to receive' },
          late: { label: 'Only', show: () => 'late orders' },
          supplier: { label: 'Supplier', show: () => supplierName },
          item: { label: 'Item', show: () => 'one item' },
          from: { label: 'Ordered from', show: formatDay },
          to: { label: 'Ordered to', show: formatDay },
        })}
        onClearAll={list.clearAll}
        total={total}
        tools={tools}
      >
        <SupplierPicker
          label="Supplier"
          hideLabel
          placeholder="All suppliers"
          className="w-48 xl:min-w-24 xl:shrink max-md:w-auto max-md:basis-full"
          value={supplier ? { id: supplier, label: supplierName } : null}
          onChange={(option) => list.filter('supplier').onChange(option?.id ?? '')}
        />
        <DayFilter label="Ordered from" leading="From" {...list.filter('from')} />
        <DayFilter label="Ordered to" leading="To" {...list.filter('to')} />
      </FilterBar>
    </div>
  )
}
