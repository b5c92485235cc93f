import { byExpiry } from '#shared/inventory/stock/usable-lots.ts'

/* What a customer's shelf needs, and what expires soon. Pure functions for server and browser. */

export interface Lacking {
  /** The par level. */
  par: number
  /** Pieces in the last count. */
  counted: number
  /** Ordered pieces that were not there when it was counted. */
  onOrder: number
  packSize: number
  /** The MOQ; null if there is none. */
  minimum: number | null
}

/** The smallest number of whole packs that reaches the par level and the MOQ, in pieces; 0 if nothing is missing. */
export function topUpOf({ par, counted, onOrder, packSize, minimum }: Lacking): number {
  const missing = par - counted - onOrder
  if (missing <= 0) return 0
  return Math.ceil(Math.max(missing, minimum ?? 0) / packSize) * packSize
}

export interface DeliveredLot {
  lotNumber: string
  /** YYYY-MM-DD; null if it doesn't expire. */
  expiryDate: string | null
  /** Delivered and not returned. */
  quantity: number
}

/**
 * The lots of the counted pieces, assuming that those that expire first were used first, so the last ones are left. Sorted by
 * expiry; pieces beyond all deliveries belong to no known lot.
 */
export function lotsLeft(delivered: readonly DeliveredLot[], counted: number): DeliveredLot[] {
  let missing = counted
  const left: DeliveredLot[] = []
  for (const lot of delivered.toSorted((a, b) => byExpiry(b, a))) {
    const quantity = Math.min(lot.quantity, missing)
    if (quantity > 0) left.unshift({ ...lot, quantity })
    missing -= quantity
  }
  return left
}
