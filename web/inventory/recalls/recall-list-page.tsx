import { Link, useNavigate } from 'react-router'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { type RecallRow, recallStatuses, recallStatusNames } from '#shared/inventory/recalls/recall.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useListPage } from '#web/lists/use-list-page.ts'
import { useApiQuery } from '#web/api/query.ts'
import { InventoryTabs } from '#web/inventory/public/inventory-tabs.tsx'
import { RecallStatusBadge } from './recall-status-badge.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

export const listed = recallsApi.listRecalls

const columns: readonly Column<RecallRow>[] = [
  { id: 'number', header: 'Recall', cell: ({ number }) => number },
  {
    id: 'reason',
    exportedAs: ['products', 'reason'],
    header: 'Products and reason',
    cell: ({ products, reason }) => (
      <TwoLines first={products.join(', ')} second={reason} className="max-w-96 max-xl:max-w-72" />
    ),
    phone: true,
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <RecallStatusBadge status={status} />, phone: 'corner' },
  { id: 'lots', header: 'Lots', cell: ({ lots }) => lots.toLocaleString(), align: 'end', phone: true },
  {
    id: 'told',
    exportedAs: ['customers', 'told'],
    header: 'Customers notified',
    cell: ({ told, customers }) => `${told.toLocaleString()} of ${customers.toLocaleString()}`,
    align: 'end',
    phone: true,
  },
  {
    id: 'createdAt',
    header: 'Started',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    sortable: true,
    phone: true,
  },
]
const statuses = recallStatuses.map((value) => ({ value, label: recallStatusNames[value] }))

/** The wording for selected rows, whose only bulk action is the export. */
const exported = {
  route: recallsApi.listRecalls,
  nameOf: ({ number }: RecallRow) => number,
  one: 'recall',
  many: 'recalls',
}

/** The list of recalls, newest first, with the progress of customer notification. */
export default function RecallListPage() {
  const list = useListParams(recallsApi.listRecalls)
  const recalls = useApiQuery(recallsApi.listRecalls, { query: list.query }, { keepPrevious: true })
  const mayEdit = useCan('inventory.edit')
  const listPage = useListPage('recalls', list, recalls, columns, exported)
  const navigate = useNavigate()
  useShortcuts(mayEdit ? { n: () => void navigate(paths.recallNew) } : {})
  const isEmpty = list.isEmpty(recalls)
  return (
    <>
      <PageHeader title="Recalls" action={mayEdit && <StartRecall />} />
      <InventoryTabs />
      <FilterBar
        search={{ label: 'Search recalls', ...list.search }}
        chips={list.chips({
          status: {
            label: 'Status',
            show: (status) => recallStatusNames[status as (typeof recallStatuses)[number]],
          },
        })}
        onClearAll={list.clearAll}
        total={list.total(recalls)}
        tools={listPage.tools}
      >
        <FilterSelect label="Status" allLabel="All statuses" {...list.filter('status')} options={statuses} />
      </FilterBar>
      <DataTable
        {...listPage.table}
        label="Recalls"
        rowId={({ id }) => id}
        rowHref={({ id }) => paths.recall(id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        empty={
          isEmpty ? (
            <EmptyState kind="nothing" title="No recalls yet" action={mayEdit && <StartRecall />}>
              A recall finds and blocks every unit of a lot: in stock, in orders, out for delivery and with customers. A
              drill shows the result without changing anything.
            </EmptyState>
          ) : (
            <NoMatch many="recalls" onClear={list.clearAll} />
          )
        }
      />
      {listPage.bulk}
    </>
  )
}

function StartRecall() {
  return (
    <Button asChild variant="primary">
      <Link to={paths.recallNew}>Start a recall or a drill</Link>
    </Button>
  )
}
