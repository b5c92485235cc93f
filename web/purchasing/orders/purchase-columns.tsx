import type { PurchaseOrderRow } from '#shared/purchasing/orders/purchase-order.ts'
import { isPlaced } from '#shared/purchasing/orders/purchase-transitions.ts'
import { formatDay } from '#shared/format-day.ts'
import type { Column } from '#web/ui/table/column.ts'
import { NameCell } from '#web/ui/table/name-cell.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { PurchaseStatusBadge } from '#web/purchasing/public/purchase-status-badge.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

/** The columns of the purchase order list. */
export const purchaseColumns = (currency: string): Column<PurchaseOrderRow>[] => [
  { id: 'number', header: 'Number', cell: (order) => order.number, sortable: true, width: '9.5rem' },
  {
    id: 'supplier',
    sortable: true,
    exportedAs: ['supplier', 'reference'],
    header: 'Supplier',
    // Fills the remaining width.
    cell: (order) => <NameCell name={order.supplier.name} />,
    width: '100%',
    phone: true,
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <PurchaseStatusBadge status={status} />, phone: 'corner' },
  {
    id: 'orderDate',
    header: 'Ordered',
    cell: ({ status, orderDate }) => (isPlaced(status) ? formatDay(orderDate) : <span className="text-muted">–</span>),
    sortable: true,
    phone: true,
  },
  {
    id: 'expectedDate',
    sortable: true,
    header: 'Expected',
    // For a late order, the date that is overdue: lines may have dates of their own.
    cell: ({ expectedDate, lateSince }) => {
      if (lateSince)
        return <TwoLines first={formatDay(lateSince)} second={<span className="font-medium text-bad">late</span>} />
      return expectedDate ? formatDay(expectedDate) : <span className="text-muted">–</span>
    },
    phone: true,
  },
  {
    id: 'received',
    exportedAs: ['ordered', 'received'],
    header: 'Received',
    cell: ({ ordered, received }) => (
      <TwoLines align="end" first={received.toLocaleString()} second={`of ${ordered.toLocaleString()}`} />
    ),
    align: 'end',
    phone: true,
  },
  {
    id: 'total',
    sortable: true,
    header: `Total, ${currency}`,
    cell: (order) => formatDecimalInput(order.total, 2),
    align: 'end',
    phone: true,
  },
]
