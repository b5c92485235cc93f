import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { prospectStatuses } from '#shared/crm/prospect-moves.ts'
import { prospectsApi } from '#shared/crm/prospects-api.ts'
import { useListing } from '#web/api/listing.ts'
import { useListState } from '#web/api/list-state.ts'
import { useApiQuery } from '#web/api/query.ts'
import { prospectColumns } from '#web/crm/prospect-columns.tsx'
import { useProspectTicking } from '#web/crm/prospect-ticking.ts'
import { ProspectDialog } from '#web/crm/prospect-dialog.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#web/ui/filter-bar.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { totalOf } from '#web/ui/pagination.tsx'

const dues = { due: 'Due', overdue: 'Overdue', none: 'Without a date' } as const
const statuses = prospectStatuses.map((value) => ({ value, label: value }))

/** Who might buy, the next to follow up first. */
export default function ProspectListPage() {
  const list = useListState(prospectsApi.listProspects)
  const prospects = useApiQuery(prospectsApi.listProspects, { query: list.query }, { keepPrevious: true })
  const listing = useListing('prospects', list, prospects, prospectColumns, useProspectTicking())
  const [adding, setAdding] = useState(false)
  const mayEdit = useCan('crm.edit')
  const navigate = useNavigate()
  const { search } = useLocation()
  const isEmpty = list.isEmpty(prospects)
  const add = mayEdit && (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      Add prospect
    </Button>
  )
  return (
    <>
      <PageHeader title="Prospects" action={!isEmpty && add} />
      {!isEmpty && (
        <FilterBar
          search={{ label: 'Search prospects', ...list.search }}
          chips={list.chips({
            status: { label: 'Status' },
            label: { label: 'Label' },
            due: { label: 'Follow-up', show: (due) => dues[due as keyof typeof dues] },
          })}
          onClearAll={list.clearAll}
          total={prospects.data && totalOf(prospects.data)}
          tools={listing.tools}
        >
          <FilterSelect label="Status" allLabel="All statuses" {...list.filter('status')} options={statuses} />
          <FilterSelect
            label="Follow-up"
            allLabel="Any follow-up date"
            {...list.filter('due')}
            options={Object.entries(dues).map(([value, label]) => ({ value, label }))}
          />
        </FilterBar>
      )}
      <DataTable
        {...listing.table}
        label="Prospects"
        rowId={(prospect) => prospect.id}
        rowHref={(prospect) => paths.prospect(prospect.id)}
        renderLink={({ href, ...link }) => <Link to={href} state={{ list: search }} {...link} />}
        empty={
          isEmpty ? (
            <EmptyState kind="nothing" title="No prospects yet" action={add}>
              Hospitals, pharmacies, clinics that might buy. Give each a date, and the list tells whom to call next.
            </EmptyState>
          ) : (
            <EmptyState
              kind="no-match"
              title="No prospects match"
              action={<Button onClick={list.clearAll}>Clear filters</Button>}
            />
          )
        }
      />
      {listing.bulk}
      {adding && (
        <ProspectDialog
          onSaved={(prospect) => void navigate(paths.prospect(prospect.id))}
          close={() => setAdding(false)}
        />
      )}
    </>
  )
}
