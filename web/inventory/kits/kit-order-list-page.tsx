import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { documentStatuses, documentStatusNames, type DocumentStatus } from '#shared/inventory/stock/stock-document.ts'
import { useKitOrderBulkActions } from '#web/inventory/public/document-bulk-actions.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useListPage } from '#web/lists/use-list-page.ts'
import { useApiQuery } from '#web/api/query.ts'
import { AddKit } from './add-kit-button.tsx'
import { kitOrderColumns } from './kit-order-columns.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

export const listed = kitOrdersApi.listKitOrders

const statuses = documentStatuses.map((value) => ({ value, label: documentStatusNames[value] }))

/** The list of kit orders: filter by status, search, newest first. */
export default function KitOrderListPage() {
  const list = useListParams(kitOrdersApi.listKitOrders)
  const orders = useApiQuery(kitOrdersApi.listKitOrders, { query: list.query }, { keepPrevious: true })
  const { currency } = useSettings()
  const columns = useMemo(() => kitOrderColumns(currency), [currency])
  const mayEdit = useCan('inventory.edit')
  const navigate = useNavigate()
  useShortcuts(mayEdit ? { n: () => void navigate(paths.kitNew) } : {})
  const listPage = useListPage('kit-orders', list, orders, columns, useKitOrderBulkActions())
  const isEmpty = list.isEmpty(orders)
  const [first] = orders.data?.data ?? []
  return (
    <>
      <PageHeader
        title="Kitting & bundles"
        menu={
          <Button asChild>
            <Link to={paths.kitList}>All kits</Link>
          </Button>
        }
        action={mayEdit && <AddKit />}
      />
      <FilterBar
        search={{ label: 'Search kits', ...list.search }}
        chips={list.chips({
          status: { label: 'Status', show: (status) => documentStatusNames[status as DocumentStatus] },
          kit: { label: 'Kit', show: () => first?.kit.name ?? '…' },
          warehouse: { label: 'Warehouse', show: () => first?.warehouse.name ?? '…' },
        })}
        onClearAll={list.clearAll}
        total={list.total(orders)}
        tools={listPage.tools}
      >
        <FilterSelect label="Status" allLabel="All statuses" {...list.filter('status')} options={statuses} />
      </FilterBar>
      <DataTable
        {...listPage.table}
        label="Kit orders"
        rowId={({ id }) => id}
        rowHref={({ id }) => paths.kitOrder(id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        empty={
          isEmpty ? (
            <EmptyState kind="nothing" title="No kits packed yet" action={mayEdit && <AddKit />}>
              A kit is several items sold together at one price: a first-aid set, a procedure tray.
            </EmptyState>
          ) : (
            <NoMatch many="kit orders" onClear={list.clearAll}>
              Try another status or fewer letters.
            </NoMatch>
          )
        }
      />
      {listPage.bulk}
    </>
  )
}
