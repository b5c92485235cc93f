import type { ReactNode } from 'react'
import { crmApi } from '#shared/crm/partners/api.ts'
import type { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { opportunityStages } from '#shared/crm/opportunities/opportunity-stages.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import type { useListParams } from '#web/lists/use-list-params.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useOwnerFilter } from '#web/crm/partners/use-owners.ts'
import { CustomerPicker } from '#web/crm/public/customer-picker.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import type { Total } from '#web/ui/table/pagination.tsx'

type OpportunityFiltersProps = {
  list: ReturnType<typeof useListParams<(typeof opportunitiesApi.listOpportunities)['spec']>>
  /** False on the board, which has a column per stage. */
  withStage: boolean
  total: Total | undefined
  tools: ReactNode
}

const closings = { late: 'Late', thisMonth: 'This month', nextMonth: 'Next month', none: 'Without a day' } as const
const stages = opportunityStages.map((value) => ({ value, label: value }))

/** The filters of the opportunities: search, customer, closing date; in the list also the stage. */
export function OpportunityFilters({ list, withStage, total, tools }: OpportunityFiltersProps) {
  const { account, prospect } = list.filters
  const customer = useApiQuery(
    crmApi.getAccount,
    { params: { id: account ?? '' } },
    { enabled: account !== undefined, aside: 'the chosen customer' },
  )
  const one = useApiQuery(
    prospectsApi.getProspect,
    { params: { id: prospect ?? '' } },
    { enabled: prospect !== undefined, aside: 'the chosen prospect' },
  )
  const owners = useOwnerFilter(true)
  const customerName = customer.data?.name ?? '…'
  const chips = list.chips({
    stage: { label: 'Stage' },
    account: { label: 'Customer', show: () => customerName },
    prospect: { label: 'Prospect', show: () => one.data?.name ?? '…' },
    owner: { label: 'Owner', show: owners.nameOf },
    closing: { label: 'Closing', show: (closing) => closings[closing as keyof typeof closings] },
  })
  return (
    <FilterBar
      search={{ label: 'Search opportunities', ...list.search }}
      chips={chips.filter(({ id }) => withStage || id !== 'stage')}
      onClearAll={list.clearAll}
      inRow={3}
      total={total}
      tools={tools}
    >
      {withStage && <FilterSelect label="Stage" allLabel="All stages" {...list.filter('stage')} options={stages} />}
      <FilterSelect
        label="Closing"
        allLabel="Any closing day"
        {...list.filter('closing')}
        options={Object.entries(closings).map(([value, label]) => ({ value, label }))}
      />
      <FilterSelect label="Owner" allLabel="Any owner" {...list.filter('owner')} options={owners.options} />
      <CustomerPicker
        label="Customer"
        hideLabel
        placeholder="All customers"
        className="w-48 xl:min-w-24 xl:shrink max-md:w-auto max-md:basis-full"
        value={account ? { id: account, label: customerName } : null}
        onChange={(option) => list.filter('account').onChange(option?.id ?? '')}
      />
    </FilterBar>
  )
}
