import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { GoodsReceipt, PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { ReasonPromptDialog } from '#web/forms/reason-dialog.tsx'
import { useAfterPurchaseTransition } from '#web/purchasing/orders/purchase-changes.ts'

type ReverseDialogProps = { order: PurchaseOrder; receipt: GoodsReceipt; close: () => void }

/** Takes a receipt back that was booked wrongly. */
export function ReverseDialog({ order, receipt, close }: ReverseDialogProps) {
  return (
    <ReasonPromptDialog
      route={purchasingApi.reverseReceipt}
      sent={{ params: { id: order.id, receiptId: receipt.id } }}
      moved={useAfterPurchaseTransition(
        close,
        ({ number, status }) => `${receipt.number} is taken back; ${number} is now: ${status}`,
      )}
      title={`Take ${receipt.number} back?`}
      description="Its goods leave the stock again, as if they had never come, and their cost with them. What is promised or gone already can’t be taken back. To send goods back to the supplier, return them instead."
      submitLabel="Take back"
      closeLabel="Keep receipt"
      danger
      help="Kept in the history of the order."
      close={close}
    />
  )
}
