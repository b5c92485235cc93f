import type { Route, RouteStop } from '#shared/logistics/routes/route.ts'
import { type Schedule, type ScheduledStop, scheduleStops } from '#shared/logistics/routes/schedule-stops.ts'

/** What a stop is scheduled by. */
type Scheduled = Pick<RouteStop, 'latitude' | 'longitude' | 'window' | 'serviceMinutes'>

const scheduled = ({ latitude, longitude, window, serviceMinutes }: Scheduled): ScheduledStop => ({
  latitude,
  longitude,
  windowFrom: window && Date.parse(window.from),
  windowTo: window && Date.parse(window.to),
  serviceMinutes,
})

/** What a planned route costs with these stops in this order, by the same estimate as the server's. */
export function costOf(
  { startPlace, leavesAt, driving }: Pick<Route, 'startPlace' | 'leavesAt' | 'driving'>,
  stops: readonly Scheduled[],
): Schedule {
  return scheduleStops(stops.map(scheduled), { spot: startPlace, at: Date.parse(leavesAt) }, startPlace, driving)
}

/** The ids with one of them at another place, from 0. */
export function movedTo(ids: readonly string[], id: string, place: number): string[] {
  const others = ids.filter((other) => other !== id)
  return others.toSpliced(place, 0, id)
}
