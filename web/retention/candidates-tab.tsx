import { useState } from 'react'
import {
  type Candidate,
  candidatesApi,
  type Exclusion,
  exclusionNames,
  exclusions,
  triggerNames,
} from '#shared/retention/candidates-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useListPage } from '#web/lists/use-list-page.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { candidateColumns } from './candidate-columns.tsx'
import { CandidateDialog } from './candidate-dialog.tsx'

const statuses = { ready: 'Ready', excluded: 'Excluded' } as const
const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))

/** The wording for selected rows, whose only bulk action is the export. */
const exported = {
  route: candidatesApi.listCandidates,
  nameOf: ({ name }: Candidate) => name,
  one: 'candidate',
  many: 'candidates',
}

/** The customers who would get a message now, and why others would not. */
export function CandidatesTab() {
  const list = useListParams(candidatesApi.listCandidates)
  const rows = useApiQuery(candidatesApi.listCandidates, { query: list.query }, { keepPrevious: true })
  const listPage = useListPage('retention-candidates', list, rows, candidateColumns, exported)
  const [opened, setOpened] = useState<Candidate>()
  return (
    <div className="flex flex-col gap-1">
      <FilterBar
        search={{ label: 'Search customers', ...list.search }}
        chips={list.chips({
          status: { label: 'Status', show: (status) => statuses[status as keyof typeof statuses] },
          exclusion: { label: 'Excluded', show: (reason) => exclusionNames[reason as Exclusion] },
          trigger: { label: 'Reason', show: (reason) => triggerNames[reason as keyof typeof triggerNames] },
        })}
        onClearAll={list.clearAll}
        total={list.total(rows)}
        tools={listPage.tools}
      >
        <FilterSelect label="Status" allLabel="All statuses" {...list.filter('status')} options={optionsOf(statuses)} />
        <FilterSelect
          label="Excluded because"
          allLabel="Any exclusion"
          {...list.filter('exclusion')}
          options={exclusions.map((value) => ({ value, label: exclusionNames[value] }))}
        />
        <FilterSelect
          label="Reason"
          allLabel="All reasons"
          {...list.filter('trigger')}
          options={optionsOf(triggerNames)}
        />
      </FilterBar>
      <DataTable
        {...listPage.table}
        label="Candidates"
        rowId={(row) => row.id}
        onRowOpen={setOpened}
        empty={
          list.isNarrowed ? (
            <NoMatch many="candidates" onClear={list.clearAll} />
          ) : (
            <EmptyState kind="nothing" title="No inactive customers">
              Customers appear here when their last order is older than the inactivity threshold.
            </EmptyState>
          )
        }
      />
      {listPage.bulk}
      {opened && <CandidateDialog candidate={opened} close={() => setOpened(undefined)} />}
    </div>
  )
}
