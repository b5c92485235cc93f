import type { ProductRow } from '#shared/inventory/stock/product.ts'

/** "300 on hold, 20 expired": what is not reserved and can't be promised; null where all of it can. */
export function unusableLotNote({ unfit: { blocked, expired } }: Pick<ProductRow, 'unfit'>): string | null {
  const parts = [
    blocked > 0 && `${blocked.toLocaleString()} on hold`,
    expired > 0 && `${expired.toLocaleString()} expired`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : null
}
