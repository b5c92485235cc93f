import { Link } from 'react-router'
import { returnsApi } from '#shared/sales/returns/api.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Card } from '#web/ui/card.tsx'
import { ReturnStatusBadge } from '#web/sales/public/return-status-badge.tsx'

const returned: readonly Order['status'][] = ['DELIVERED', 'FAILED_DELIVERY', 'RETURNED']

/** The returns of an order; nothing without any. */
export function OrderReturns({ order }: { order: Order }) {
  const seesReturns = useCan('invoices.view') && returned.includes(order.status)
  const { data } = useApiQuery(
    returnsApi.listReturns,
    { query: { order: order.id, sort: '-createdAt', limit: 50 } },
    { enabled: seesReturns, aside: 'returns' },
  )
  if (!data || data.data.length === 0) return null
  return (
    <Card title="Returns">
      <ul className="flex flex-col gap-2">
        {data.data.map(({ id, number, status, quantity, received }) => (
          <li key={id} className="flex items-center justify-between gap-3 text-table">
            <span>
              <Link className="link" to={paths.return(id)}>
                {number}
              </Link>
              <span className="block text-muted text-xs">
                {(received ?? quantity).toLocaleString()} {(received ?? quantity) === 1 ? 'piece' : 'pieces'}
              </span>
            </span>
            <ReturnStatusBadge status={status} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
