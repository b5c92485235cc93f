import type { ReactNode } from 'react'
import {
  callFilters,
  ownerFilters,
  type crmApi,
  orderingPaces,
  partnerStatuses,
  inactiveAfterDays,
} from '#shared/crm/partners/api.ts'
import { callsApi } from '#shared/crm/partners/calls-api.ts'
import { type PartnerKindName, partsOfKind } from '#shared/crm/partners/partners-api.ts'
import { type PriceTier, priceTierNames, priceTiers } from '#shared/inventory/stock/price-tiers.ts'
import type { useListParams } from '#web/lists/use-list-params.ts'
import { useApiQuery } from '#web/api/query.ts'
import { partnerStatusNames } from '#web/crm/public/partner-fields.tsx'
import { useCan } from '#web/session/session.ts'
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
const ownerNames = { mine: 'Mine', none: 'Unassigned' } as const
const owners: readonly { value: string; label: string }[] = ownerFilters.map((value) => ({
  value,
  label: ownerNames[value],
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

/** What narrows a list of customers or suppliers. */
export function PartnerFilters({ kind, list, label, total, tools }: PartnerFiltersProps) {
  const mayView = useCan('crm.view')
  const labels = useApiQuery(partsOfKind[kind].listLabels, {}, { enabled: mayView })
  const people = useApiQuery(callsApi.listOwners, {}, { enabled: mayView && kind === 'accounts' })
  const ownerOptions = [...owners, ...(people.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))]
  const options = (labels.data?.data ?? []).map((one) => ({
    value: one.label,
    label: `${one.label} (${one.count.toLocaleString()})`,
  }))
  // One that nobody carries any more can still stand in an address.
  const chosen = list.filters.label
  if (chosen && !options.some(({ value }) => value === chosen)) options.push({ value: chosen, label: chosen })
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
        owner: {
          label: 'Account owner',
          show: (owner) => ownerOptions.find(({ value }) => value === owner)?.label ?? '…',
        },
        priceTier: { label: 'Price tier', show: (tier) => priceTierNames[tier as PriceTier] },
      })}
      onClearAll={list.clearAll}
      total={total}
      tools={tools}
    >
      <FilterSelect label="Status" allLabel="All statuses" {...list.filter('status')} options={statuses} />
      {options.length > 0 && (
        <FilterSelect label="Label" allLabel="All labels" {...list.filter('label')} options={options} />
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
        <FilterSelect label="Account owner" allLabel="Any owner" {...list.filter('owner')} options={ownerOptions} />
      )}
      {kind === 'accounts' && (
        <FilterSelect label="Price tier" allLabel="All price tiers" {...list.filter('priceTier')} options={tiers} />
      )}
    </FilterBar>
  )
}
