import { Refusal } from '#shared/http/refusal.ts'
import { compareNames } from '#shared/natural-order.ts'

/** The reason given for ordering less than the minimum. */
export interface BelowMinimum {
  belowMinimumReason?: string | null | undefined
}

export interface LineWithMinimum {
  itemId: string
  itemName: string
  quantity: number
  /** The product's minimum order quantity. */
  minimum: number | null
}

const maxNamed = 3

/**
 * Throws BELOW_MINIMUM if an order has less of a product than its minimum order quantity and gives no reason. Returns the reason
 * if it was needed, else null. Lines of the same product are added up.
 */
export function assertMinimums(lines: readonly LineWithMinimum[], { belowMinimumReason }: BelowMinimum): string | null {
  const small = belowMinimum(lines)
  if (small.length === 0) return null
  if (belowMinimumReason) return `Below the minimum: ${belowMinimumReason}`
  const named = small
    .slice(0, maxNamed)
    .map(
      ({ product, quantity, minimum }) =>
        `${product}: ${quantity.toLocaleString('en')} ordered, the minimum is ${minimum.toLocaleString('en')}.`,
    )
  const more = small.length - named.length
  throw new Refusal('BELOW_MINIMUM', [...named, ...(more > 0 ? [`And ${more} more.`] : [])].join(' '), {
    details: { lines: small },
  })
}

/** The products ordered below their minimum quantity, sorted by name. */
function belowMinimum(lines: readonly LineWithMinimum[]) {
  const sums = new Map<string, { product: string; quantity: number; minimum: number }>()
  for (const { itemId, itemName, quantity, minimum } of lines) {
    if (minimum === null) continue
    const before = sums.get(itemId)?.quantity ?? 0
    sums.set(itemId, { product: itemName, quantity: before + quantity, minimum })
  }
  return [...sums.values()]
    .filter(({ quantity, minimum }) => quantity < minimum)
    .toSorted((a, b) => compareNames(a.product, b.product))
}
