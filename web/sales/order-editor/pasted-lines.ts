import { findByCodes } from '#shared/inventory/stock/codes-query.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { ProductRow } from '#shared/inventory/stock/product.ts'
import { call } from '#web/api/client.ts'
import type { PastedRow } from '#web/forms/pasted-rows.ts'
import { blankLine, soldProduct } from './order-values.ts'

/** Loads products and kits by SKU from the list, as sales users may lack the right to open a product. */
export const findProducts = (skus: readonly string[], signal?: AbortSignal): Promise<ProductRow[]> =>
  findByCodes(skus, async (some) => {
    const query = { skus: some, limit: some.length, kits: 'true' } as const
    return (await call(inventoryApi.listProducts, { query }, { quiet: true, signal })).data
  })

/** Finds the pasted products by SKU. `found` is in the order of the rows; `unknown` are SKUs that are not sold. */
export async function findRows(rows: readonly PastedRow[]) {
  const products = await findProducts(rows.map(({ sku }) => sku))
  const bySku = new Map(products.map((product) => [product.sku.toLowerCase(), product]))
  return {
    found: rows.flatMap(({ sku, quantity }) => {
      const product = bySku.get(sku.toLowerCase())
      return product ? { ...blankLine, product: soldProduct(product), quantity } : []
    }),
    unknown: rows.map(({ sku }) => sku).filter((sku) => !bySku.has(sku.toLowerCase())),
  }
}
