import { useForm } from 'react-hook-form'
import { type PurchaseOrder, purchasingApi } from '#shared/purchasing/api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { MoveDialog } from '#web/api/move-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { usePurchaseMoved } from '#web/purchasing/purchase-changes.ts'
import { TextAreaField } from '#web/ui/field.tsx'

/** The acts that take something back and ask why. */
export type ReasonedAct = 'cancel' | 'close' | 'redraft'

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
  const form = useForm({
    resolver: bodyResolver<{ reason: string }>({ schema: purchasingApi[act].spec.body }),
    mode: 'onTouched',
    defaultValues: { reason: '' },
  })
  const refusal = useFormRefusal(form)
  const save = useApiMutation(purchasingApi[act], {
    ...usePurchaseMoved(close),
    errors: 'page',
    onError: refusal.onError,
  })
  return (
    <MoveDialog
      {...words[act]}
      form={form}
      refusal={refusal}
      busy={save.isPending}
      onSubmit={(body) => save.submit({ params: { id: order.id }, body })}
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
