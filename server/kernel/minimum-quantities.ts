import { Refusal } from '#shared/http/refusal.ts'
import { compareNames } from '#shared/natural-order.ts'

/** What was said for ordering less than the minimum. */
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
 * Throws BELOW_MINIMUM where an order has less of a product than its minimum order quantity, unless a reason is given; answers
 * that reason where it was needed. Lines of one product count together.
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

/** The products of which less is ordered than their minimum, by name. */
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
