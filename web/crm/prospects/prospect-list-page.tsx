import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { prospectStatuses } from '#shared/crm/prospects/prospect-transitions.ts'
import { type ProspectRow, prospectsApi } from '#shared/crm/prospects/api.ts'
import { ListSplit } from '#web/lists/list-split.tsx'
import { useListLayout } from '#web/lists/use-list-layout.tsx'
import { useListPage } from '#web/lists/use-list-page.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useLabelOptions } from '#web/crm/partners/use-label-options.ts'
import { useOwnerFilter } from '#web/crm/partners/use-owners.ts'
import { ProspectBoard } from './prospect-board.tsx'
import { prospectColumns } from './prospect-columns.tsx'
import { useProspectBulkActions } from './prospect-bulk-actions.ts'
import { ProspectDialog } from './prospect-dialog.tsx'
import { FollowUp, ProspectStatusBadge } from '#web/crm/public/prospect-status.tsx'
import { ProspectSummary } from './prospect-summary.tsx'
import { paths } from '#web/paths.ts'
import { formatDay } from '#shared/format-day.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

export const listed = prospectsApi.listProspects

const dues = { due: 'Due', overdue: 'Overdue', none: 'Without a date' } as const
const statuses = prospectStatuses.map((value) => ({ value, label: value }))

/** The prospects, next follow-up first: as a list, split view or board by status. */
export default function ProspectListPage() {
  const list = useListParams(prospectsApi.listProspects)
  const { view, viewSwitch, chosen, withChosen } = useListLayout(['list', 'split', 'board'])
  const prospects = useApiQuery(prospectsApi.listProspects, { query: list.query }, { keepPrevious: true })
  const listPage = useListPage('prospects', list, prospects, prospectColumns, useProspectBulkActions())
  const labels = useLabelOptions(prospectsApi.listLabels, list.filters.label)
  const owners = useOwnerFilter(true)
  const [adding, setAdding] = useState(false)
  const mayEdit = useCan('crm.edit')
  const navigate = useNavigate()
  const { search } = useLocation()
  useShortcuts(mayEdit ? { n: () => setAdding(true) } : {})
  const isEmpty = list.isEmpty(prospects)
  const { limit: _, cursor: __, status, ...boardQuery } = list.query
  const add = mayEdit && (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      Add prospect
    </Button>
  )
  const empty = isEmpty ? (
    <EmptyState kind="nothing" title="No prospects yet" action={add}>
      Hospitals, pharmacies and clinics that may become customers. Set a follow-up date to see whom to call next.
    </EmptyState>
  ) : (
    <NoMatch many="prospects" onClear={list.clearAll} />
  )
  return (
    <>
      <PageHeader title="Prospects" action={add} />
      <FilterBar
        search={{ label: 'Search prospects', ...list.search }}
        inRow={2}
        chips={list.chips({
          status: { label: 'Status' },
          label: { label: 'Label' },
          due: { label: 'Follow-up', show: (due) => dues[due as keyof typeof dues] },
          owner: { label: 'Owner', show: owners.nameOf },
          source: { label: 'Source' },
          from: { label: 'Added from', show: formatDay },
          to: { label: 'Added to', show: formatDay },
        })}
        onClearAll={list.clearAll}
        total={view === 'board' ? undefined : list.total(prospects)}
        tools={
          <>
            {viewSwitch}
            {view === 'list' ? listPage.tools : listPage.viewTools}
          </>
        }
      >
        <FilterSelect label="Status" allLabel="All statuses" {...list.filter('status')} options={statuses} />
        <FilterSelect
          label="Follow-up"
          allLabel="Any follow-up date"
          {...list.filter('due')}
          options={Object.entries(dues).map(([value, label]) => ({ value, label }))}
        />
        {labels.length > 0 && (
          <FilterSelect label="Label" allLabel="All labels" {...list.filter('label')} options={labels} />
        )}
        <FilterSelect label="Owner" allLabel="Any owner" {...list.filter('owner')} options={owners.options} />
      </FilterBar>
      {view === 'board' && !isEmpty && <ProspectBoard query={boardQuery} status={status} />}
      {view === 'split' && !isEmpty && (
        <ListSplit
          label="Prospects"
          rowOf={(row) => ({
            id: row.id,
            title: row.name,
            note: <SplitNote row={row} />,
            corner: <ProspectStatusBadge status={row.status} />,
          })}
          chosen={chosen}
          withChosen={withChosen}
          table={listPage.table}
          empty={empty}
          detail={ProspectSummary}
        />
      )}
      {(view === 'list' || isEmpty) && (
        <DataTable
          {...listPage.table}
          label="Prospects"
          rowId={(prospect) => prospect.id}
          rowHref={(prospect) => paths.prospect(prospect.id)}
          renderLink={({ href, ...link }) => <Link to={href} state={{ list: search }} {...link} />}
          empty={empty}
        />
      )}
      {view === 'list' && listPage.bulk}
      {adding && (
        <ProspectDialog
          onSaved={(prospect) => void navigate(paths.prospect(prospect.id))}
          close={() => setAdding(false)}
        />
      )}
    </>
  )
}

function SplitNote({ row }: { row: ProspectRow }) {
  if (row.followUpDate === null) return row.contact ?? row.country
  return (
    <>
      Follow up <FollowUp prospect={row} />
    </>
  )
}
