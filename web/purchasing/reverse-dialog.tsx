import { useForm } from 'react-hook-form'
import { type GoodsReceipt, type PurchaseOrder, purchasingApi } from '#shared/purchasing/api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { MoveDialog } from '#web/api/move-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { usePurchaseMoved } from '#web/purchasing/purchase-changes.ts'
import { TextAreaField } from '#web/ui/field.tsx'

type ReverseDialogProps = { order: PurchaseOrder; receipt: GoodsReceipt; close: () => void }

/** Takes a receipt back that was booked wrongly. */
export function ReverseDialog({ order, receipt, close }: ReverseDialogProps) {
  const form = useForm({
    resolver: bodyResolver<{ reason: string }>({ schema: purchasingApi.reverseReceipt.spec.body }),
    mode: 'onTouched',
    defaultValues: { reason: '' },
  })
  const refusal = useFormRefusal(form)
  const reverse = useApiMutation(purchasingApi.reverseReceipt, {
    ...usePurchaseMoved(close, ({ number, status }) => `${receipt.number} is taken back; ${number} is now: ${status}`),
    errors: 'page',
    onError: refusal.onError,
  })
  return (
    <MoveDialog
      title={`Take ${receipt.number} back?`}
      description="Its goods leave the stock again, as if they had never come, and their cost with them. What is promised or gone already can’t be taken back. To send goods back to the supplier, return them instead."
      submitLabel="Take back"
      closeLabel="Keep receipt"
      danger
      form={form}
      refusal={refusal}
      busy={reverse.isPending}
      onSubmit={(body) => reverse.submit({ params: { id: order.id, receiptId: receipt.id }, body })}
      close={close}
    >
      <TextAreaField
        label="Reason"
        required
        rows={2}
        help="Kept in the history of the order."
        {...form.register('reason')}
        error={sentence('Reason', form.formState.errors.reason?.message)}
      />
    </MoveDialog>
  )
}
