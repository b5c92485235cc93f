import { useQuery } from '@tanstack/react-query'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { ProductRow } from '#shared/inventory/stock/product.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { useSavedRecord } from '#web/forms/record-form.tsx'
import { orderValues } from './order-values.ts'
import { findProducts } from './pasted-lines.ts'

/** Loads an order for its form: a fresh response, never the cache, with the current prices of its products. */
export function useSavedOrder(id: string | undefined) {
  const { query, saved: order } = useSavedRecord(salesApi.getOrder, id ?? '', id !== undefined)
  const products = useProductsOf(order)
  return { query, order, startOf: products && ((saved: Order) => orderValues(saved, products)) }
}

/** The current data of the products of saved lines; undefined while loading. */
export function useProductsOf(
  saved: { id: string; orderLines: readonly { product: { sku: string } }[] } | undefined,
): ReadonlyMap<string, ProductRow> | undefined {
  const skus = [...new Set(saved?.orderLines.map(({ product }) => product.sku))].toSorted()
  const { data, error } = useQuery({
    queryKey: [inventoryApi.listProducts.path, 'skus', skus, saved?.id],
    queryFn: ({ signal }) => findProducts(skus, signal),
    enabled: skus.length > 0,
    // Keeps the form open while the products are refetched because another user has added a line.
    placeholderData: (before, query) => (query?.queryKey.at(-1) === saved?.id ? before : undefined),
  })
  if (!saved || (skus.length > 0 && !data && !error)) return undefined
  return new Map(data?.map((row) => [row.id, row]))
}
