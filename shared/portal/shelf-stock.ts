import { byExpiry } from '#shared/inventory/stock/usable-lots.ts'

/* What a customer's shelf lacks, and what of it expires soon. Pure, read by both sides. */

export interface Lacking {
  /** Pieces that should be there after a delivery. */
  par: number
  /** Pieces by the last count. */
  counted: number
  /** Pieces that are ordered and were not there when it was counted. */
  onOrder: number
  packSize: number
  /** The minimum order quantity; null where there is none. */
  minimum: number | null
}

/** The smallest whole number of packs that brings the shelf back to its par and is no less than the minimum; 0 where nothing lacks. */
export function topUpOf({ par, counted, onOrder, packSize, minimum }: Lacking): number {
  const missing = par - counted - onOrder
  if (missing <= 0) return 0
  return Math.ceil(Math.max(missing, minimum ?? 0) / packSize) * packSize
}

export interface DeliveredLot {
  lotNumber: string
  /** YYYY-MM-DD; null where it doesn't expire. */
  expiryDate: string | null
  /** Delivered and not sent back. */
  quantity: number
}

/**
 * Which lots the counted pieces are of, where they used what expires first before the others: so the last ones are left.
 * First expiring first; more than was ever delivered is of no known lot.
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
