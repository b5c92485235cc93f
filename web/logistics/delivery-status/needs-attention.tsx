import { Link } from 'react-router'
import type { DeliveryStatus } from '#shared/logistics/routes/delivery-status-api.ts'
import { deliveryFailureNames } from '#shared/logistics/shipments/shipment-status.ts'
import { ShipmentStatusBadge } from '#web/logistics/public/shipment-status.tsx'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { unbrokenNumbers } from '#web/ui/table/unbroken-numbers.tsx'
import { useClockTime } from './clock-time.ts'

type Entry = Pick<DeliveryStatus['routes'][number]['routeStops'][number], 'status' | 'isLate'> & {
  id: string
  number: string
  customer: string
  why: string
}

/** Failed and late deliveries of all routes; nothing if there are none. */
export function NeedsAttention({ day }: { day: DeliveryStatus }) {
  const timeOf = useClockTime()
  const stops = day.routes.flatMap(({ number, driver, routeStops }) =>
    routeStops
      .filter(({ isReplanned }) => !isReplanned)
      .map((stop): Entry & { blocked: readonly string[] } => ({
        id: stop.shipment.id,
        number: stop.shipment.number,
        customer: stop.account.name,
        status: stop.status,
        isLate: stop.isLate,
        blocked: stop.blockedLots,
        why: [
          stop.blockedLots[0] && `Do not hand over: ${stop.blockedLots.join('; ')}`,
          stop.failureReason && deliveryFailureNames[stop.failureReason],
          stop.note,
          stop.eta && stop.window && stop.isLate && `ETA ${timeOf(stop.eta)}, window until ${timeOf(stop.window.to)}`,
          `${number}, ${driver.name}`,
        ]
          .filter(Boolean)
          .join(' · '),
      })),
  )
  const others = day.others.map((one): Entry & { blocked: readonly string[] } => ({
    id: one.id,
    number: one.number,
    customer: one.account.name,
    status: one.status,
    isLate: one.isLate,
    blocked: [],
    why: one.carrier ?? 'On no route',
  }))
  const shown = [...stops, ...others]
    .filter((one) => one.status === 'FAILED_DELIVERY' || one.isLate || one.blocked.length > 0)
    .toSorted((a, b) => Number(b.status === 'FAILED_DELIVERY') - Number(a.status === 'FAILED_DELIVERY'))
  if (shown.length === 0) return null
  return (
    <Card flush title="Needs attention">
      <ul className="divide-y divide-line border-line border-t">
        {shown.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 max-md:px-4">
            <Link to={paths.shipment(one.id)} className="link whitespace-nowrap">
              {one.number}
            </Link>
            <span className="min-w-0 flex-1 basis-52">
              <span className="block truncate font-medium">{one.customer}</span>
              <span className="block break-words text-muted text-xs">{unbrokenNumbers(one.why)}</span>
            </span>
            <ShipmentStatusBadge status={one.status} isLate={one.isLate} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
