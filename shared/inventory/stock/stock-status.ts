export const stockStatuses = ['inStock', 'lowStock', 'outOfStock'] as const
export type StockStatus = (typeof stockStatuses)[number]
/** Those that somebody should do something about. */
export const runningOut = ['lowStock', 'outOfStock'] as const satisfies readonly StockStatus[]

export const stockStatusNames: Record<StockStatus, string> = {
  inStock: 'In stock',
  lowStock: 'Low stock',
  outOfStock: 'Out of stock',
}

/** By what is available (on hand − committed): nothing left, at or below the reorder point (else the company's threshold), or enough. */
export function stockStatusOf(available: number, reorderPoint: number | null, lowStockThreshold: number): StockStatus {
  if (available <= 0) return 'outOfStock'
  return available <= (reorderPoint ?? lowStockThreshold) ? 'lowStock' : 'inStock'
}
