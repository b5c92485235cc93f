import { type OrderBadge, orderBadgeNames } from '#shared/sales/orders/order-choice.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

const tones = {
  stopped: 'bad',
  onHold: 'warn',
  late: 'bad',
  partlyShipped: 'info',
  partlyReturned: 'info',
  fromPortal: 'neutral',
  newMessage: 'info',
} as const satisfies Record<OrderBadge, Tone>

/** The badges beside an order's status, derived from its data; they are no statuses. */
export function OrderBadges({ badges }: { badges: readonly OrderBadge[] }) {
  return badges.map((badge) => (
    <Badge key={badge} tone={tones[badge]}>
      {orderBadgeNames[badge]}
    </Badge>
  ))
}
