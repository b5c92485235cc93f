import { estimatedLegs, type LegOf, type Spot } from '#shared/logistics/distance.ts'

export interface ScheduledStop {
  latitude: number | null
  longitude: number | null
  /** Milliseconds since 1970; null for any time. */
  windowFrom: number | null
  windowTo: number | null
  serviceMinutes: number
}

export interface StopTime {
  /** Metres and seconds from the previous place; null if one of the two has no coordinates. */
  distance: number | null
  travelSeconds: number | null
  /** Milliseconds since 1970; null if the stop has no coordinates. */
  eta: number | null
  lateSeconds: number
}

export interface Schedule {
  stops: StopTime[]
  distance: number
  travelSeconds: number
  lateStops: number
  lateSeconds: number
  /** When the driver is back; null while a place has no coordinates. */
  endsAt: number | null
}

const spotOf = ({ latitude, longitude }: { latitude: number | null; longitude: number | null }): Spot | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }

/** Computes the arrivals at the stops in their order. A stop without coordinates takes its service time and no travel. */
export function scheduleStops(
  stops: readonly ScheduledStop[],
  from: { spot: Spot | null; at: number },
  end: Spot | null,
  legOf: LegOf = estimatedLegs(),
): Schedule {
  let { at, spot } = from
  let isWhole = end !== null && spot !== null
  const schedule: Schedule = { stops: [], distance: 0, travelSeconds: 0, lateStops: 0, lateSeconds: 0, endsAt: null }
  const drive = (to: Spot | null) => {
    if (!spot || !to) return null
    const leg = legOf(spot, to)
    schedule.distance += leg.metres
    schedule.travelSeconds += leg.seconds
    at += leg.seconds * 1000
    return leg
  }
  for (const stop of stops) {
    const here = spotOf(stop)
    const leg = drive(here)
    isWhole &&= here !== null
    const eta = here ? at : null
    at = Math.max(at, stop.windowFrom ?? at) + stop.serviceMinutes * 60_000
    const lateSeconds =
      stop.windowTo === null || eta === null ? 0 : Math.max(0, Math.round((at - stop.windowTo) / 1000))
    if (lateSeconds > 0) schedule.lateStops += 1
    schedule.lateSeconds += lateSeconds
    schedule.stops.push({ distance: leg?.metres ?? null, travelSeconds: leg?.seconds ?? null, eta, lateSeconds })
    spot = here ?? spot
  }
  drive(end)
  schedule.endsAt = isWhole ? at : null
  return schedule
}
