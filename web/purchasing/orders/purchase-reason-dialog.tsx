import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { ReasonPromptDialog } from '#web/forms/reason-dialog.tsx'
import { useAfterPurchaseTransition } from './purchase-changes.ts'

/** The acts that take something back and ask why. */
type ReasonedAct = 'cancel' | 'close' | 'redraft'

const words = {
  cancel: {
    title: 'Cancel this purchase order?',
    description: 'Nothing of it will come. A supplier who has it already must be told.',
    submitLabel: 'Cancel order',
    closeLabel: 'Keep order',
    danger: true,
  },
  close: {
    title: 'Close this order short?',
    description: 'What has not arrived will not come, and does not count as on order any more. It can be reopened.',
    submitLabel: 'Close short',
  },
  redraft: {
    title: 'Put this order back to draft?',
    description: 'It can be edited again, and has to be placed again.',
    submitLabel: 'Back to draft',
  },
} as const satisfies Record<ReasonedAct, object>

type PurchaseReasonDialogProps = { act: ReasonedAct; order: PurchaseOrder; close: () => void }

/** Asks for the reason of an act that takes something back. */
export function PurchaseReasonDialog({ act, order, close }: PurchaseReasonDialogProps) {
  return (
    <ReasonPromptDialog
      {...words[act]}
      route={purchasingApi[act]}
      sent={{ params: { id: order.id } }}
      moved={useAfterPurchaseTransition(close)}
      help="Kept in the history of the order."
      close={close}
    />
  )
}
