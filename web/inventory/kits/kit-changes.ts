import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { type KitOrder, kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { apiQuery } from '#web/api/query.ts'

/** What shows something else once kits were packed or taken apart. */
export const kitQueries = [
  kitsApi.listKits,
  kitsApi.getKit,
  kitOrdersApi.listKitOrders,
  inventoryApi.listProducts,
  inventoryApi.getProduct,
  inventoryApi.listStockHistory,
  rawMaterialsApi.listRawMaterials,
  rawMaterialsApi.getRawMaterial,
]

/** What every step of a kit order does once the server has said yes: the page shows the answer, and a toast tells it. */
export function useAfterKitOrderTransition(words: (order: KitOrder) => string, then?: () => void) {
  const client = useQueryClient()
  return {
    invalidates: kitQueries,
    onSuccess: (order: KitOrder) => {
      client.setQueryData(apiQuery(kitOrdersApi.getKitOrder, { params: { id: order.id } }).queryKey, order)
      toast.success(words(order))
      then?.()
    },
  }
}
