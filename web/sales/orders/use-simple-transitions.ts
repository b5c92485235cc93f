import { salesApi } from '#shared/sales/orders/api.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { showError } from '#web/api/toasts.ts'

/** The message after a transition of an order. */
export const orderStatusMessage = ({ number, status }: Order) => `${number} is now: ${orderStatusNames[status]}`

/** The transitions without a dialog. `then` runs after each; `onShort` gets the shortage error of a confirmation. */
export function useSimpleTransitions(then: () => void, onShort: (error: ApiError) => void) {
  const choices = { successMessage: orderStatusMessage, onSuccess: then }
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
