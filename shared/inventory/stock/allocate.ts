import { byExpiry, type LotFacts, mayUse, type UseRule } from './usable-lots.ts'

/** Stock of one item at one location and lot. */
export interface Place extends LotFacts {
  itemId: string
  locationId: string
  lotId: string
  /** On hand − committed. */
  available: number
  /** The item's default location. */
  isHome: boolean
}

export interface Allocation {
  place: Place
  quantity: number
}

/** First expired, first out; goods without expiry last; among equals the default location first, then by id. */
export function fefoOrder(a: Place, b: Place): number {
  const sooner = byExpiry(a, b)
  if (sooner !== 0) return sooner
  if (a.isHome !== b.isHome) return a.isHome ? -1 : 1
  const keyA = a.locationId + a.lotId
  const keyB = b.locationId + b.lotId
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0
}

/** Allocates `quantity` pieces. `short` is the missing quantity. The places are not changed. */
export const allocate = (places: readonly Place[], quantity: number, rule: UseRule) =>
  takeInOrder(
    places.filter((one) => mayUse(one, rule)),
    quantity,
  )

/** The same from lots of any status and expiry date. */
export function takeInOrder(places: readonly Place[], quantity: number): { taken: Allocation[]; short: number } {
  let missing = quantity
  const taken: Allocation[] = []
  for (const place of places.filter((one) => one.available > 0).toSorted(fefoOrder)) {
    if (missing === 0) break
    const part = Math.min(missing, place.available)
    taken.push({ place, quantity: part })
    missing -= part
  }
  return { taken, short: missing }
}
