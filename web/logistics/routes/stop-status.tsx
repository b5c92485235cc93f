import type { RouteStop } from '#shared/logistics/routes/route.ts'
import {
  deliveryFailureNames,
  type ShipmentStatus,
  shipmentStatusNames,
} from '#shared/logistics/shipments/shipment-status.ts'
import { Badge, StatusBadge, type Tone } from '#web/ui/badge.tsx'

const tones = {
  READY_FOR_SHIPPING: 'neutral',
  ON_THE_WAY: 'info',
  DELIVERED: 'good',
  FAILED_DELIVERY: 'bad',
} as const satisfies Record<ShipmentStatus, Tone>

/** The status of a stop, and what a dispatcher must know about it. */
export function StopStatus({ stop, isLate = stop.isLate }: { stop: RouteStop; isLate?: boolean }) {
  const { status, isCold, postponements, failureReason, blockedLots } = stop
  return (
    <span className="flex flex-wrap items-center gap-1">
      {status !== 'READY_FOR_SHIPPING' && <StatusBadge tone={tones[status]}>{shipmentStatusNames[status]}</StatusBadge>}
      {isLate && <Badge tone="warn">Late</Badge>}
      {isCold && <Badge tone="info">Cold</Badge>}
      {postponements > 0 && <Badge>Postponed{postponements > 1 && ` ${postponements}×`}</Badge>}
      {failureReason && <Badge tone="bad">{deliveryFailureNames[failureReason]}</Badge>}
      {blockedLots.length > 0 && <Badge tone="bad">Must not leave</Badge>}
    </span>
  )
}
