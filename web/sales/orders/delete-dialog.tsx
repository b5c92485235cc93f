import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { OrderEffects } from '#web/sales/public/order-effects.tsx'
import { apiQuery } from '#web/api/query.ts'
import { offerUndo } from '#web/forms/undo-deletion.ts'
import { paths } from '#web/paths.ts'
import { useOrderEffects } from './order-effects.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Confirms the deletion of an order, and shows its effects. */
export function DeleteDialog({ order, close }: { order: Order; close: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const effects = useOrderEffects(order, 'delete')
  const remove = useApiMutation(salesApi.deleteOrder, {
    onSuccess: () => {
      void navigate(paths.orders, { replace: true })
      const backWords = order.status === 'CANCELLED' ? undefined : `${order.number} restored as pending`
      offerUndo({
        kind: 'salesOrder',
        id: order.id,
        name: order.number,
        ...(backWords && { backWords }),
      })
      client.removeQueries({ queryKey: apiQuery(salesApi.getOrder, { params: { id: order.id } }).queryKey })
    },
    onError: close,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Delete order ${order.number}?`}
      confirmLabel="Delete order"
      danger
      size="md"
      disabled={effects.isPending}
      busy={remove.isPending}
      onConfirm={() => remove.submit({ params: { id: order.id } })}
    >
      <p className="mb-3">The order is removed from the lists.</p>
      <OrderEffects effects={effects} />
    </ConfirmDialog>
  )
}
