import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { prospectStatuses } from '#shared/crm/prospect-moves.ts'
import { prospectsApi } from '#shared/crm/prospects-api.ts'
import { addressOf } from '#web/api/address.ts'
import { useListChoice } from '#web/api/list-choice.ts'
import { mostSelected, useListSelection } from '#web/api/list-selection.ts'
import { useListState } from '#web/api/list-state.ts'
import { listTable } from '#web/api/list-table.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { ProspectBulk } from '#web/crm/prospect-bulk.tsx'
import { prospectColumns } from '#web/crm/prospect-columns.tsx'
import { ProspectDialog } from '#web/crm/prospect-dialog.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#web/ui/filter-bar.tsx'
import { ListViewButton } from '#web/ui/list-view-dialog.tsx'
import { Menu, MenuHeading, MenuItem } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { totalOf } from '#web/ui/pagination.tsx'

const dues = { due: 'Due', overdue: 'Overdue', none: 'Without a date' } as const
const statuses = prospectStatuses.map((value) => ({ value, label: value }))

/** Who might buy, the next to follow up first. */
export default function ProspectListPage() {
  const list = useListState(prospectsApi.listProspects)
  const prospects = useApiQuery(prospectsApi.listProspects, { query: list.query }, { keepPrevious: true })
  const choice = useListChoice('prospects', prospectColumns)
  const selection = useListSelection(prospectsApi.listProspects, list.query, prospects.data?.data)
  const [adding, setAdding] = useState(false)
  const mayEdit = useCan('crm.edit')
  const navigate = useNavigate()
  const isEmpty = list.isEmpty(prospects)
  const total = prospects.data?.total ?? 0
  const mayMark = mayEdit && !isEmpty
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
          search={{ label: 'Search prospects and notes', ...list.search }}
          chips={list.chips({
            status: { label: 'Status' },
            label: { label: 'Label' },
            due: { label: 'Follow-up', show: (due) => dues[due as keyof typeof dues] },
          })}
          onClearAll={list.clearAll}
          total={prospects.data && totalOf(prospects.data)}
          tools={
            <>
              <ListViewButton view={choice} />
              <ExportProspects query={list.query} />
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
        </FilterBar>
      )}
      <DataTable
        {...listTable(list, prospects)}
        {...(!choice.isReady && { rows: undefined })}
        {...(mayMark && { selected: selection.selected, onSelectedChange: selection.onSelectedChange })}
        label="Prospects"
        columns={choice.columns}
        compact={choice.compact}
        rowId={(prospect) => prospect.id}
        rowHref={(prospect) => paths.prospect(prospect.id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
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
      {mayMark && (
        <ProspectBulk
          rows={selection.rows}
          onClear={selection.clear}
          onSelectAll={
            selection.rows.length < Math.min(total, mostSelected) && !selection.isLoading
              ? selection.selectAll
              : undefined
          }
          selectAllLabel={
            total > mostSelected
              ? `Select the first ${mostSelected.toLocaleString()}`
              : `Select all ${total.toLocaleString()} results`
          }
        />
      )}
      {adding && (
        <ProspectDialog
          onSaved={(prospect) => void navigate(paths.prospect(prospect.id))}
          close={() => setAdding(false)}
        />
      )}
    </>
  )
}

/** The filtered list as a file: all of its rows. */
function ExportProspects({ query }: { query: ReturnType<typeof useListState<ProspectSpec>>['query'] }) {
  const { limit: _, cursor: __, ...choice } = query
  const to = (format: 'csv' | 'xlsx') => addressOf(prospectsApi.exportProspects, { query: { ...choice, format } })
  return (
    <Menu
      trigger={
        <IconButton label="Export" variant="secondary">
          <Download aria-hidden />
        </IconButton>
      }
    >
      <MenuHeading>Every row of this list</MenuHeading>
      <MenuItem asChild>
        <a href={to('csv')} download>
          CSV
        </a>
      </MenuItem>
      <MenuItem asChild>
        <a href={to('xlsx')} download>
          Excel
        </a>
      </MenuItem>
    </Menu>
  )
}
type ProspectSpec = (typeof prospectsApi.listProspects)['spec']
