import {
  deliveryFailureNames,
  shipmentMethodNames,
  shipmentStatusNames,
} from '#shared/logistics/shipments/shipment-status.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList, type Fact } from '#web/ui/description-list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

type Shipment = Order['shipments'][number]

const tones = {
  READY_FOR_SHIPPING: 'info',
  ON_THE_WAY: 'info',
  DELIVERED: 'good',
  FAILED_DELIVERY: 'bad',
} as const satisfies Record<Shipment['status'], Tone>

/** The shipping records of an order. */
export function OrderShipments({ order }: { order: Order }) {
  return order.shipments.map((shipment) => (
    <Card
      key={shipment.id}
      title="Shipping"
      action={
        <span className="flex h-8 items-center">
          <StatusBadge tone={tones[shipment.status]}>{shipmentStatusNames[shipment.status]}</StatusBadge>
        </span>
      }
    >
      <DescriptionList facts={factsOf(shipment)} />
      {shipment.note && (
        <p className="mt-3 border-line border-t pt-3 text-pretty break-words text-secondary">{shipment.note}</p>
      )}
    </Card>
  ))
}

function factsOf(shipment: Shipment): Fact[] {
  const { method, carrier, trackingNumber, attempt, dispatchedAt, deliveredAt, receivedBy, failureReason } = shipment
  const facts: (Fact | false)[] = [
    { label: 'Number', value: shipment.number },
    { label: 'Method', value: method ? shipmentMethodNames[method] : 'Not assigned yet' },
    carrier !== null && { label: 'Carrier', value: carrier },
    trackingNumber !== null && { label: 'Tracking', value: trackingNumber },
    attempt > 1 && { label: 'Attempt', value: attempt, numeric: true },
    dispatchedAt !== null && { label: 'Handed over', value: <RelativeTime at={dispatchedAt} /> },
    deliveredAt !== null && { label: 'Delivered', value: <RelativeTime at={deliveredAt} /> },
    receivedBy !== null && { label: 'Received by', value: receivedBy },
    failureReason !== null && { label: 'Failed because', value: deliveryFailureNames[failureReason] },
  ]
  return facts.filter((fact) => fact !== false)
}
