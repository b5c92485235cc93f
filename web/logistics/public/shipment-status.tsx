import { type ShipmentStatus, shipmentStatusNames } from '#shared/logistics/shipments/shipment-status.ts'
import { Badge, StatusBadge, type Tone } from '#web/ui/badge.tsx'

export const shipmentStatusTones = {
  READY_FOR_SHIPPING: 'neutral',
  ON_THE_WAY: 'info',
  DELIVERED: 'good',
  FAILED_DELIVERY: 'bad',
} as const satisfies Record<ShipmentStatus, Tone>

/** The status badge of a shipment or a stop, and whether it is late. */
export function ShipmentStatusBadge({ status, isLate = false }: { status: ShipmentStatus; isLate?: boolean }) {
  return (
    <span className="inline-flex items-center gap-1 max-lg:flex-wrap">
      <StatusBadge tone={shipmentStatusTones[status]}>{shipmentStatusNames[status]}</StatusBadge>
      {isLate && <Badge tone="warn">Late</Badge>}
    </span>
  )
}
