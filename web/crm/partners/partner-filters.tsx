import type { ReactNode } from 'react'
import {
  callFilters,
  type crmApi,
  orderingPaces,
  partnerStatuses,
  inactiveAfterDays,
} from '#shared/crm/partners/api.ts'
import { type PartnerKindName, partsOfKind } from '#shared/crm/partners/partners-api.ts'
import { type PriceTier, priceTierNames, priceTiers } from '#shared/inventory/stock/price-tiers.ts'
import type { useListParams } from '#web/lists/use-list-params.ts'
import { partnerStatusNames } from '#web/crm/public/partner-fields.tsx'
import { useCan } from '#web/session/session.ts'
import { useLabelOptions } from './use-label-options.ts'
import { useOwnerFilter } from './use-owners.ts'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import type { Total } from '#web/ui/table/pagination.tsx'

type PartnerFiltersProps = {
  kind: PartnerKindName
  list: ReturnType<typeof useListParams<(typeof crmApi.listAccounts)['spec']>>
  /** "Search customers". */
  label: string
  total: Total | undefined
  tools: ReactNode
}

const statuses = partnerStatuses.map((value) => ({ value, label: partnerStatusNames[value] }))
const callNames = { open: 'To call', mine: 'To call by me' } as const
const calls: readonly { value: string; label: string }[] = callFilters.map((value) => ({
  value,
  label: callNames[value],
}))
const tiers = priceTiers.map((value) => ({ value, label: priceTierNames[value] }))
const paceNames = {
  recent: `Ordered in the last ${inactiveAfterDays} days`,
  silent: `No order for ${inactiveAfterDays} days`,
  never: 'Never ordered',
} as const
const paces: readonly { value: string; label: string }[] = orderingPaces.map((value) => ({
  value,
  label: paceNames[value],
}))

/** The filters of a customer or supplier list. */
export function PartnerFilters({ kind, list, label, total, tools }: PartnerFiltersProps) {
  const mayView = useCan('crm.view')
  const labels = useLabelOptions(partsOfKind[kind].listLabels, list.filters.label, mayView)
  const owners = useOwnerFilter(mayView && kind === 'accounts')
  return (
    <FilterBar
      search={{ label, ...list.search }}
      inRow={2}
      chips={list.chips({
        status: { label: 'Status', show: (status) => partnerStatusNames[status as 'active'] },
        label: { label: 'Label' },
        country: { label: 'Country' },
        ordered: { label: 'Last order', show: (pace) => paceNames[pace as 'never'] },
        calls: { label: 'Calls', show: (call) => callNames[call as 'open'] },
        owner: { label: 'Account owner', show: owners.nameOf },
        priceTier: { label: 'Price tier', show: (tier) => priceTierNames[tier as PriceTier] },
      })}
      onClearAll={list.clearAll}
      total={total}
      tools={tools}
    >
      <FilterSelect label="Status" allLabel="All statuses" {...list.filter('status')} options={statuses} />
      {labels.length > 0 && (
        <FilterSelect label="Label" allLabel="All labels" {...list.filter('label')} options={labels} />
      )}
      <FilterSelect
        label="Activity"
        allLabel="Any activity"
        value={list.filters.calls ?? list.filters.ordered ?? ''}
        onChange={(value) =>
          list.change({
            ordered: paces.some((one) => one.value === value) ? value : undefined,
            calls: calls.some((one) => one.value === value) ? value : undefined,
          })
        }
        options={kind === 'accounts' && mayView ? [...paces, ...calls] : paces}
      />
      {kind === 'accounts' && mayView && (
        <FilterSelect label="Account owner" allLabel="Any owner" {...list.filter('owner')} options={owners.options} />
      )}
      {kind === 'accounts' && (
        <FilterSelect label="Price tier" allLabel="All price tiers" {...list.filter('priceTier')} options={tiers} />
      )}
    </FilterBar>
  )
}
