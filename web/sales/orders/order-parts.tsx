import { Link } from 'react-router'
import type { Order } from '#shared/sales/orders/order.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { OrderStatusBadge } from '#web/sales/public/order-status-badge.tsx'

/** The other parts of an order that ships in parts: its parent, and the backorders split off from it. */
export function OrderParts({ order: { parent, children } }: { order: Order }) {
  if (!parent && children.length === 0) return null
  return (
    <Card title="Ships in parts">
      <ul className="flex flex-col gap-2.5">
        {parent && <Part words="The rest of" part={parent} />}
        {children.map((child) => (
          <Part key={child.id} words="The rest is" part={child} />
        ))}
      </ul>
    </Card>
  )
}

function Part({ words, part }: { words: string; part: NonNullable<Order['parent']> }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="text-secondary">
        {words}{' '}
        <Link to={paths.order(part.id)} className="link figures">
          {part.number}
        </Link>
      </span>
      <OrderStatusBadge status={part.status} />
    </li>
  )
}
