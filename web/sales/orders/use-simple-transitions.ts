import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { apiQuery } from '#web/api/query.ts'
import { showError } from '#web/api/toasts.ts'
import { afterOrderChange } from './order-changes.ts'

/** What every move of an order does once the server has said yes: the page shows the answer, and a toast says where it stands. */
export const useAfterTransition = (then?: () => void) =>
  useAfterChange(({ number, status }) => `${number} is now: ${orderStatusNames[status]}`, then)

/** The same for what changes an order and does not move it. */
export function useAfterChange(words: (order: Order) => string, then?: () => void) {
  const client = useQueryClient()
  return {
    invalidates: afterOrderChange,
    onSuccess: (order: Order) => {
      client.setQueryData(apiQuery(salesApi.getOrder, { params: { id: order.id } }).queryKey, order)
      toast.success(words(order))
      then?.()
    },
  }
}

/** The transitions that need no dialog. `then` follows each; `onShort` is told what a confirmation lacked. */
export function useSimpleTransitions(then: () => void, onShort: (error: ApiError) => void) {
  const choices = useAfterTransition(then)
  const confirming = {
    ...choices,
    errors: 'page' as const,
    onError: (error: ApiError) => {
      then()
      if (error.code === 'INSUFFICIENT_STOCK') onShort(error)
      else showError(error)
    },
  }
  return {
    confirm: useApiMutation(salesApi.confirm, confirming),
    backOrder: useApiMutation(salesApi.backOrder, choices),
    startPicking: useApiMutation(salesApi.startPicking, choices),
    stopPicking: useApiMutation(salesApi.stopPicking, choices),
    ready: useApiMutation(salesApi.ready, choices),
    unassign: useApiMutation(salesApi.unassign, choices),
    handOver: useApiMutation(salesApi.handOver, choices),
    setOff: useApiMutation(salesApi.setOff, choices),
    approach: useApiMutation(salesApi.approach, choices),
    postpone: useApiMutation(salesApi.postpone, choices),
    replan: useApiMutation(salesApi.replan, choices),
    reopen: useApiMutation(salesApi.reopen, choices),
  }
}
export type SimpleTransitions = ReturnType<typeof useSimpleTransitions>
