import { useQueries } from '@tanstack/react-query'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { ProductRow } from '#shared/inventory/stock/product.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { apiQuery } from '#web/api/query.ts'
import { useSavedRecord } from '#web/forms/record-form.tsx'
import { orderValues } from './order-values.ts'

/** A saved order for its form: as it is now, never as the cache remembers it, and with its products' prices of today. */
export function useSavedOrder(id: string | undefined) {
  const { query, saved: order } = useSavedRecord(salesApi.getOrder, id ?? '', id !== undefined)
  const products = useProductsOf(order)
  return { query, order, values: order && products ? orderValues(order, products) : undefined }
}

/** The products of saved lines as they are sold now; undefined until all were asked for. */
export function useProductsOf(
  saved: { orderLines: readonly { product: { sku: string } }[] } | undefined,
): ReadonlyMap<string, ProductRow> | undefined {
  // By SKU, because who sells may have no right to open a product.
  const skus = [...new Set(saved?.orderLines.map(({ product }) => product.sku))]
  const found = useQueries({
    queries: skus.map((q) =>
      apiQuery(inventoryApi.listProducts, { query: { q, limit: 50, kits: 'true' } }, { quiet: true }),
    ),
  })
  if (!saved || !found.every(({ data, error }) => data || error)) return undefined
  return new Map(found.flatMap(({ data }) => data?.data ?? []).map((row) => [row.id, row]))
}
