import { useMemo } from 'react'
import { Link } from 'react-router'
import { salesApi, type OrderRow } from '#shared/sales/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { useSettings } from '#web/session/settings.ts'
import { writeDay } from '#web/ui/business-day.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/column.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { writeDecimal } from '#web/ui/decimal-input.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { OrderStatusBadge } from '#web/ui/order-status-badge.tsx'

const shown = 10

const columnsIn = (currency: string): Column<OrderRow>[] => [
  { id: 'number', header: 'Order', cell: (order) => order.number },
  { id: 'orderDate', header: 'Ordered', cell: (order) => writeDay(order.orderDate), phone: true },
  { id: 'status', header: 'Status', cell: (order) => <OrderStatusBadge status={order.status} />, phone: 'corner' },
  { id: 'lines', header: 'Lines', cell: (order) => order.lines.toLocaleString(), align: 'end' },
  {
    id: 'total',
    header: `Total, ${currency}`,
    cell: (order) => writeDecimal(order.total, 2),
    align: 'end',
    phone: true,
  },
]

/** The newest orders of a customer, and the way to all of them. */
export function CustomerOrders({ accountId }: { accountId: string }) {
  const { currency } = useSettings()
  const columns = useMemo(() => columnsIn(currency), [currency])
  const orders = useApiQuery(salesApi.listOrders, { query: { account: accountId, limit: shown } })
  const { data, error, isFetching, refetch } = orders
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold text-base">Newest orders</h2>
        {data && data.total > 0 && (
          <Button asChild size="sm">
            <Link to={`${paths.orders}?account=${accountId}`}>All orders</Link>
          </Button>
        )}
      </div>
      <DataTable
        label="Newest orders"
        columns={columns}
        rows={data?.data}
        rowId={(order) => order.id}
        rowHref={(order) => paths.order(order.id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        skeletonRows={3}
        error={
          error && !data ? (
            <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
          ) : null
        }
        empty={
          <EmptyState kind="nothing" title="No orders yet" className="py-8">
            What they order will be listed here.
          </EmptyState>
        }
      />
    </section>
  )
}
