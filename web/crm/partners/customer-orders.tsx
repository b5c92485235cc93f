import { useMemo } from 'react'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { OrderRow } from '#shared/sales/orders/order.ts'
import { useApiQuery } from '#web/api/query.ts'
import { maxRows, NewestList } from './newest-list.tsx'
import { paths } from '#web/paths.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#shared/format-day.ts'
import type { Column } from '#web/ui/table/column.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { OrderStatusBadge } from '#web/sales/public/order-status-badge.tsx'

const columnsIn = (currency: string): Column<OrderRow>[] => [
  { id: 'number', header: 'Order', cell: (order) => order.number },
  { id: 'orderDate', header: 'Ordered', cell: (order) => formatDay(order.orderDate), phone: true },
  { id: 'status', header: 'Status', cell: (order) => <OrderStatusBadge status={order.status} />, phone: 'corner' },
  { id: 'lines', header: 'Lines', cell: (order) => order.lines.toLocaleString(), align: 'end' },
  {
    id: 'total',
    header: `Total, ${currency}`,
    cell: (order) => formatDecimalInput(order.total, 2),
    align: 'end',
    phone: true,
  },
]

/** The newest orders of a customer, with a link to all. */
export function CustomerOrders({ accountId }: { accountId: string }) {
  const { currency } = useSettings()
  const columns = useMemo(() => columnsIn(currency), [currency])
  const orders = useApiQuery(salesApi.listOrders, { query: { account: accountId, limit: maxRows } })
  return (
    <NewestList
      title="Newest orders"
      all={{ to: `${paths.orders}?account=${accountId}`, label: 'All orders' }}
      columns={columns}
      result={orders}
      pathOf={paths.order}
      empty={{ title: 'No orders yet', text: 'Their orders will appear here.' }}
    />
  )
}
