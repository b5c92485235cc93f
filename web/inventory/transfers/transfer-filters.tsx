import type { ReactNode } from 'react'
import { maxLimit } from '#shared/http/paging.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { documentStatuses, documentStatusNames, type DocumentStatus } from '#shared/inventory/stock/stock-document.ts'
import type { transfersApi } from '#shared/inventory/transfers/api.ts'
import type { useListParams } from '#web/lists/use-list-params.ts'
import { useApiQuery } from '#web/api/query.ts'
import { locationLabel } from '#web/inventory/public/location-picker.tsx'
import { formatDay } from '#shared/format-day.ts'
import { DayFilter } from '#web/ui/table/day-filter.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import type { Total } from '#web/ui/table/pagination.tsx'

type TransferFiltersProps = {
  list: ReturnType<typeof useListParams<(typeof transfersApi.listTransfers)['spec']>>
  total: Total | undefined
  /** Column chooser, density and saved views. */
  tools?: ReactNode
}

const statuses = documentStatuses.map((value) => ({ value, label: documentStatusNames[value] }))

/** The filters of the transfer list: search, status, both locations and days. */
export function TransferFilters({ list, total, tools }: TransferFiltersProps) {
  const locations = useApiQuery(inventoryApi.listLocations, { query: { limit: maxLimit } }, { aside: 'locations' })
  const places = (locations.data?.data ?? []).map((one) => ({ value: one.id, label: locationLabel(one) }))
  const nameOf = (id: string) => places.find((place) => place.value === id)?.label ?? '…'
  return (
    <FilterBar
      search={{ label: 'Search transfers', ...list.search }}
      chips={list.chips({
        status: { label: 'Status', show: (status) => documentStatusNames[status as DocumentStatus] },
        source: { label: 'Source', show: nameOf },
        destination: { label: 'Destination', show: nameOf },
        from: { label: 'From', show: formatDay },
        to: { label: 'To', show: formatDay },
      })}
      onClearAll={list.clearAll}
      total={total}
      tools={tools}
    >
      <FilterSelect label="Status" allLabel="All statuses" {...list.filter('status')} options={statuses} />
      <FilterSelect label="Source" allLabel="All sources" {...list.filter('source')} options={places} />
      <FilterSelect label="Destination" allLabel="All destinations" {...list.filter('destination')} options={places} />
      <DayFilter label="From day" leading="From" {...list.filter('from')} />
      <DayFilter label="To day" leading="To" {...list.filter('to')} />
    </FilterBar>
  )
}
