import { Link } from 'react-router'
import type { Dashboard } from '#shared/reports/api.ts'
import { orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Shipments that must not be delivered; nothing without any. */
export function StoppedShipments({ stopped }: { stopped: Dashboard['stoppedShipments'] | undefined }) {
  const seesOrders = useCan('salesOrders.view')
  if (!stopped || stopped.count === 0) return null
  const { count, orders } = stopped
  const title = count === 1 ? '1 shipment is stopped' : `${count.toLocaleString()} shipments are stopped`
  return (
    <Notice tone="bad" title={title}>
      <ul className="mt-1 flex flex-col gap-0.5">
        {orders.map(({ id, number, status, goods }) => (
          <li key={id} className="break-words">
            {seesOrders ? (
              <Link className="link" to={paths.order(id)}>
                {number}
              </Link>
            ) : (
              number
            )}{' '}
            ({orderStatusNames[status]}): {goods}
          </li>
        ))}
      </ul>
      {seesOrders && count > orders.length && (
        <p className="mt-1">
          <Link className="link" to={`${paths.orders}?badge=stopped`}>
            View all {count.toLocaleString()}
          </Link>
        </p>
      )}
    </Notice>
  )
}
