import { useQuery } from '@tanstack/react-query'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { ProductRow } from '#shared/inventory/stock/product.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { useSavedRecord } from '#web/forms/record-form.tsx'
import { orderValues } from './order-values.ts'
import { findProducts } from './pasted-lines.ts'

/** A saved order for its form: as it is now, never as the cache remembers it, and with its products' prices of today. */
export function useSavedOrder(id: string | undefined) {
  const { query, saved: order } = useSavedRecord(salesApi.getOrder, id ?? '', id !== undefined)
  const products = useProductsOf(order)
  return { query, order, startOf: products && ((saved: Order) => orderValues(saved, products)) }
}

/** The products of saved lines as they are sold now; undefined until all were asked for. */
export function useProductsOf(
  saved: { id: string; orderLines: readonly { product: { sku: string } }[] } | undefined,
): ReadonlyMap<string, ProductRow> | undefined {
  const skus = [...new Set(saved?.orderLines.map(({ product }) => product.sku))].toSorted()
  const { data, error } = useQuery({
    queryKey: [inventoryApi.listProducts.path, 'skus', skus, saved?.id],
    queryFn: ({ signal }) => findProducts(skus, signal),
    enabled: skus.length > 0,
    // Another product that somebody adds meanwhile doesn't close the form.
    placeholderData: (before, query) => (query?.queryKey.at(-1) === saved?.id ? before : undefined),
  })
  if (!saved || (skus.length > 0 && !data && !error)) return undefined
  return new Map(data?.map((row) => [row.id, row]))
}
