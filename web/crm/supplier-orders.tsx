import { useMemo } from 'react'
import { Link } from 'react-router'
import { type PurchaseOrderRow, purchasingApi } from '#shared/purchasing/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { writeDay } from '#web/ui/business-day.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/column.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { writeDecimal } from '#web/ui/decimal-input.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PurchaseStatusBadge } from '#web/ui/purchase-status-badge.tsx'

const shown = 10

const columnsIn = (currency: string): Column<PurchaseOrderRow>[] => [
  { id: 'number', header: 'Order', cell: (order) => order.number },
  { id: 'orderDate', header: 'Ordered', cell: (order) => writeDay(order.orderDate), phone: true },
  { id: 'status', header: 'Status', cell: ({ status }) => <PurchaseStatusBadge status={status} />, phone: 'corner' },
  {
    id: 'expected',
    header: 'Expected',
    cell: ({ expectedDate, late }) =>
      expectedDate ? <span className={late ? 'text-bad' : undefined}>{writeDay(expectedDate)}</span> : '–',
    phone: true,
  },
  {
    id: 'total',
    header: `Total, ${currency}`,
    cell: (order) => writeDecimal(order.total, 2),
    align: 'end',
    phone: true,
  },
]

/** The newest purchase orders to a supplier, the way to all of them, and to the next one. */
export function SupplierOrders({ supplierId }: { supplierId: string }) {
  const { currency } = useSettings()
  const mayOrder = useCan('purchaseOrders.edit')
  const columns = useMemo(() => columnsIn(currency), [currency])
  const query = { supplier: supplierId, limit: shown }
  const orders = useApiQuery(purchasingApi.listPurchaseOrders, { query }, { untold: true })
  const { data, error, isFetching, refetch } = orders
  return (
    <section aria-label="Purchase orders" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-base">Purchase orders</h2>
        <div className="flex gap-2">
          {data && data.total > 0 && (
            <Button asChild size="sm">
              <Link to={`${paths.purchaseOrders}?supplier=${supplierId}`}>All purchase orders</Link>
            </Button>
          )}
          {mayOrder && (
            <Button asChild size="sm">
              <Link to={`${paths.purchaseOrderNew}?supplier=${supplierId}`}>Order from them</Link>
            </Button>
          )}
        </div>
      </div>
      <DataTable
        label="Purchase orders"
        columns={columns}
        rows={data?.data}
        rowId={(order) => order.id}
        rowHref={(order) => paths.purchaseOrder(order.id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        skeletonRows={3}
        error={
          error && !data ? (
            <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
          ) : null
        }
        empty={
          <EmptyState kind="nothing" title="No purchase orders yet" className="py-8">
            What is ordered from them will be listed here.
          </EmptyState>
        }
      />
    </section>
  )
}
