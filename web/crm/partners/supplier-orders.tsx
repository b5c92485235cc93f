import { useMemo } from 'react'
import { Link } from 'react-router'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseOrderRow } from '#shared/purchasing/orders/purchase-order.ts'
import { useApiQuery } from '#web/api/query.ts'
import { maxRows, NewestList } from './newest-list.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#shared/format-day.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { PurchaseStatusBadge } from '#web/purchasing/public/purchase-status-badge.tsx'

const columnsIn = (currency: string): Column<PurchaseOrderRow>[] => [
  { id: 'number', header: 'Order', cell: (order) => order.number },
  { id: 'orderDate', header: 'Ordered', cell: (order) => formatDay(order.orderDate), phone: true },
  { id: 'status', header: 'Status', cell: ({ status }) => <PurchaseStatusBadge status={status} />, phone: 'corner' },
  {
    id: 'expected',
    header: 'Expected',
    cell: ({ expectedDate, late }) =>
      expectedDate ? <span className={late ? 'text-bad' : undefined}>{formatDay(expectedDate)}</span> : '–',
    phone: true,
  },
  {
    id: 'total',
    header: `Total, ${currency}`,
    cell: (order) => formatDecimalInput(order.total, 2),
    align: 'end',
    phone: true,
  },
]

/** The newest purchase orders of a supplier, with links to all and to a new one. */
export function SupplierOrders({ supplierId }: { supplierId: string }) {
  const { currency } = useSettings()
  const mayOrder = useCan('purchaseOrders.edit')
  const columns = useMemo(() => columnsIn(currency), [currency])
  const query = { supplier: supplierId, limit: maxRows }
  const orders = useApiQuery(purchasingApi.listPurchaseOrders, { query }, { untold: true })
  return (
    <NewestList
      title="Purchase orders"
      all={{ to: `${paths.purchaseOrders}?supplier=${supplierId}`, label: 'All purchase orders' }}
      more={
        mayOrder && (
          <Button asChild size="sm">
            <Link to={`${paths.purchaseOrderNew}?supplier=${supplierId}`}>New purchase order</Link>
          </Button>
        )
      }
      columns={columns}
      result={orders}
      pathOf={paths.purchaseOrder}
      empty={{ title: 'No purchase orders yet', text: 'Purchase orders to this supplier will appear here.' }}
    />
  )
}
