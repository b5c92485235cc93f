import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { usePurchaseBulkActions } from './purchase-bulk-actions.tsx'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useListPage } from '#web/lists/use-list-page.ts'
import { NoMatch } from '#web/lists/no-match.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { purchaseColumns } from './purchase-columns.tsx'
import { PurchaseFilters } from './purchase-filters.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

export const listed = purchasingApi.listPurchaseOrders

/** The list of purchase orders: filter by status, search, sort. */
export default function PurchaseListPage() {
  const list = useListParams(purchasingApi.listPurchaseOrders)
  const orders = useApiQuery(
    purchasingApi.listPurchaseOrders,
    { query: list.query },
    { keepPrevious: true, untold: true },
  )
  const { currency } = useSettings()
  const mayWrite = useCan('purchaseOrders.edit')
  const seesReorder = useCan('inventory.view')
  const navigate = useNavigate()
  const columns = useMemo(() => purchaseColumns(currency), [currency])
  useShortcuts(mayWrite ? { n: () => void navigate(paths.purchaseOrderNew) } : {})
  const listPage = useListPage('purchase-orders', list, orders, columns, usePurchaseBulkActions())
  const isEmpty = list.isEmpty(orders)
  const reorder = seesReorder && (
    <Button asChild>
      <Link to={paths.reorder}>Reorder</Link>
    </Button>
  )
  const add = mayWrite && (
    <Button asChild variant="primary">
      <Link to={paths.purchaseOrderNew}>
        <Plus aria-hidden />
        Add purchase order
      </Link>
    </Button>
  )
  return (
    <>
      <PageHeader title="Purchase orders" menu={reorder} action={add} />
      <PurchaseFilters list={list} total={list.total(orders)} tools={listPage.tools} />
      <DataTable
        {...listPage.table}
        label="Purchase orders"
        rowId={(order) => order.id}
        rowHref={(order) => paths.purchaseOrder(order.id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        empty={
          isEmpty ? (
            <EmptyState kind="nothing" title="No purchase orders yet" action={add}>
              Order goods from suppliers. Receiving an order adds the goods to stock.
            </EmptyState>
          ) : (
            <NoMatch many="purchase orders" onClear={list.clearAll}>
              Try another status or fewer letters.
            </NoMatch>
          )
        }
      />
      {listPage.bulk}
    </>
  )
}
