import { useState } from 'react'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import type { PurchaseAction } from '#shared/purchasing/orders/purchase-transitions.ts'
import { addressOf } from '#web/api/address.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { showError } from '#web/api/toasts.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import type { DocumentAction, DocumentActions } from '#web/documents/document-action.tsx'
import { paths } from '#web/paths.ts'
import { DeletePurchase } from './delete-purchase.tsx'
import { type AvailablePurchaseAction, availablePurchaseActions } from './purchase-action-list.ts'
import { PlaceDialog } from './place-dialog.tsx'
import { purchaseStatusMessage } from './purchase-status-message.ts'
import { PurchaseReasonDialog } from './purchase-reason-dialog.tsx'
import { ReturnDialog } from '#web/purchasing/returns/return-dialog.tsx'
import { SendDialog } from './send-dialog.tsx'
import { useUser } from '#web/session/session.ts'
import { AllowDialog, allowanceOf } from '#web/forms/allow-dialog.tsx'

type OpenDialog = Exclude<PurchaseAction, 'approve' | 'reopen' | 'receive'> | 'delete'

/** Errors that a reason can override open a dialog; others are shown. */
const showUnlessAllowable = (error: ApiError) => {
  if (!allowanceOf(error)) showError(error)
}

/** The actions of a purchase order and their dialogs: one primary action, and the menu. */
export function usePurchaseActions(order: PurchaseOrder): DocumentActions {
  const user = useUser()
  const { next, others, mayEdit, mayDelete, whyNotDeleted } = availablePurchaseActions(order, user)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const choices = { successMessage: purchaseStatusMessage }
  const plain = {
    submit: useApiMutation(purchasingApi.submit, {
      ...choices,
      onSuccess: (placed) => setDialog(thenSend && placed.status === 'Open' ? 'send' : null),
      errors: 'page',
      onError: (error) => {
        close()
        showUnlessAllowable(error)
      },
    }),
    approve: useApiMutation(purchasingApi.approve, choices),
    reopen: useApiMutation(purchasingApi.reopen, choices),
  }
  const isBusy = Object.values(plain).some((act) => act.isPending)
  const close = () => setDialog(null)
  const [thenSend, setThenSend] = useState(false)
  function start(action: Exclude<PurchaseAction, 'receive'>) {
    if (action === 'approve') plain.approve.submit({ params: { id: order.id }, body: {}, version: order.version })
    else if (action === 'reopen') plain.reopen.submit({ params: { id: order.id }, body: {} })
    else setDialog(action)
  }
  const actOf = ({ action, label, kind, reason }: AvailablePurchaseAction): DocumentAction => ({
    id: action,
    label,
    danger: kind === 'danger',
    reason,
    ...(action === 'receive'
      ? { to: paths.purchaseOrderReceive(order.id) }
      : { busy: isBusy, onSelect: () => start(action) }),
  })
  const isBeside = ({ kind, reason }: AvailablePurchaseAction) => kind === 'side' && reason === null
  return {
    next: next && actOf(next),
    beside: others.filter(isBeside).map(actOf),
    menu: [
      others.filter((act) => act.kind !== 'danger' && !isBeside(act)).map(actOf),
      [
        mayEdit && { id: 'edit', label: 'Edit', to: paths.purchaseOrderEdit(order.id) },
        {
          id: 'pdf',
          label: 'Download PDF',
          href: addressOf(purchasingApi.printPurchaseOrder, { params: { id: order.id } }),
        },
        user.permissions.purchaseOrders?.edit && {
          id: 'copy',
          label: 'Duplicate',
          to: `${paths.purchaseOrderNew}?copy=${order.id}`,
        },
      ],
      [
        ...others.filter(({ kind }) => kind === 'danger').map(actOf),
        mayDelete && {
          id: 'delete',
          label: 'Delete',
          danger: true,
          reason: whyNotDeleted,
          onSelect: () => setDialog('delete'),
        },
      ],
    ],
    dialogs: (
      <>
        {plain.submit.error && allowanceOf(plain.submit.error) === 'BELOW_MINIMUM' && (
          <AllowDialog
            allowed="BELOW_MINIMUM"
            error={plain.submit.error}
            busy={isBusy}
            onAllow={(belowMinimumReason) =>
              plain.submit.submit({ params: { id: order.id }, body: { belowMinimumReason } })
            }
            close={plain.submit.reset}
          />
        )}
        {dialog === 'submit' && (
          <PlaceDialog
            order={order}
            busy={isBusy}
            onPlace={(sends) => {
              setThenSend(sends)
              plain.submit.submit({ params: { id: order.id }, body: {} })
            }}
            close={close}
          />
        )}
        {(dialog === 'cancel' || dialog === 'close' || dialog === 'redraft') && (
          <PurchaseReasonDialog act={dialog} order={order} close={close} />
        )}
        {dialog === 'send' && <SendDialog order={order} close={close} />}
        {dialog === 'return' && <ReturnDialog order={order} close={close} />}
        {dialog === 'delete' && <DeletePurchase order={order} close={close} />}
      </>
    ),
  }
}
