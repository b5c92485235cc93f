import { salesApi } from '#shared/sales/orders/api.ts'
import { orderActions } from '#shared/sales/orders/order-transitions.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { ReasonPromptDialog } from '#web/forms/reason-dialog.tsx'
import { OrderEffects } from '#web/sales/public/order-effects.tsx'
import { useOrderEffects } from './order-effects.ts'
import { orderStatusMessage } from './use-simple-transitions.ts'

/** The transitions that undo something and require a reason. */
type ReasonedMove = 'cancel' | 'unconfirm' | 'reverse'

const words = {
  cancel: {
    title: 'Cancel this order?',
    description: 'Cancelled orders can be reopened.',
    closeLabel: 'Keep order',
    danger: true,
  },
  unconfirm: {
    title: 'Move this order back to pending?',
    description: 'The order can be edited again.',
  },
  reverse: {
    title: 'Return the goods to stock?',
    description: 'The goods return to the same lots and stay reserved for this order.',
  },
} as const satisfies Record<ReasonedMove, object>

type ReasonDialogProps = { move: ReasonedMove; order: Order; close: () => void }

/** Asks for the reason of a transition that undoes something. */
export function ReasonDialog({ move, order, close }: ReasonDialogProps) {
  const effects = useOrderEffects(order, move)
  return (
    <ReasonPromptDialog
      {...words[move]}
      submitLabel={orderActions[move].label}
      route={salesApi[move]}
      sent={{ params: { id: order.id } }}
      successMessage={orderStatusMessage}
      size="md"
      disabled={effects.isPending}
      help="Shown in the history of the order."
      close={close}
    >
      <OrderEffects effects={effects} />
    </ReasonPromptDialog>
  )
}
