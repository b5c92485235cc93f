import type { Call } from '#shared/http/route.ts'
import type { auditsApi } from '#shared/inventory/stock/audits-api.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import type { StockReason } from '#shared/inventory/stock/stock-reasons.ts'

export type AuditBody = Call<(typeof auditsApi.auditStock)['spec']>['body']
export type AuditPlace = {
  locationId: string
  lotId: string
  location: string
  /** Null for products without lot tracking. */
  lot: string | null
  /** The quantity on hand by the ledger. */
  expected: number
  /** How much of `expected` was dispatched with a transfer and has not arrived. */
  inTransit: number
  quantity: number | null
}
export type AuditValues = {
  places: AuditPlace[]
  committedQuantity: number | null
  reason: StockReason | ''
  customReason: string
  release: string[]
}

type Stock = Product['stock']

const placeOf = (product: Product, { location, lotId, lotNumber, onHand, inTransit }: Stock[number]): AuditPlace => ({
  locationId: location.id,
  lotId,
  location: location.name,
  lot: lotId === product.id ? null : lotNumber,
  expected: onHand,
  inTransit,
  quantity: null,
})

/** The places to count: all locations and lots with stock on hand; without any, the product's default location. */
export function auditPlaces(product: Product, stock: Stock): AuditPlace[] {
  const places = stock.filter((place) => place.onHand > 0).map((place) => placeOf(product, place))
  if (places.length > 0 || product.lotControlled) return places
  const { warehouse } = product
  return [
    {
      locationId: warehouse.id,
      lotId: product.id,
      location: warehouse.name,
      lot: null,
      expected: 0,
      inTransit: 0,
      quantity: null,
    },
  ]
}

export const auditValues = (product: Product): AuditValues => ({
  places: auditPlaces(product, product.stock),
  committedQuantity: product.committed,
  reason: 'physical_audit',
  customReason: '',
  release: [],
})

/** The sum of all counted quantities; undefined until every place is counted. */
export function totalOfPlaces(places: readonly AuditPlace[]): number | undefined {
  let total = 0
  for (const { quantity } of places) {
    if (quantity === null) return undefined
    total += quantity
  }
  return total
}

export function auditBody(values: AuditValues, position: number): AuditBody {
  const { places, committedQuantity, reason, customReason, release } = values
  return {
    totalQuantity: totalOfPlaces(places) as number,
    committedQuantity: committedQuantity as number,
    reason: reason as AuditBody['reason'],
    ...(reason === 'other' && { customReason }),
    position,
    counts: places.map(({ locationId, lotId, quantity }) => ({ locationId, lotId, quantity: quantity as number })),
    release,
  }
}

/** Maps a path of the request body to the form field that shows its error. */
export function auditField(path: string): string {
  if (path === 'totalQuantity' || path === 'counts') return 'places.0.quantity'
  const [, at] = /^counts\.(\d+)\./.exec(path) ?? []
  return at === undefined ? path : `places.${at}.quantity`
}

/**
 * The expected quantity, and how much of it is in transit and counted too; `where` is null if the location is shown elsewhere.
 */
export function expectedWords(
  { expected, inTransit }: Pick<AuditPlace, 'expected' | 'inTransit'>,
  where: string | null,
): string {
  const words = `${expected.toLocaleString()} expected${where === null ? '' : ` at ${where}`}`
  if (inTransit === 0) return words
  return `${words}. ${inTransit.toLocaleString()} of them ${inTransit === 1 ? 'is' : 'are'} in transit: count them as well.`
}
