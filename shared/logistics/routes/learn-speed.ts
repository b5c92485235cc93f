import { defaultRoadFactor, type Spot } from '#shared/logistics/distance.ts'

/** Drives needed before they replace the default. */
export const minObservations = 20
const slowestKmh = 5
const fastestKmh = 110

/** The half-degree square of a place. */
export const regionOf = ({ latitude, longitude }: Spot): string =>
  `${Math.floor(latitude * 2) / 2},${Math.floor(longitude * 2) / 2}`

/** The median road speed in km/h of one or more drives: robust against breaks and wrong clocks. */
export function medianKmh(drives: readonly { metres: number; seconds: number }[]): number {
  const speeds = drives
    .map(({ metres, seconds }) => (metres * defaultRoadFactor * 3.6) / seconds)
    .toSorted((a, b) => a - b)
  const middle = speeds.length / 2
  const median = ((speeds[Math.ceil(middle) - 1] ?? 0) + (speeds[Math.floor(middle)] ?? 0)) / 2
  return Math.min(fastestKmh, Math.max(slowestKmh, median))
}

/** The median, once there are enough drives; null before. */
export const speedOf = (drives: readonly { metres: number; seconds: number }[]): number | null =>
  drives.length < minObservations ? null : medianKmh(drives)
