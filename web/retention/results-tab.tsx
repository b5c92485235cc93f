import { Link } from 'react-router'
import { messagesApi, type ResultGroup, type ResultRow, type Results } from '#shared/retention/messages-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { listTable } from '#web/lists/list-table.tsx'
import { useListParams } from '#web/lists/use-list-params.ts'
import { paths } from '#web/paths.ts'
import { Card, Figure } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'

const groups: Record<ResultGroup, string> = { message: 'Messaged', heldOut: 'Held out' }
const two = (value: number) => value.toFixed(2)
const signed = (value: number) => `${value < 0 ? '−' : '+'}${two(Math.abs(value))}`

const columns: Column<ResultRow>[] = [
  { id: 'customer', header: 'Customer', cell: (row) => row.customer.name },
  { id: 'group', header: 'Group', cell: (row) => groups[row.group], phone: 'corner' },
  {
    id: 'timestamp',
    header: 'Messaged or held out',
    cell: (row) => <RelativeTime at={row.timestamp} />,
    sortable: true,
    phone: true,
  },
  { id: 'orders', header: 'Orders within 30 days', cell: (row) => row.orders, align: 'end', phone: true },
]

const countOf = (count: number, what: string) => `${count.toLocaleString()} ${what}${count === 1 ? '' : 's'}`

/** Compares the orders of customers who got a message with those held out, with the confidence. */
export function ResultsTab() {
  const list = useListParams(messagesApi.listResults)
  const rows = useApiQuery(messagesApi.listResults, { query: list.query }, { keepPrevious: true, untold: true })
  const { data, error, isFetching, refetch } = useApiQuery(messagesApi.getResults, {}, { untold: true })
  return (
    <div className="flex flex-col gap-4">
      <Card
        title="Orders per customer within 30 days"
        help="First messages of the last year whose 30 days are over. Messages that failed count as messaged."
      >
        {error && !data ? (
          <ErrorState what="Results" error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <div className="grid grid-cols-3 gap-4 max-md:grid-cols-1">
            <GroupFigure group="message" results={data} />
            <GroupFigure group="heldOut" results={data} />
            <Figure
              label="Difference, 95% confidence"
              loading={!data}
              value={data && (data.difference ? signed(data.difference.mean) : 'Too few to tell')}
              note={data && differenceNote(data)}
            />
          </div>
        )}
      </Card>
      <FilterBar
        chips={list.chips({ group: { label: 'Group', show: (group) => groups[group as ResultGroup] } })}
        onClearAll={list.clearAll}
        total={list.total(rows)}
      >
        <FilterSelect
          label="Group"
          allLabel="Both groups"
          {...list.filter('group')}
          options={Object.entries(groups).map(([value, label]) => ({ value, label }))}
        />
      </FilterBar>
      <DataTable
        {...listTable(list, rows)}
        columns={columns}
        label="Customers compared"
        rowId={(row) => row.id}
        empty={
          list.isNarrowed ? (
            <NoMatch many="results" onClear={list.clearAll} />
          ) : (
            <EmptyState kind="nothing" title="No results yet">
              Customers are compared 30 days after they were messaged or held out.
            </EmptyState>
          )
        }
      />
    </div>
  )
}

function GroupFigure({ group, results }: { group: ResultGroup; results: Results | undefined }) {
  const found = results?.[group]
  const to = `${paths.retention}?${new URLSearchParams({ tab: 'results', group })}`
  return (
    <Figure
      label={groups[group]}
      loading={!found}
      value={found && (found.mean === null ? '–' : two(found.mean))}
      note={
        found && (
          <Link className="link" to={to}>
            {countOf(found.customers, 'customer')}, {countOf(found.orders, 'order')}
          </Link>
        )
      }
    />
  )
}

function differenceNote({ difference }: Results): string {
  if (!difference) return 'At least 30 customers in each group and 10 orders are needed.'
  const { low, high } = difference
  const range = `Between ${signed(low)} and ${signed(high)}`
  return low <= 0 && high >= 0 ? `${range}: no effect shown.` : `${range} orders per customer.`
}
