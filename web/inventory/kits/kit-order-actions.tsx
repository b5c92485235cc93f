import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type KitOrder, kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { type KitOrderAction, whyNotKitOrder } from '#shared/inventory/stock/document-guards.ts'
import { ReasonPromptDialog } from '#web/forms/reason-dialog.tsx'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import type { DocumentActions } from '#web/documents/document-action.tsx'
import { TakeApartDialog } from './take-apart-dialog.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** The available actions of a kit order in its current status. */
export function useKitOrderActions(order: KitOrder): DocumentActions {
  const { id, number, kit, status, quantity } = order
  const [dialog, setDialog] = useState<'complete' | 'cancel' | 'delete' | 'apart'>()
  const mayEdit = useCan('inventory.edit')
  const mayDelete = useCan('inventory.delete')
  const navigate = useNavigate()
  const close = () => setDialog(undefined)
  const complete = useApiMutation(kitOrdersApi.completeKitOrder, {
    successMessage: ({ lot }) => `${quantity.toLocaleString()} × ${kit.name} packed: lot ${lot?.lotNumber}`,
    onSuccess: close,
    onError: close,
  })
  const isPending = status === 'pending'
  const closed = (action: KitOrderAction) => whyNotKitOrder(action, order)
  const isFree = order.standing.some((place) => place.free > 0)
  return {
    next: mayEdit && isPending && { id: 'complete', label: 'Complete', onSelect: () => setDialog('complete') },
    beside: [],
    menu: [
      [
        { id: 'print', label: 'Print', onSelect: () => window.print() },
        mayEdit && { id: 'edit', label: 'Edit order', reason: closed('edit'), to: paths.kitOrderEdit(id) },
        mayEdit && {
          id: 'takeApart',
          label: 'Take kits apart',
          reason: closed('takeApart') ?? (isFree ? null : 'None of these kits is available.'),
          onSelect: () => setDialog('apart'),
        },
      ],
      [
        mayEdit && {
          id: 'cancel',
          label: 'Cancel kit',
          danger: true,
          reason: closed('cancel'),
          onSelect: () => setDialog('cancel'),
        },
        mayDelete && {
          id: 'delete',
          label: 'Delete',
          danger: true,
          reason: closed('delete'),
          onSelect: () => setDialog('delete'),
        },
      ],
    ],
    dialogs: (
      <>
        <ConfirmDialog
          open={dialog === 'complete'}
          onOpenChange={(open) => !open && close()}
          title={`Complete ${number}?`}
          confirmLabel="Complete kit"
          busy={complete.isPending}
          onConfirm={() => complete.submit({ params: { id }, body: {} })}
        >
          {quantity.toLocaleString()} × {kit.name}: the items are deducted from stock and the kits are added as lot{' '}
          {number}.
        </ConfirmDialog>
        {dialog === 'cancel' && (
          <ReasonPromptDialog
            route={kitOrdersApi.cancelKitOrder}
            sent={{ params: { id } }}
            successMessage={() => `${number} is now: Cancelled`}
            title={`Cancel ${number}?`}
            description={`Its items are released at ${order.warehouse.name}.`}
            submitLabel="Cancel kit"
            closeLabel="Keep kit"
            danger
            help="Shown in the history of the kit."
            close={close}
          />
        )}
        {dialog === 'apart' && <TakeApartDialog order={order} close={close} />}
        {dialog === 'delete' && (
          <DeleteDialog
            route={kitOrdersApi.deleteKitOrder}
            id={id}
            kind="kitOrder"
            what="kit order"
            name={number}
            onDeleted={() => void navigate(paths.kits)}
            close={close}
          >
            {isPending && 'It is cancelled first and its items are released. '}
            It is removed from the list. You can restore it as cancelled now, or later from the deleted items.
          </DeleteDialog>
        )}
      </>
    ),
  }
}
