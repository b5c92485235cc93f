/** The price tiers that a product can have besides its list price; each customer has one tier. */
export const priceTiers = ['retail', 'wholesale', 'distributor', 'highVolume'] as const
export type PriceTier = (typeof priceTiers)[number]

export const priceTierNames: Record<PriceTier, string> = {
  retail: 'Retail',
  wholesale: 'Wholesale',
  distributor: 'Distributor',
  highVolume: 'High volume',
}

/** The price of a tier, or the list price if the product has none for it. */
export function priceOfTier<T>(price: T, tiers: Partial<Record<PriceTier, T | null>>, tier: PriceTier): T {
  return tiers[tier] ?? price
}
