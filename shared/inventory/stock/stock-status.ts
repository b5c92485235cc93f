export const stockStatuses = ['inStock', 'lowStock', 'outOfStock'] as const
export type StockStatus = (typeof stockStatuses)[number]
/** Statuses that need action. */
export const runningOut = ['lowStock', 'outOfStock'] as const satisfies readonly StockStatus[]

export const stockStatusNames: Record<StockStatus, string> = {
  inStock: 'In stock',
  lowStock: 'Low stock',
  outOfStock: 'Out of stock',
}

/** By the available quantity (on hand − committed): none, at or below the reorder point (or the company's threshold), or enough. */
export function stockStatusOf(available: number, reorderPoint: number | null, lowStockThreshold: number): StockStatus {
  if (available <= 0) return 'outOfStock'
  return available <= (reorderPoint ?? lowStockThreshold) ? 'lowStock' : 'inStock'
}
