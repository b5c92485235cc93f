import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { reorderApi } from '#shared/purchasing/reorder/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { apiQuery } from '#web/api/query.ts'

/** What shows something else once a purchase order has come, gone or moved. */
export const purchaseQueries = [
  purchasingApi.listPurchaseOrders,
  purchasingApi.countPurchaseOrders,
  reorderApi.listReorders,
]

/** The same, and what arriving goods change: stock, cost, and the orders that waited for them. */
export const afterPurchase = [
  purchasingApi.getPurchaseOrder,
  ...purchaseQueries,
  inventoryApi.listProducts,
  inventoryApi.getProduct,
  inventoryApi.listStockHistory,
  rawMaterialsApi.listRawMaterials,
  rawMaterialsApi.getRawMaterial,
  salesApi.listOrders,
  salesApi.getOrder,
]

/** What every act on an order does once the server has said yes: the page shows the answer, and a toast says what is so now. */
export function useAfterPurchaseTransition(
  then?: () => void,
  words = (order: PurchaseOrder) => `${order.number} is now: ${order.status}`,
) {
  const client = useQueryClient()
  return {
    invalidates: afterPurchase,
    onSuccess: (order: PurchaseOrder) => {
      client.setQueryData(apiQuery(purchasingApi.getPurchaseOrder, { params: { id: order.id } }).queryKey, order)
      toast.success(words(order))
      then?.()
    },
  }
}
