import { useForm } from 'react-hook-form'
import { type Order, salesApi } from '#shared/sales/api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { MoveDialog } from '#web/api/move-dialog.tsx'
import { OrderEffects } from '#web/api/order-effects.tsx'
import { useOrderEffects } from '#web/sales/order-effects.ts'
import { useMoved } from '#web/sales/plain-moves.ts'
import { TextAreaField } from '#web/ui/field.tsx'

/** The moves that take something back and ask why. */
export type ReasonedMove = 'cancel' | 'unconfirm' | 'reverse'

const words = {
  cancel: {
    title: 'Cancel this order?',
    description: 'What it holds is given back. A cancelled order can be reopened.',
    submitLabel: 'Cancel order',
    closeLabel: 'Keep order',
    danger: true,
  },
  unconfirm: {
    title: 'Put this order back to pending?',
    description: 'The promised goods are released and the order can be edited again.',
    submitLabel: 'Back to pending',
  },
  reverse: {
    title: 'Put the goods back?',
    description: 'The goods go back into the same lots, still promised to this order.',
    submitLabel: 'Back to picking',
  },
} as const satisfies Record<ReasonedMove, object>

type ReasonDialogProps = { move: ReasonedMove; order: Order; close: () => void }

/** Asks for the reason of a move that takes something back. */
export function ReasonDialog({ move, order, close }: ReasonDialogProps) {
  const form = useForm({
    resolver: bodyResolver<{ reason: string }>({ schema: salesApi[move].spec.body }),
    mode: 'onTouched',
    defaultValues: { reason: '' },
  })
  const refusal = useFormRefusal(form)
  const effects = useOrderEffects(order, move)
  const save = useApiMutation(salesApi[move], { ...useMoved(close), errors: 'page', onError: refusal.onError })
  return (
    <MoveDialog
      {...words[move]}
      form={form}
      refusal={refusal}
      size="md"
      busy={save.isPending}
      onSubmit={(body) => save.submit({ params: { id: order.id }, body })}
      close={close}
    >
      <OrderEffects effects={effects} />
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
