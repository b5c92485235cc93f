import type { OrderRow } from '#shared/sales/orders/order.ts'
import { OrderBadges } from './order-badges.tsx'
import { formatDay } from '#shared/format-day.ts'
import type { Column } from '#web/ui/table/column.ts'
import { NameCell } from '#web/ui/table/name-cell.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { OrderStatusBadge } from '#web/sales/public/order-status-badge.tsx'
import { PaymentStatusBadge } from '#web/invoicing/public/payment-status-badge.tsx'

/** The columns of the order list; payments are shown only to users who can view invoices. */
export function orderColumns(currency: string, seesInvoices: boolean): Column<OrderRow>[] {
  const columns: (Column<OrderRow> | false)[] = [
    { id: 'number', header: 'Number', cell: (order) => order.number, sortable: true, width: '9.5rem' },
    {
      id: 'customer',
      sortable: true,
      exportedAs: ['customer', 'shipTo', 'reference'],
      header: 'Customer',
      // Fills the remaining width.
      cell: (order) => <NameCell name={order.account.name} />,
      width: '100%',
      phone: true,
    },
    {
      id: 'status',
      exportedAs: ['status', 'badges'],
      header: 'Status',
      cell: (order) => (
        <span className="inline-flex flex-wrap items-center gap-1 max-md:justify-end">
          <OrderStatusBadge status={order.status} />
          <OrderBadges badges={order.badges} />
        </span>
      ),
      phone: 'corner',
    },
    seesInvoices && {
      id: 'payment',
      header: 'Payment',
      cell: (order) =>
        order.paymentStatus ? (
          <PaymentStatusBadge status={order.paymentStatus} />
        ) : (
          <span className="text-muted">Not invoiced</span>
        ),
      phone: true,
    },
    { id: 'orderDate', header: 'Ordered', cell: (order) => formatDay(order.orderDate), sortable: true, phone: true },
    {
      id: 'requestedDate',
      header: 'Requested',
      cell: ({ requestedDate }) => (requestedDate ? formatDay(requestedDate) : <span className="text-muted">–</span>),
      sortable: true,
      extra: true,
    },
    { id: 'lines', header: 'Lines', cell: (order) => order.lines.toLocaleString(), align: 'end' },
    {
      id: 'total',
      sortable: true,
      header: `Total, ${currency}`,
      cell: (order) => formatDecimalInput(order.total, 2),
      align: 'end',
      phone: true,
    },
  ]
  return columns.filter((column) => column !== false)
}
