import { Link } from 'react-router'
import type { PortalOrder } from '#shared/portal/portal-order.ts'
import { type DeliveryFailure, deliveryFailureSentences } from '#shared/logistics/shipments/shipment-status.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Button } from '#web/ui/button.tsx'
import { dayAndTime } from '#web/logistics/public/tracking-times.ts'
import { usePortal } from './portal-context.ts'

type Delivery = PortalOrder['deliveries'][number]

/** Each delivery of an order: its expected or actual time, and who signed for it. */
export function OrderDeliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  const { base, home } = usePortal()
  const at = (time: string | null) => time && dayAndTime(time, home.timeZone)
  return (
    <Card title={deliveries.length === 1 ? 'Delivery' : 'Deliveries'}>
      <ul className="flex flex-col gap-5">
        {deliveries.map((delivery) => (
          <li key={delivery.id} className="flex flex-col gap-3">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{delivery.number}</span>
              {stateOf(delivery)}
            </p>
            <DescriptionList
              facts={[
                { label: 'Carrier', value: delivery.method === 'own_driver' ? 'Our driver' : delivery.carrier },
                ...(delivery.trackingNumber ? [{ label: 'Tracking number', value: delivery.trackingNumber }] : []),
                // After a failed delivery, an expected date up to today is not the next attempt.
                ...(delivery.deliveredAt || (delivery.failureReason && (delivery.expectedDate ?? '') <= home.today)
                  ? []
                  : [
                      {
                        label: 'Expected',
                        value: at(delivery.eta) ?? (delivery.expectedDate && formatDay(delivery.expectedDate)),
                      },
                      ...(delivery.stopsBefore === null
                        ? []
                        : [{ label: 'Stops before you', value: delivery.stopsBefore }]),
                    ]),
                ...(delivery.deliveredAt
                  ? [
                      { label: 'Delivered', value: at(delivery.deliveredAt) },
                      { label: 'Received by', value: delivery.receivedBy },
                      {
                        label: 'Proof of delivery',
                        value: delivery.isSigned ? 'Signed on the driver’s device' : 'Confirmed to us',
                      },
                    ]
                  : []),
                ...(delivery.failureReason
                  ? [
                      {
                        label: 'Not delivered',
                        value: deliveryFailureSentences[delivery.failureReason as DeliveryFailure] ?? 'See messages',
                      },
                    ]
                  : []),
              ]}
            />
            <Button asChild className="self-start">
              <Link to={`${base}/deliveries/${delivery.id}`}>
                {delivery.deliveredAt ? 'Proof of delivery' : 'Track delivery'}
                <span className="sr-only"> {delivery.number}</span>
              </Link>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function stateOf({ deliveredAt, failureReason, dispatchedAt }: Delivery) {
  if (deliveredAt) return <StatusBadge tone="good">Delivered</StatusBadge>
  if (failureReason) return <StatusBadge tone="bad">Not delivered</StatusBadge>
  if (dispatchedAt) return <StatusBadge tone="info">On its way</StatusBadge>
  return <StatusBadge>Being packed</StatusBadge>
}
