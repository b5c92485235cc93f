import { z } from 'zod'

const degrees = (maximum: number) => {
  const words = `must be between -${maximum} and ${maximum}`
  return z.number('must be a number').min(-maximum, words).max(maximum, words)
}

/** Coordinates; both or none. */
export const Coordinates = { latitude: degrees(90).nullish(), longitude: degrees(180).nullish() } as const

type Placed = { latitude?: number | null | undefined; longitude?: number | null | undefined }

/** For `.refine(...)` of schemas with coordinates. */
export const coordinatesGoTogether = [
  (value: Placed) => (value.latitude == null) === (value.longitude == null),
  { path: ['longitude'] as PropertyKey[], message: 'is required together with the latitude' },
] as const
