import { businessDate } from '#shared/dates.ts'
import { formatDay } from '#shared/format-day.ts'
import { shipmentStatusNames } from '#shared/logistics/shipments/shipment-status.ts'
import type { Tracking } from '#shared/logistics/tracking/api.ts'
import { clockTime, dayAndTime } from './tracking-times.ts'

/** The tracking data that the link and the portal share. */
export type Tracked = Omit<Tracking, 'mayInstruct' | 'mayReschedule' | 'expiresAt'>

/** The status in a few words. */
export function headline({ status, stopsBefore, driver, eta, timeZone }: Tracked): string {
  if (status !== 'ON_THE_WAY') return shipmentStatusNames[status]
  if (stopsBefore === 0)
    return eta ? `Next stop, around ${clockTime(eta, timeZone)}` : `${driver ?? 'The driver'} is on the way to you`
  return eta ? `On the way, around ${clockTime(eta, timeZone)}` : 'On the way'
}

/** Further facts, one per line. */
export function facts(tracking: Tracked): string[] {
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
      // The expected date of a failed delivery may be the day that it failed on: that is no next attempt.
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
