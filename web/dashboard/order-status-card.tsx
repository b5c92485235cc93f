import type { Dashboard } from '#shared/reports/api.ts'
import { orderStatuses, orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import { paths } from '#web/paths.ts'
import { BarRow } from '#web/reports/public/bar-row.tsx'
import { RowSkeletons } from '#web/reports/public/row-skeletons.tsx'
import { Card } from '#web/ui/card.tsx'

/** Orders as they stand now, each status a link to its orders. */
export function OrderStatusCard({ counts }: { counts: Dashboard['ordersByStatus'] | undefined }) {
  const most = Math.max(1, ...(counts ?? []).map(({ count }) => count))
  const total = (counts ?? []).reduce((sum, { count }) => sum + count, 0)
  return (
    <Card
      title="Orders by status"
      help={counts ? `${total.toLocaleString()} ${total === 1 ? 'order' : 'orders'}at present` : '\u00a0'}
    >
      {counts ? (
        <ul className="-mx-2">
          {counts.map(({ status, count }) => (
            <BarRow
              key={status}
              to={`${paths.orders}?status=${status}`}
              label={orderStatusNames[status]}
              value={count.toLocaleString()}
              share={count / most}
              muted={count === 0}
            />
          ))}
        </ul>
      ) : (
        <RowSkeletons rows={orderStatuses.length} />
      )}
    </Card>
  )
}
