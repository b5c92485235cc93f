import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { estimateStatuses } from '#shared/sales/estimates/estimate-transitions.ts'
import { type EstimateRow, estimatesApi } from '#shared/sales/estimates/api.ts'
import { useEstimateBulkActions } from './estimate-bulk-actions.tsx'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useListPage } from '#web/lists/use-list-page.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#shared/format-day.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { NameCell } from '#web/ui/table/name-cell.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { EstimateStatusBadge } from '#web/sales/public/estimate-status-badge.tsx'
import { FilterBar } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { StatusChoices } from '#web/ui/table/status-choices.tsx'

export const listed = estimatesApi.listEstimates

const none = <span className="text-muted">–</span>

const columnsIn = (currency: string): Column<EstimateRow>[] => [
  { id: 'number', header: 'Estimate', cell: (estimate) => estimate.number, sortable: true },
  {
    id: 'account',
    sortable: true,
    header: 'Customer',
    // Fills the remaining width.
    cell: (estimate) => <NameCell name={estimate.account.name} />,
    width: '100%',
    phone: true,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, mailState }) => <EstimateStatusBadge status={status} mailState={mailState} />,
    phone: 'corner',
  },
  { id: 'estimateDate', header: 'Created', cell: (estimate) => formatDay(estimate.estimateDate), sortable: true },
  {
    id: 'validUntil',
    header: 'Valid until',
    cell: (estimate) => formatDay(estimate.validUntil),
    sortable: true,
    phone: true,
  },
  {
    id: 'reference',
    header: 'Reference',
    cell: ({ reference }) =>
      reference ? (
        <span title={reference} className="block max-w-32 truncate max-md:max-w-none">
          {reference}
        </span>
      ) : (
        none
      ),
  },
  {
    id: 'total',
    sortable: true,
    header: `Total, ${currency}`,
    cell: (estimate) => formatDecimalInput(estimate.total, 2),
    align: 'end',
    phone: true,
  },
]

/** The list of estimates and their status. */
export default function EstimateListPage() {
  const list = useListParams(estimatesApi.listEstimates)
  const estimates = useApiQuery(estimatesApi.listEstimates, { query: list.query }, { keepPrevious: true })
  const counts = useApiQuery(estimatesApi.countEstimates, {}, { aside: 'counts' })
  const { currency } = useSettings()
  const columns = useMemo(() => columnsIn(currency), [currency])
  const mayWrite = useCan('salesOrders.edit')
  const navigate = useNavigate()
  useShortcuts(mayWrite ? { n: () => void navigate(paths.estimateNew) } : {})
  const add = mayWrite && (
    <Button asChild variant="primary">
      <Link to={paths.estimateNew}>
        <Plus aria-hidden />
        New estimate
      </Link>
    </Button>
  )
  const listPage = useListPage('estimates', list, estimates, columns, useEstimateBulkActions())
  const accountName = estimates.data?.data[0]?.account.name
  return (
    <>
      <PageHeader title="Estimates" action={add} />
      <div className="flex flex-col gap-3">
        <div className="flex md:flex-wrap md:items-center md:gap-1">
          <StatusChoices {...list.filter('status')} statuses={estimateStatuses} counts={counts.data?.data} />
        </div>
        <FilterBar
          search={{ label: 'Search estimates', ...list.search }}
          chips={list.chips({
            status: { label: 'Status' },
            account: { label: 'Customer', show: () => accountName ?? '…' },
            opportunity: { label: 'Opportunity', show: () => 'one' },
          })}
          onClearAll={list.clearAll}
          total={list.total(estimates)}
          tools={listPage.tools}
        />
      </div>
      <DataTable
        {...listPage.table}
        label="Estimates"
        rowId={(estimate) => estimate.id}
        rowHref={(estimate) => paths.estimate(estimate.id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        empty={
          list.isNarrowed ? (
            <NoMatch many="estimates" onClear={list.clearAll}>
              Try another status or fewer letters.
            </NoMatch>
          ) : (
            <EmptyState kind="nothing" title="No estimates yet" action={add}>
              Offer goods at a price for a limited time. Customers accept by link, and you convert the estimate to an
              order.
            </EmptyState>
          )
        }
      />
      {listPage.bulk}
    </>
  )
}
