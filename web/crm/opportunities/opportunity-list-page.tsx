import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { type OpportunityRow, opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useListLayout } from '#web/lists/use-list-layout.tsx'
import { useListPage } from '#web/lists/use-list-page.ts'
import { NoMatch } from '#web/lists/no-match.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { CloseDay, ClosedDay } from './close-day.tsx'
import { OpportunityBoard } from './opportunity-board.tsx'
import { useOpportunityBulkActions } from './opportunity-bulk-actions.ts'
import { OpportunityDialog } from './opportunity-dialog.tsx'
import { OpportunityFilters } from './opportunity-filters.tsx'
import { OpportunitySums } from './opportunity-sums.tsx'
import { OpportunityStageBadge } from './opportunity-stage.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { NameCell } from '#web/ui/table/name-cell.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

const none = <span className="text-muted">–</span>

export const listed = opportunitiesApi.listOpportunities

const columnsIn = (currency: string): Column<OpportunityRow>[] => [
  { id: 'title', header: 'Opportunity', cell: (row) => <NameCell name={row.title} />, sortable: true, width: '55%' },
  {
    id: 'account',
    header: 'Customer or prospect',
    cell: (row) => <NameCell name={(row.account ?? row.prospect)?.name ?? ''} />,
    width: '45%',
    phone: true,
  },
  { id: 'stage', header: 'Stage', cell: (row) => <OpportunityStageBadge stage={row.stage} />, phone: 'corner' },
  { id: 'expectedClose', header: 'Expected close', cell: (row) => <CloseDay row={row} />, sortable: true, phone: true },
  { id: 'lostReason', header: 'Lost because', cell: (row) => row.lostReason ?? none },
  {
    id: 'value',
    header: `Value, ${currency}`,
    cell: (row) => formatDecimalInput(row.value, 2),
    align: 'end',
    sortable: true,
    phone: true,
  },
  { id: 'owner', header: 'Owner', cell: (row) => row.owner?.name ?? none },
  { id: 'closedAt', header: 'Closed', cell: (row) => <ClosedDay row={row} />, extra: true },
]

/** The opportunities as a board by stage or as a list, with their expected value. */
export default function OpportunityListPage() {
  const list = useListParams(opportunitiesApi.listOpportunities)
  const { view, viewSwitch } = useListLayout(['board', 'list'])
  const rows = useApiQuery(opportunitiesApi.listOpportunities, { query: list.query }, { keepPrevious: true })
  const { limit: _, cursor: __, stage: ___, sort, ...choice } = list.query
  const sums = useApiQuery(
    opportunitiesApi.sumOpportunities,
    { query: choice },
    { keepPrevious: true, aside: 'figures' },
  )
  const { currency } = useSettings()
  const columns = useMemo(() => columnsIn(currency), [currency])
  const [adding, setAdding] = useState(false)
  const mayEdit = useCan('crm.edit')
  const navigate = useNavigate()
  const { search } = useLocation()
  const listPage = useListPage('opportunities', list, rows, columns, useOpportunityBulkActions())
  useShortcuts(mayEdit ? { n: () => setAdding(true) } : {})
  const isEmpty = list.isEmpty(rows)
  const add = mayEdit && (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      Add opportunity
    </Button>
  )
  const open = sums.data?.open
  return (
    <>
      <PageHeader title="Sales opportunities" action={add} />
      <>
        <OpportunitySums open={open} isLoading={!open && !sums.error} currency={currency} />
        <OpportunityFilters
          list={list}
          withStage={view === 'list'}
          total={view === 'list' ? list.total(rows) : undefined}
          tools={
            <>
              {viewSwitch}
              {view === 'list' ? listPage.tools : listPage.viewTools}
            </>
          }
        />
      </>
      {view === 'board' && !isEmpty ? (
        <OpportunityBoard query={{ ...choice, sort }} sums={sums.data?.data} />
      ) : (
        <DataTable
          {...listPage.table}
          label="Sales opportunities"
          rowId={(row) => row.id}
          rowHref={(row) => paths.opportunity(row.id)}
          renderLink={({ href, ...link }) => <Link to={href} state={{ list: search }} {...link} />}
          empty={
            isEmpty ? (
              <EmptyState kind="nothing" title="No opportunities yet" action={add}>
                Potential sales with value and expected close. They make up the forecast.
              </EmptyState>
            ) : (
              <NoMatch many="opportunities" onClear={list.clearAll} />
            )
          }
        />
      )}
      {view === 'list' && listPage.bulk}
      {adding && (
        <OpportunityDialog
          onSaved={(saved) => void navigate(paths.opportunity(saved.id))}
          close={() => setAdding(false)}
        />
      )}
    </>
  )
}
