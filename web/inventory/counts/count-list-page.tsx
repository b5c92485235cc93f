import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { countStatusNames, type CountStatus } from '#shared/inventory/counts/count-transitions.ts'
import { countsApi } from '#shared/inventory/counts/api.ts'
import type { CountRow } from '#shared/inventory/counts/count.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { useCountBulkActions } from '#web/inventory/public/document-bulk-actions.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useListPage } from '#web/lists/use-list-page.ts'
import { useApiQuery } from '#web/api/query.ts'
import { countTones, doneOf, scopeOf, statusOptions } from './count-labels.ts'
import { InventoryTabs } from '#web/inventory/public/inventory-tabs.tsx'
import { PlanCountDialog } from './plan-count-dialog.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

export const listed = countsApi.listCounts

const columns: readonly Column<CountRow>[] = [
  { id: 'number', header: 'Number', cell: (count) => count.number },
  {
    id: 'scope',
    exportedAs: ['location', 'zone', 'category', 'abcClass'],
    header: 'What is counted',
    cell: (count) => <span className="text-secondary">{scopeOf(count)}</span>,
    phone: true,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusBadge tone={countTones[status]}>{countStatusNames[status]}</StatusBadge>,
    phone: 'corner',
  },
  {
    id: 'progress',
    exportedAs: ['lines', 'open'],
    header: 'Counted',
    width: '11rem',
    cell: (count) => <Progress count={count} />,
    phone: true,
  },
  {
    id: 'different',
    header: 'Differences',
    align: 'end',
    cell: ({ lines, status }) =>
      lines.different === null || status === 'PLANNED' ? none : lines.different.toLocaleString(),
    phone: true,
  },
  {
    id: 'createdAt',
    header: 'Planned',
    sortable: true,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    phone: true,
  },
]
const none = <span className="text-muted">–</span>

function Progress({ count }: { count: CountRow }) {
  const { total } = count.lines
  if (total === 0) return none
  return (
    <span className="flex min-w-32 items-center gap-2.5">
      <ProgressBar label={`Counted of ${count.number}`} value={doneOf(count)} max={total} className="flex-1" />
      <span className="figures text-muted text-table">
        {doneOf(count).toLocaleString()}/{total.toLocaleString()}
      </span>
    </span>
  )
}

/** The list of counts: planned, in progress, in review and posted. */
export default function CountListPage() {
  const list = useListParams(countsApi.listCounts)
  const counts = useApiQuery(countsApi.listCounts, { query: list.query }, { keepPrevious: true })
  const locations = useApiQuery(inventoryApi.listLocations, { query: { limit: 200 } }, { aside: 'locations' })
  const [isPlanning, setPlanning] = useState(false)
  const navigate = useNavigate()
  const mayEdit = useCan('inventory.edit')
  useShortcuts(mayEdit ? { n: () => setPlanning(true) } : {})
  const listPage = useListPage('stock-counts', list, counts, columns, useCountBulkActions())
  const isEmpty = list.isEmpty(counts)
  const places = (locations.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const plan = mayEdit && (
    <Button variant="primary" onClick={() => setPlanning(true)}>
      <Plus aria-hidden />
      Plan count
    </Button>
  )
  return (
    <>
      <PageHeader title="Stock counts" action={plan} />
      <InventoryTabs />
      <FilterBar
        search={{ label: 'Search counts', ...list.search }}
        chips={list.chips({
          status: { label: 'Status', show: (status) => countStatusNames[status as CountStatus] },
          location: { label: 'Location', show: (id) => places.find(({ value }) => value === id)?.label ?? '…' },
        })}
        onClearAll={list.clearAll}
        total={list.total(counts)}
        tools={listPage.tools}
      >
        <FilterSelect label="Status" allLabel="All statuses" {...list.filter('status')} options={statusOptions} />
        <FilterSelect label="Location" allLabel="All locations" {...list.filter('location')} options={places} />
      </FilterBar>
      <DataTable
        {...listPage.table}
        label="Stock counts"
        rowId={(count) => count.id}
        rowHref={(count) => paths.stockCount(count.id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        empty={
          isEmpty ? (
            <EmptyState kind="nothing" title="No counts yet" action={plan}>
              A count compares physical stock with recorded stock. Sales can continue meanwhile.
            </EmptyState>
          ) : (
            <NoMatch many="counts" onClear={list.clearAll} />
          )
        }
      />
      {listPage.bulk}
      {isPlanning && (
        <PlanCountDialog onPlanned={({ id }) => void navigate(paths.stockCount(id))} close={() => setPlanning(false)} />
      )}
    </>
  )
}
