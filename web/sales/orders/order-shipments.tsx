import { Link } from 'react-router'
import { deliveryFailureNames, shipmentMethodNames } from '#shared/logistics/shipments/shipment-status.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { ShipmentStatusBadge } from '#web/logistics/public/shipment-status.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList, type Fact } from '#web/ui/description-list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

type Shipment = Order['shipments'][number]

/** The shipping records of an order. */
export function OrderShipments({ order }: { order: Order }) {
  const seesShipping = useCan('shipping.view')
  return order.shipments.map((shipment) => (
    <Card
      key={shipment.id}
      title="Shipping"
      action={
        <span className="flex h-8 items-center">
          <ShipmentStatusBadge status={shipment.status} />
        </span>
      }
    >
      <DescriptionList facts={factsOf(shipment, seesShipping)} />
      {shipment.note && (
        <p className="mt-3 border-line border-t pt-3 text-pretty break-words text-secondary">{shipment.note}</p>
      )}
    </Card>
  ))
}

function factsOf(shipment: Shipment, seesShipping: boolean): Fact[] {
  const { method, carrier, trackingNumber, attempt, dispatchedAt, deliveredAt, receivedBy, failureReason } = shipment
  const facts: (Fact | false)[] = [
    {
      label: 'Number',
      value: seesShipping ? <Link to={paths.shipment(shipment.id)}>{shipment.number}</Link> : shipment.number,
    },
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
