import { Plus } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { crmApi } from '#shared/crm/partners/api.ts'
import { returnStatuses } from '#shared/sales/returns/return-transitions.ts'
import { type ReturnRow, returnsApi } from '#shared/sales/returns/api.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useListPage } from '#web/lists/use-list-page.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { CustomerPicker } from '#web/crm/public/customer-picker.tsx'
import { returnColumns } from './return-columns.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { StatusChoices } from '#web/ui/table/status-choices.tsx'

export const listed = returnsApi.listReturns

/** The wording for selected rows, whose only bulk action is the export. */
const exported = {
  route: returnsApi.listReturns,
  nameOf: ({ number }: ReturnRow) => number,
  one: 'return',
  many: 'returns',
}

/** The list of customer returns: filter by status, customer, number. */
export default function ReturnListPage() {
  const list = useListParams(returnsApi.listReturns)
  const returns = useApiQuery(returnsApi.listReturns, { query: list.query }, { keepPrevious: true })
  const { currency } = useSettings()
  const mayWrite = useCan('invoices.edit')
  const navigate = useNavigate()
  const columns = useMemo(() => returnColumns(currency), [currency])
  useShortcuts(mayWrite ? { n: () => void navigate(paths.returnNew) } : {})
  const listPage = useListPage('returns', list, returns, columns, exported)
  const isEmpty = list.isEmpty(returns)
  const add = mayWrite && (
    <Button asChild variant="primary">
      <Link to={paths.returnNew}>
        <Plus aria-hidden />
        Add return
      </Link>
    </Button>
  )
  return (
    <>
      <PageHeader title="Returns" action={add} />
      <ReturnFilters list={list} total={list.total(returns)} tools={listPage.tools} />
      <DataTable
        {...listPage.table}
        label="Returns"
        rowId={(one) => one.id}
        rowHref={(one) => paths.return(one.id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        empty={
          isEmpty ? (
            <EmptyState kind="nothing" title="No returns yet" action={add}>
              Manage returned goods: approve, receive, inspect and credit them.
            </EmptyState>
          ) : (
            <NoMatch many="returns" onClear={list.clearAll}>
              Try another status or fewer letters.
            </NoMatch>
          )
        }
      />
      {listPage.bulk}
    </>
  )
}

type ReturnFiltersProps = {
  list: ReturnType<typeof useListParams<(typeof returnsApi.listReturns)['spec']>>
  total: Parameters<typeof FilterBar>[0]['total']
  tools: ReactNode
}

function ReturnFilters({ list, total, tools }: ReturnFiltersProps) {
  const { account } = list.filters
  const mayPick = useCan('crm.view')
  const chosen = useApiQuery(
    crmApi.getAccount,
    { params: { id: account ?? '' } },
    { enabled: account !== undefined && mayPick, aside: 'the chosen customer' },
  )
  const counts = useApiQuery(returnsApi.countReturns, {}, { aside: 'counts' }).data?.data
  const name = chosen.data?.name ?? '…'
  return (
    <div className="flex flex-col gap-3">
      <div className="flex md:flex-wrap md:items-center md:gap-1">
        <StatusChoices {...list.filter('status')} statuses={returnStatuses} counts={counts} />
      </div>
      <FilterBar
        search={{ label: 'Search returns', ...list.search }}
        chips={list.chips({
          status: { label: 'Status' },
          account: { label: 'Customer', show: () => name },
          order: { label: 'Order', show: () => 'one order' },
        })}
        onClearAll={list.clearAll}
        total={total}
        tools={tools}
      >
        {mayPick && (
          <CustomerPicker
            label="Customer"
            hideLabel
            placeholder="All customers"
            className="w-48 xl:min-w-24 xl:shrink max-md:w-auto max-md:basis-full"
            value={account ? { id: account, label: name } : null}
            onChange={(option) => list.filter('account').onChange(option?.id ?? '')}
          />
        )}
      </FilterBar>
    </div>
  )
}
