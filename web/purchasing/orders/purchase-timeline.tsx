import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import {
  type PurchaseEvent,
  type PurchaseTransition,
  type PurchaseStatus,
  purchaseStatuses,
} from '#shared/purchasing/orders/purchase-transitions.ts'
import { Card } from '#web/ui/card.tsx'
import { purchaseStatusTones } from '#web/purchasing/public/purchase-status-badge.tsx'
import { Timeline } from '#web/ui/timeline.tsx'

/** What somebody did, as the rest of the sentence: "Ana placed the order". */
const past: Record<PurchaseTransition | PurchaseEvent | 'create', string> = {
  create: 'created the order',
  place: 'placed the order',
  submit: 'asked for approval',
  approve: 'approved the order',
  redraft: 'moved the order back to draft',
  receivePart: 'received part of the order',
  receiveRest: 'received the rest',
  takeBackPart: 'reversed a receipt',
  takeBackAll: 'reversed the only receipt',
  close: 'closed the order short',
  reopen: 'reopened the order',
  cancel: 'cancelled the order',
  send: 'issued the order to the supplier',
  return: 'sent goods back',
}

/** Who did what with a purchase order and when, newest first. */
export function PurchaseTimeline({ order }: { order: PurchaseOrder }) {
  return (
    <Card title="History">
      <Timeline
        label="History of the order"
        entries={order.timeline.map(({ at, actor, move, to, reason }, index) => ({
          id: String(order.timeline.length - index),
          who: actor ?? 'Wardstock',
          what: past[move as keyof typeof past] ?? move,
          at,
          tone: isStatus(to) ? purchaseStatusTones[to] : 'neutral',
          detail: reason && <p className="text-pretty break-words">{reason}</p>,
        }))}
      />
    </Card>
  )
}

const isStatus = (name: string): name is PurchaseStatus => purchaseStatuses.some((status) => status === name)
