import { partsOf, type Stocked } from '#shared/inventory/stock/stock-parts.ts'

/** "300 on hold, 20 expired, 28 at customers": stock that is neither reserved nor available; null if there is none. */
export function unusableLotNote(product: Stocked): string | null {
  const { onHold, expired, atCustomers } = partsOf(product)
  const parts = [
    onHold > 0 && `${onHold.toLocaleString()} on hold`,
    expired > 0 && `${expired.toLocaleString()} expired`,
    atCustomers > 0 && `${atCustomers.toLocaleString()} at customers`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : null
}
