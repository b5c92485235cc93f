import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { chainApi } from '#shared/sales/orders/chain-api.ts'
import { type Estimate, estimatesApi } from '#shared/sales/estimates/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { apiQuery } from '#web/api/query.ts'

/** The GETs that a change of an estimate makes old. */
export const estimateQueries = [
  estimatesApi.listEstimates,
  estimatesApi.countEstimates,
  estimatesApi.getEstimate,
  chainApi.getChain,
  salesApi.listOrders,
  salesApi.countOrders,
]

/** What every act on an estimate does once the server has said yes: the page shows the answer, and a toast says so. */
export function useAfterEstimateTransition(words: (estimate: Estimate) => string, then?: (estimate: Estimate) => void) {
  const client = useQueryClient()
  return {
    invalidates: estimateQueries,
    onSuccess: (estimate: Estimate) => {
      client.setQueryData(apiQuery(estimatesApi.getEstimate, { params: { id: estimate.id } }).queryKey, estimate)
      toast.success(words(estimate))
      then?.(estimate)
    },
  }
}
