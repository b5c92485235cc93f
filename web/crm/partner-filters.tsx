import { type crmApi, partnerStatuses } from '#shared/crm/api.ts'
import type { useListState } from '#web/api/list-state.ts'
import { partnerStatusNames } from '#web/pickers/partner-fields.tsx'
import { FilterBar, FilterSelect } from '#web/ui/filter-bar.tsx'
import type { Total } from '#web/ui/pagination.tsx'

type PartnerSpec = (typeof crmApi.listAccounts)['spec'] | (typeof crmApi.listSuppliers)['spec']
type PartnerFiltersProps = {
  list: ReturnType<typeof useListState<PartnerSpec>>
  /** "Search customers by name or code". */
  label: string
  total: Total | undefined
}

const statuses = partnerStatuses.map((value) => ({ value, label: partnerStatusNames[value] }))

/** What narrows a list of customers or suppliers: search and status; a label, where a label was pressed. */
export function PartnerFilters({ list, label, total }: PartnerFiltersProps) {
  return (
    <FilterBar
      search={{ label, ...list.search }}
      chips={list.chips({
        status: { label: 'Status', show: (status) => partnerStatusNames[status as 'active'] },
        label: { label: 'Label' },
        country: { label: 'Country' },
        ordered: { label: 'Last order' },
      })}
      onClearAll={list.clearAll}
      total={total}
    >
      <FilterSelect label="Status" allLabel="All statuses" {...list.filter('status')} options={statuses} />
    </FilterBar>
  )
}
