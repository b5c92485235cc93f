import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { purchaseActions } from '#shared/purchasing/orders/purchase-transitions.ts'
import { ReasonPromptDialog } from '#web/forms/reason-dialog.tsx'
import { purchaseStatusMessage } from './purchase-status-message.ts'

/** The actions that undo something and require a reason. */
type ReasonedAct = 'cancel' | 'close' | 'redraft'

const words = {
  cancel: {
    title: 'Cancel this purchase order?',
    description: 'Nothing will be delivered. Inform the supplier if the order was already sent.',
    closeLabel: 'Keep order',
    danger: true,
  },
  close: {
    title: 'Close this order short?',
    description:
      'The outstanding quantities are cancelled and no longer count as on order. The goods received carry all fees. You can reopen the order.',
  },
  redraft: {
    title: 'Put this order back to draft?',
    description: 'It can be edited and must be placed again.',
  },
} as const satisfies Record<ReasonedAct, object>

type PurchaseReasonDialogProps = { act: ReasonedAct; order: PurchaseOrder; close: () => void }

/** Asks for the reason of an action that undoes something. */
export function PurchaseReasonDialog({ act, order, close }: PurchaseReasonDialogProps) {
  return (
    <ReasonPromptDialog
      {...words[act]}
      submitLabel={purchaseActions[act].label}
      route={purchasingApi[act]}
      sent={{ params: { id: order.id } }}
      successMessage={purchaseStatusMessage}
      help="Shown in the history of the order."
      close={close}
    />
  )
}
