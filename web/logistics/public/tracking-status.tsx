import { CircleCheck, PackageCheck, TriangleAlert, Truck } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { businessDate } from '#shared/dates.ts'
import { shipmentStatusNames } from '#shared/logistics/shipments/shipment-status.ts'
import type { Tracking } from '#shared/logistics/tracking/api.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDay } from '#shared/format-day.ts'
import { clockTime, dayAndTime } from './tracking-times.ts'

const DriverMap = lazy(() => import('./driver-map.tsx'))

const signs = {
  READY_FOR_SHIPPING: { Icon: PackageCheck, look: 'bg-subtle text-secondary' },
  ON_THE_WAY: { Icon: Truck, look: 'bg-info-soft text-info' },
  DELIVERED: { Icon: CircleCheck, look: 'bg-good-soft text-good' },
  FAILED_DELIVERY: { Icon: TriangleAlert, look: 'bg-bad-soft text-bad' },
}

/** What the link and the portal both know of a delivery. */
type Tracked = Omit<Tracking, 'mayInstruct' | 'mayReschedule' | 'expiresAt'>

/** Where the delivery stands, when it comes, and where the driver is while this is the next stop. */
export function TrackingStatus({ tracking }: { tracking: Tracked }) {
  const { status, position, place } = tracking
  const { Icon, look } = signs[status]
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <div className="flex items-start gap-3">
          <span data-tint className={`flex size-12 shrink-0 items-center justify-center rounded-lg ${look}`}>
            <Icon aria-hidden size={24} />
          </span>
          <div role="status" className="min-w-0 flex-1">
            <p className="font-semibold text-xl">{headline(tracking)}</p>
            {facts(tracking).map((fact) => (
              <p key={fact} className="text-pretty text-secondary">
                {fact}
              </p>
            ))}
          </div>
        </div>
        {position && (
          <Suspense fallback={<div className="h-72 animate-breathe rounded-lg bg-subtle" />}>
            <DriverMap position={position} place={place} driver={tracking.driver ?? 'Driver'} />
          </Suspense>
        )}
      </div>
    </Card>
  )
}

function headline({ status, stopsBefore, driver, eta, timeZone }: Tracked): string {
  if (status !== 'ON_THE_WAY') return shipmentStatusNames[status]
  if (stopsBefore === 0)
    return eta ? `Next stop, around ${clockTime(eta, timeZone)}` : `${driver ?? 'The driver'} is on the way to you`
  return eta ? `On the way, around ${clockTime(eta, timeZone)}` : 'On the way'
}

function facts(tracking: Tracked): string[] {
  const { status, stopsBefore, driver, eta, window, expectedDate, timeZone, packages, position } = tracking
  const found: (string | false | null)[] = []
  if (status === 'DELIVERED')
    return [
      [
        tracking.deliveredAt && dayAndTime(tracking.deliveredAt, timeZone),
        tracking.receivedBy && `received by ${tracking.receivedBy}`,
      ]
        .filter(Boolean)
        .join(', '),
    ]
  if (status === 'FAILED_DELIVERY')
    found.push(
      tracking.failureReason,
      // The day that it failed on is no next one.
      expectedDate !== null &&
        expectedDate > businessDate(new Date(), timeZone) &&
        `Next attempt planned for ${formatDay(expectedDate)}`,
    )
  if (status === 'READY_FOR_SHIPPING') found.push(expectedDate && `Expected on ${formatDay(expectedDate)}`)
  if (status === 'ON_THE_WAY')
    found.push(
      driver && `Your driver is ${driver}`,
      stopsBefore !== null && stopsBefore > 0 && `${stopsBefore} ${stopsBefore === 1 ? 'stop' : 'stops'} before yours`,
      window &&
        `${eta !== null && Date.parse(eta) > Date.parse(window.to) ? 'Later than your delivery window,' : 'Your delivery window is'} ${clockTime(window.from, timeZone)}–${clockTime(window.to, timeZone)}`,
      tracking.carrier &&
        `With ${tracking.carrier}${tracking.trackingNumber ? `, tracking number ${tracking.trackingNumber}` : ''}`,
      position && `Location as of ${clockTime(position.at, timeZone)}`,
    )
  if (packages > 0) found.push(`${packages} ${packages === 1 ? 'package' : 'packages'}`)
  return found.filter((fact) => typeof fact === 'string' && fact !== '') as string[]
}
