import { useQueries, useQuery } from '@tanstack/react-query'
import { inventoryApi } from '#shared/inventory/api.ts'
import type { ProductRow } from '#shared/inventory/product.ts'
import { salesApi } from '#shared/sales/api.ts'
import { apiQuery } from '#web/api/query.ts'
import { orderValues } from '#web/sales/order-values.ts'

/** A saved order for its form: as it is now, never as the cache remembers it, and with its products' prices of today. */
export function useSavedOrder(id: string | undefined) {
  const query = useQuery({
    ...apiQuery(salesApi.getOrder, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const order = query.isFetchedAfterMount ? query.data : undefined
  // By SKU, because who sells may have no right to open a product.
  const skus = [...new Set(order?.orderLines.map(({ product }) => product.sku))]
  const found = useQueries({
    queries: skus.map((q) =>
      apiQuery(inventoryApi.listProducts, { query: { q, limit: 50, kits: 'true' } }, { quiet: true }),
    ),
  })
  const isComplete = order !== undefined && found.every(({ data, error }) => data || error)
  const products = new Map<string, ProductRow>(
    found.flatMap(({ data }) => data?.data ?? []).map((row) => [row.id, row]),
  )
  return { query, order, values: isComplete ? orderValues(order, products) : undefined }
}
