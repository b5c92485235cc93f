import { addDays } from '#shared/dates.ts'

/** Goods of one item that stand in one place and lot. */
export interface Place {
  itemId: string
  locationId: string
  lotId: string
  lotStatus: string
  /** YYYY-MM-DD, the last day of use; null where it doesn't expire. */
  expiryDate: string | null
  /** On hand − committed. */
  available: number
  /** The item's own warehouse. */
  isHome: boolean
}

export interface AllocationRule {
  /** The day on which the goods should arrive. */
  expectedOn: string
  /** Shelf life that the customer asks to be left on that day. */
  minShelfLifeDays: number
}

export interface Allocation {
  place: Place
  quantity: number
}

/** May goods of this lot be promised? Only what is available, not expired, and good for long enough. */
export function mayCommit(place: Pick<Place, 'lotStatus' | 'expiryDate'>, rule: AllocationRule): boolean {
  if (place.lotStatus !== 'AVAILABLE') return false
  return place.expiryDate === null || place.expiryDate >= addDays(rule.expectedOn, rule.minShelfLifeDays)
}

/** First expired, first out; what doesn't expire last; among equals the home location first, then by id. */
export function fefoOrder(a: Place, b: Place): number {
  if (a.expiryDate !== b.expiryDate) {
    if (a.expiryDate === null) return 1
    if (b.expiryDate === null) return -1
    return a.expiryDate < b.expiryDate ? -1 : 1
  }
  if (a.isHome !== b.isHome) return a.isHome ? -1 : 1
  const keyA = a.locationId + a.lotId
  const keyB = b.locationId + b.lotId
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0
}

/** Chooses where `quantity` pieces come from. `short` is what could not be found. The places are not changed. */
export function allocate(
  places: readonly Place[],
  quantity: number,
  rule: AllocationRule,
): { taken: Allocation[]; short: number } {
  let missing = quantity
  const taken: Allocation[] = []
  for (const place of places.filter((one) => one.available > 0 && mayCommit(one, rule)).toSorted(fefoOrder)) {
    if (missing === 0) break
    const part = Math.min(missing, place.available)
    taken.push({ place, quantity: part })
    missing -= part
  }
  return { taken, short: missing }
}
