import { Link } from 'react-router'
import type { Shipment } from '#shared/logistics/shipments/shipment.ts'
import { formatShortMoment } from '#shared/format-short-day.ts'
import { deliveryFailureNames, shipmentMethodNames } from '#shared/logistics/shipments/shipment-status.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList, type Fact } from '#web/ui/description-list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { formatKg } from './format-kg.ts'

/** The delivery method, and the related records of the shipment. */
export function ShipmentFacts({ shipment }: { shipment: Shipment }) {
  const { timeZone } = useSettings()
  const seesOrders = useCan('salesOrders.view')
  const seesRoutes = useCan('routes.view')
  const seesReturns = useCan('invoices.view')
  const { order, route, stop, method, carrier, trackingNumber, attempt, note } = shipment
  const facts: (Fact | false)[] = [
    { label: 'Order', value: seesOrders ? <Link to={paths.order(order.id)}>{order.number}</Link> : order.number },
    { label: 'Method', value: method ? shipmentMethodNames[method] : 'Not planned' },
    carrier !== null && { label: 'Carrier', value: carrier },
    trackingNumber !== null && { label: 'Tracking', value: trackingNumber },
    route !== null && {
      label: 'Route',
      value: seesRoutes ? <Link to={paths.route(route.id)}>{route.number}</Link> : route.number,
    },
    route !== null && { label: 'Driver', value: route.driver.name },
    stop?.sequence != null && { label: 'Stop', value: stop.sequence, numeric: true },
    stop?.eta != null &&
      (shipment.status === 'READY_FOR_SHIPPING' || shipment.status === 'ON_THE_WAY') && {
        label: 'ETA',
        value: formatShortMoment(new Date(stop.eta), timeZone),
      },
    Number(shipment.weight) > 0 && { label: 'Weight', value: formatKg(shipment.weight), numeric: true },
    attempt > 1 && { label: 'Attempt', value: attempt, numeric: true },
    shipment.dispatchedAt !== null && { label: 'Shipped', value: <RelativeTime at={shipment.dispatchedAt} /> },
    shipment.deliveredAt !== null && { label: 'Delivered', value: <RelativeTime at={shipment.deliveredAt} /> },
    shipment.receivedBy !== null && { label: 'Received by', value: shipment.receivedBy },
    shipment.failedAt !== null && { label: 'Failed', value: <RelativeTime at={shipment.failedAt} /> },
    shipment.failureReason !== null && { label: 'Failed because', value: deliveryFailureNames[shipment.failureReason] },
    shipment.returns.length > 0 && {
      label: 'Returns',
      value: shipment.returns.map(({ id, number }) => (
        <span key={id} className="block">
          {seesReturns ? <Link to={paths.return(id)}>{number}</Link> : number}
        </span>
      )),
    },
  ]
  return (
    <Card title="Shipment">
      <DescriptionList facts={facts.filter((fact) => fact !== false)} />
      {note && <p className="mt-3 border-line border-t pt-3 text-pretty break-words text-secondary">{note}</p>}
    </Card>
  )
}
