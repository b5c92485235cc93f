import type { ProductRow } from './product.ts'

export const stockParts = ['available', 'reserved', 'onHold', 'expired', 'atCustomers'] as const
export type StockPart = (typeof stockParts)[number]

export const stockPartNames: Record<StockPart, string> = {
  available: 'Available',
  reserved: 'Reserved',
  onHold: 'On hold',
  expired: 'Expired',
  atCustomers: 'At customers',
}

export type Stocked = Pick<ProductRow, 'onHand' | 'committed' | 'available' | 'unfit'>

/** Splits the stock on hand into parts that add up to it; consignment stock at customers is the remainder. */
export function partsOf({ onHand, committed, available, unfit: { blocked, expired } }: Stocked) {
  const rest = onHand - committed - available - blocked - expired
  return { available, reserved: committed, onHold: blocked, expired, atCustomers: rest } satisfies Record<
    StockPart,
    number
  >
}
