import { type OptOut, optOutsApi } from '#shared/retention/opt-outs-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { listTable } from '#web/lists/list-table.tsx'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterBar } from '#web/lists/filter-bar.tsx'

const columns: Column<OptOut>[] = [
  { id: 'name', header: 'Customer', cell: (row) => row.name },
  { id: 'optedOutBy', header: 'By', cell: (row) => row.optedOutBy, phone: true },
  {
    id: 'optedOutAt',
    header: 'Opted out',
    cell: (row) => <RelativeTime at={row.optedOutAt} />,
    sortable: true,
    phone: true,
  },
]

const editable: Column<OptOut>[] = [
  ...columns,
  {
    id: 'optIn',
    header: 'Action',
    hideHeader: true,
    align: 'end',
    phone: true,
    cell: (row) => <OptInButton row={row} />,
  },
]

function OptInButton({ row: { id, name } }: { row: OptOut }) {
  const optIn = useApiMutation(optOutsApi.setOptOut, { successMessage: () => 'Opted in again' })
  return (
    <Button
      size="sm"
      aria-label={`Opt in ${name} again`}
      busy={optIn.isPending}
      onClick={() => optIn.submit({ body: { accountId: id, optedOut: false } })}
    >
      Opt in again
    </Button>
  )
}

/** Customers who opted out, and how. */
export function OptOutsTab() {
  const list = useListParams(optOutsApi.listOptOuts)
  const rows = useApiQuery(optOutsApi.listOptOuts, { query: list.query }, { keepPrevious: true, untold: true })
  const mayEdit = useCan('retention.edit')
  return (
    <div className="flex flex-col gap-1">
      <FilterBar
        search={{ label: 'Search customers', ...list.search }}
        onClearAll={list.clearAll}
        total={list.total(rows)}
      />
      <DataTable
        {...listTable(list, rows)}
        columns={mayEdit ? editable : columns}
        label="Opted out"
        rowId={(row) => row.id}
        empty={
          list.isNarrowed ? (
            <EmptyState kind="no-match" title="No customers match" />
          ) : (
            <EmptyState kind="nothing" title="Nobody has opted out">
              Customers opt out by the link in a message, by replying STOP, or through you.
            </EmptyState>
          )
        }
      />
    </div>
  )
}
