import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { documentStatusNames } from '#shared/inventory/stock/stock-document.ts'
import { type Transfer, transfersApi } from '#shared/inventory/transfers/api.ts'
import { apiQuery } from '#web/api/query.ts'

/** What shows something else once a transfer has gone a step: lists and stock. */
export const transferQueries = [
  transfersApi.listTransfers,
  transfersApi.listStandingItems,
  inventoryApi.listProducts,
  inventoryApi.getProduct,
  inventoryApi.listStockHistory,
  rawMaterialsApi.listRawMaterials,
  rawMaterialsApi.getRawMaterial,
  rawMaterialsApi.listStockHistory,
]

/** What every step does once the server has said yes: the page shows the answer, and a toast says where the transfer stands. */
export function useAfterTransferTransition(then?: () => void) {
  const client = useQueryClient()
  return {
    invalidates: transferQueries,
    onSuccess: (transfer: Transfer) => {
      client.setQueryData(apiQuery(transfersApi.getTransfer, { params: { id: transfer.id } }).queryKey, transfer)
      const underway = transfer.status === 'pending' && transfer.dispatchedAt !== null
      toast.success(`${transfer.number} is now: ${underway ? 'In transit' : documentStatusNames[transfer.status]}`)
      then?.()
    },
  }
}
