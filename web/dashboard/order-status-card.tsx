import type { Dashboard } from '#shared/reports/api.ts'
import {
  type OrderStatus,
  orderStages,
  orderStatuses,
  orderStatusNames,
} from '#shared/sales/orders/order-transitions.ts'
import { paths } from '#web/paths.ts'
import { BarRow } from '#web/reports/public/bar-row.tsx'
import { RowSkeletons } from '#web/reports/public/row-skeletons.tsx'
import { Card } from '#web/ui/card.tsx'

/** The current orders by status, each linked to its orders. */
export function OrderStatusCard({ counts }: { counts: Dashboard['ordersByStatus'] | undefined }) {
  const maxCount = Math.max(1, ...(counts ?? []).map(({ count }) => count))
  const total = (counts ?? []).reduce((sum, { count }) => sum + count, 0)
  return (
    <Card
      title="Orders by status"
      help={counts ? `${total.toLocaleString()} ${total === 1 ? 'order' : 'orders'} at present` : '\u00a0'}
    >
      {counts ? (
        <div className="flex flex-col gap-3">
          {Object.entries(orderStages).map(([stage, statuses]) => (
            <section key={stage}>
              <h3 className="flex justify-between text-muted text-xs">
                {stage}
                <span className="figures">{sumOf(counts, statuses).toLocaleString()}</span>
              </h3>
              <ul className="-mx-2">
                {counts
                  .filter(({ status }) => statuses.some((one) => one === status))
                  .map(({ status, count }) => (
                    <BarRow
                      key={status}
                      to={`${paths.orders}?status=${status}`}
                      label={orderStatusNames[status]}
                      value={count.toLocaleString()}
                      share={count / maxCount}
                      muted={count === 0}
                    />
                  ))}
              </ul>
            </section>
          ))}
        </div>
      ) : (
        <RowSkeletons rows={orderStatuses.length} />
      )}
    </Card>
  )
}

const sumOf = (counts: NonNullable<Dashboard['ordersByStatus']>, statuses: readonly OrderStatus[]) =>
  counts.filter(({ status }) => statuses.includes(status)).reduce((sum, { count }) => sum + count, 0)
