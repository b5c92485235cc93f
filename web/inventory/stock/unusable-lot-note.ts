import type { ProductRow } from '#shared/inventory/stock/product.ts'

/** "300 blocked, 20 expired": what is on hand and can't be promised; null where all of it can. */
export function unusableLotNote({ unfit: { blocked, expired } }: Pick<ProductRow, 'unfit'>): string | null {
  const parts = [
    blocked > 0 && `${blocked.toLocaleString()} blocked`,
    expired > 0 && `${expired.toLocaleString()} expired`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : null
}
