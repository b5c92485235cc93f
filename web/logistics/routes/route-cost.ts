import { estimatedLegs, type LegOf } from '#shared/logistics/distance.ts'
import type { Route, RouteStop } from '#shared/logistics/routes/route.ts'
import { type Schedule, type ScheduledStop, scheduleStops } from '#shared/logistics/routes/schedule-stops.ts'

/** The fields of a stop that scheduling needs. */
type Scheduled = Pick<RouteStop, 'latitude' | 'longitude' | 'window' | 'serviceMinutes'>

const scheduled = ({ latitude, longitude, window, serviceMinutes }: Scheduled): ScheduledStop => ({
  latitude,
  longitude,
  windowFrom: window && Date.parse(window.from),
  windowTo: window && Date.parse(window.to),
  serviceMinutes,
})

type Costed = Pick<Route, 'startPlace' | 'leavesAt' | 'driving'> & Partial<Pick<Route, 'roads' | 'routeStops'>>

/** The cost of a planned route with these stops in this order, calculated with the same legs as on the server. */
export function costOf(route: Costed, stops: readonly Scheduled[]): Schedule {
  const { startPlace, leavesAt } = route
  return scheduleStops(stops.map(scheduled), { spot: startPlace, at: Date.parse(leavesAt) }, startPlace, legsOf(route))
}

/** Legs by road if the route has road data, else estimated. */
function legsOf({ startPlace, driving, roads, routeStops = [] }: Costed): LegOf {
  const estimate = estimatedLegs(driving)
  if (!roads) return estimate
  const places = [startPlace, ...routeStops]
  const placeOf = (spot: { latitude: number; longitude: number }) =>
    places.findIndex((one) => one?.latitude === spot.latitude && one.longitude === spot.longitude)
  return (from, to) => {
    const [i, j] = [placeOf(from), placeOf(to)]
    const [metres, seconds] = [roads.metres[i]?.[j], roads.seconds[i]?.[j]]
    return metres === undefined || seconds === undefined ? estimate(from, to) : { metres, seconds }
  }
}

/** Moves an id to another position, from 0. */
export function movedTo(ids: readonly string[], id: string, place: number): string[] {
  const others = ids.filter((other) => other !== id)
  return others.toSpliced(place, 0, id)
}
