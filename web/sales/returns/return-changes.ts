import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { type Return, returnsApi } from '#shared/sales/returns/api.ts'
import { apiQuery } from '#web/api/query.ts'

/** What shows something else once a return has moved: completed, it changes stock, order, invoice and credit. */
export const afterReturn = [
  returnsApi.listReturns,
  returnsApi.countReturns,
  returnsApi.listReturnable,
  salesApi.getOrder,
  salesApi.listOrders,
  invoicingApi.getInvoice,
  invoicingApi.listInvoices,
  inventoryApi.getProduct,
  inventoryApi.listProducts,
  inventoryApi.listStockHistory,
  lotsApi.listLots,
]

/** What every act on a return does once the server has said yes. */
export function useAfterReturnTransition(then?: () => void) {
  const client = useQueryClient()
  return {
    invalidates: afterReturn,
    onSuccess: (found: Return) => {
      client.setQueryData(apiQuery(returnsApi.getReturn, { params: { id: found.id } }).queryKey, found)
      const credit = found.status === 'Completed' && found.creditNote ? `, credited by ${found.creditNote.number}` : ''
      toast.success(`${found.number} is now: ${found.status}${credit}`)
      then?.()
    },
  }
}
