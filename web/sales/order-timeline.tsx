import type { Order } from '#shared/sales/api.ts'
import { type OrderStatus, orderStatuses } from '#shared/sales/order-moves.ts'
import { pastOf } from '#web/sales/move-words.ts'
import { Card } from '#web/ui/card.tsx'
import { orderStatusTones } from '#web/ui/order-status-badge.tsx'
import { Timeline } from '#web/ui/timeline.tsx'

/** Who did what with an order and when, newest first. */
export function OrderTimeline({ order }: { order: Order }) {
  return (
    <Card title="History">
      <Timeline
        label="History of the order"
        entries={order.timeline.map(({ at, actor, move, to, reason }, index) => ({
          id: String(order.timeline.length - index),
          who: actor ?? 'Wardstock',
          what: pastOf(move),
          at,
          tone: isStatus(to) ? orderStatusTones[to] : 'neutral',
          detail: reason && <p className="text-pretty break-words">“{reason}”</p>,
        }))}
      />
    </Card>
  )
}

const isStatus = (name: string): name is OrderStatus => orderStatuses.some((status) => status === name)
