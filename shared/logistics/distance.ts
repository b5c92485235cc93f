/** Degrees. */
export interface Spot {
  latitude: number
  longitude: number
}

/** The ratio of road distance to straight distance, and the driving speed, until better values are known. */
export const defaultRoadFactor = 1.3
export const defaultSpeedKmh = 35

const earthRadiusMetres = 6_371_008.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance in metres. */
export function straightMetres(a: Spot, b: Spot): number {
  const [latitudeA, latitudeB] = [radians(a.latitude), radians(b.latitude)]
  const half =
    Math.sin((latitudeB - latitudeA) / 2) ** 2 +
    Math.cos(latitudeA) * Math.cos(latitudeB) * Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  return 2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** Driving distance and time. */
export interface Leg {
  metres: number
  seconds: number
}

export interface Driving {
  roadFactor: number
  speedKmh: number
}
export const defaultDriving: Driving = { roadFactor: defaultRoadFactor, speedKmh: defaultSpeedKmh }

/** Whole metres and seconds: the straight distance × the road factor. */
export function estimateLeg(a: Spot, b: Spot, { roadFactor, speedKmh }: Driving = defaultDriving): Leg {
  const metres = straightMetres(a, b) * roadFactor
  return { metres: Math.round(metres), seconds: Math.round((metres * 3.6) / speedKmh) }
}

/** The leg between two spots: by road if known, else estimated. */
export type LegOf = (from: Spot, to: Spot) => Leg

export const estimatedLegs =
  (driving: Driving = defaultDriving): LegOf =>
  (from, to) =>
    estimateLeg(from, to, driving)

/** Seconds from each spot to each other. */
export const travelMatrix = (spots: readonly Spot[], legOf: LegOf = estimatedLegs()): number[][] =>
  spots.map((a) => spots.map((b) => legOf(a, b).seconds))
