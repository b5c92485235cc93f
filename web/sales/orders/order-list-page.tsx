import { Plus, Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { salesApi } from '#shared/sales/orders/api.ts'
import { type OrderBadge, orderBadgeNames, orderBadges } from '#shared/sales/orders/order-choice.ts'
import { type OrderStatus, orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useListLayout } from '#web/lists/use-list-layout.tsx'
import { useListPage } from '#web/lists/use-list-page.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { orderColumns } from './order-columns.tsx'
import { useOrderBulkActions } from './order-bulk-actions.tsx'
import { OrderBoard } from './order-board.tsx'
import { OrderPane, splitRow } from './order-split.tsx'
import { StatusFilter } from './status-filter.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatDay } from '#shared/format-day.ts'
import { DayFilter } from '#web/ui/table/day-filter.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SplitView } from '#web/ui/table/split-view.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

export const listed = salesApi.listOrders

/** The list of sales orders: filter by status, search, sort. */
export default function OrderListPage() {
  const list = useListParams(salesApi.listOrders)
  const orders = useApiQuery(salesApi.listOrders, { query: list.query }, { keepPrevious: true })
  const { currency } = useSettings()
  const seesInvoices = useCan('invoices.view')
  const mayWrite = useCan('salesOrders.edit')
  const navigate = useNavigate()
  const { search } = useLocation()
  const columns = useMemo(() => orderColumns(currency, seesInvoices), [currency, seesInvoices])
  useShortcuts(mayWrite ? { n: () => void navigate(paths.orderNew) } : {})

  const newOrder = mayWrite && (
    <Button asChild variant="primary">
      <Link to={paths.orderNew}>
        <Plus aria-hidden />
        New order
      </Link>
    </Button>
  )
  const { view, viewSwitch, chosen, withChosen } = useListLayout(['list', 'split', 'board'])
  const { table, tools, viewTools, bulk } = useListPage('orders', list, orders, columns, useOrderBulkActions())
  const isEmpty = list.isEmpty(orders)
  const empty = list.isNarrowed ? (
    <NoMatch many="orders" onClear={list.clearAll}>
      Try another status or fewer letters.
    </NoMatch>
  ) : (
    <EmptyState kind="nothing" title="No sales orders yet" action={newOrder}>
      Confirming an order reserves stock for the customer and creates the invoice.
    </EmptyState>
  )
  const { status: chosenStatus, limit: _, cursor: __, ...boardQuery } = list.query
  const accountName = orders.data?.data[0]?.account.name
  return (
    <>
      <PageHeader
        title="Sales orders"
        menu={
          seesInvoices && (
            <Button asChild>
              <Link to={paths.returns}>
                <Undo2 aria-hidden />
                Returns
              </Link>
            </Button>
          )
        }
        action={newOrder}
      />
      <div className="flex flex-col gap-3">
        <StatusFilter {...list.filter('status')} />
        <FilterBar
          search={{ label: 'Search orders', ...list.search }}
          chips={list.chips({
            badge: { label: 'Show', show: (badge) => orderBadgeNames[badge as OrderBadge] },
            status: { label: 'Status', show: (status) => orderStatusNames[status as OrderStatus] },
            account: { label: 'Customer', show: () => accountName ?? '…' },
            sale: { label: 'Only', show: () => 'sales' },
            item: { label: 'With', show: () => 'the chosen item' },
            category: { label: 'With items of', show: () => 'the chosen category' },
            from: { label: 'Ordered from', show: formatDay },
            to: { label: 'Ordered to', show: formatDay },
          })}
          onClearAll={list.clearAll}
          total={view === 'board' ? undefined : list.total(orders)}
          tools={
            <>
              {viewSwitch}
              {view === 'list' ? tools : viewTools}
            </>
          }
        >
          <FilterSelect
            label="Show"
            allLabel="All orders"
            {...list.filter('badge')}
            options={orderBadges.map((badge) => ({ value: badge, label: orderBadgeNames[badge] }))}
          />
          <DayFilter label="Ordered from" leading="From" {...list.filter('from')} />
          <DayFilter label="Ordered to" leading="To" {...list.filter('to')} />
        </FilterBar>
      </div>
      {view === 'board' && !isEmpty && <OrderBoard query={boardQuery} status={chosenStatus} search={search} />}
      {view === 'split' && (
        <SplitView
          label="Sales orders"
          rows={table.rows?.map(splitRow)}
          value={chosen}
          renderLink={({ id, ...link }) => <Link to={withChosen(id)} preventScrollReset {...link} />}
          footer={table.footer}
          notice={table.notice}
          dimmed={table.dimmed}
          instead={table.error ?? (table.rows?.length === 0 ? empty : undefined)}
        >
          <OrderPane id={chosen ?? table.rows?.[0]?.id} search={search} />
        </SplitView>
      )}
      {(view === 'list' || (view === 'board' && isEmpty)) && (
        <DataTable
          label="Sales orders"
          rowId={(order) => order.id}
          rowHref={(order) => paths.order(order.id)}
          renderLink={({ href, ...link }) => <Link to={href} state={{ list: search }} {...link} />}
          {...table}
          empty={empty}
        />
      )}
      {view === 'list' && bulk}
    </>
  )
}
