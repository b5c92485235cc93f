import { type PriceTier, priceOfTier } from '#shared/inventory/price-tiers.ts'
import { formatAmount, lineAmount, parseDecimal, priceScale, sum } from '#shared/money.ts'
import { largestQuantity } from '#shared/quantity.ts'
import type { LineValues, SoldProduct } from '#web/sales/order-values.ts'

/** What a product costs at a tier; at the list price while nobody knows who buys. */
export const tierPrice = (product: SoldProduct, tier: PriceTier | undefined): string =>
  tier ? priceOfTier(product.price, product.priceTiers, tier) : product.price

/** The price of a line: the typed one, or its tier's. Undefined without a product. */
export function linePrice(line: LineValues, buyerTier: PriceTier | undefined): string | undefined {
  if (line.unitPrice) return line.unitPrice
  return line.product ? tierPrice(line.product, line.priceTier || buyerTier) : undefined
}

/** What a line comes to in minor units, rounded as the server rounds; null while it can't be told. */
export function lineTotal(line: LineValues, buyerTier: PriceTier | undefined): bigint | null {
  const { quantity } = line
  const price = parseDecimal(linePrice(line, buyerTier) ?? '', priceScale)
  if (price === null || quantity === null || !Number.isSafeInteger(quantity)) return null
  return quantity < 0 || quantity > largestQuantity ? null : lineAmount(quantity, price)
}

/** "1234.50": what the lines come to as far as they are written. */
export const orderTotal = (lines: readonly LineValues[], buyerTier: PriceTier | undefined): string =>
  formatAmount(sum(lines.map((line) => lineTotal(line, buyerTier) ?? 0n)))
