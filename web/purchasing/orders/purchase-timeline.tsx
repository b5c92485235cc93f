import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { type PurchaseStatus, purchaseStatuses } from '#shared/purchasing/orders/purchase-transitions.ts'
import { Card } from '#web/ui/card.tsx'
import { purchaseMoveWords } from '#web/purchasing/public/purchase-moves.ts'
import { purchaseStatusTones } from '#web/purchasing/public/purchase-status-badge.tsx'
import { Timeline } from '#web/ui/timeline.tsx'

/** The history of a purchase order, newest first. */
export function PurchaseTimeline({ order }: { order: PurchaseOrder }) {
  return (
    <Card title="History">
      <Timeline
        label="History of the order"
        entries={order.timeline.map(({ at, actor, move, to, reason }, index) => ({
          id: String(order.timeline.length - index),
          who: actor ?? 'Wardstock',
          what: purchaseMoveWords(move),
          at,
          tone: isStatus(to) ? purchaseStatusTones[to] : 'neutral',
          detail: reason && <p className="text-pretty break-words">{reason}</p>,
        }))}
      />
    </Card>
  )
}

const isStatus = (name: string): name is PurchaseStatus => purchaseStatuses.some((status) => status === name)
