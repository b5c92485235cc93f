import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { GoodsReceipt, PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { ReasonPromptDialog } from '#web/forms/reason-dialog.tsx'

type ReverseDialogProps = { order: PurchaseOrder; receipt: GoodsReceipt; close: () => void }

/** Reverses a receipt that was booked by mistake. */
export function ReverseDialog({ order, receipt, close }: ReverseDialogProps) {
  return (
    <ReasonPromptDialog
      route={purchasingApi.reverseReceipt}
      sent={{ params: { id: order.id, receiptId: receipt.id } }}
      successMessage={({ number, status }) => `${receipt.number} reversed; ${number} is now ${status}`}
      title={`Reverse ${receipt.number}?`}
      description="The receipt and its costs are reversed. Stock that is reserved or already shipped cannot be reversed. To send goods back to the supplier, create a return instead."
      submitLabel="Reverse"
      closeLabel="Keep receipt"
      danger
      help="Shown in the history of the order."
      close={close}
    />
  )
}
