import address from 'world-atlas/countries-50m.json?url'
import { landRings, type Topology } from './land-rings.ts'

let rings: Promise<[number, number][][]> | undefined

/** Loads land and borders, accurate to some kilometres (Natural Earth, public domain), from our own server. */
export function fetchLand(): Promise<[number, number][][]> {
  rings ??= fetch(address)
    .then(async (answer) => landRings((await answer.json()) as Topology))
    .catch((error: unknown) => {
      rings = undefined
      throw error
    })
  return rings
}
