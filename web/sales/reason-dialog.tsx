import { useForm } from 'react-hook-form'
import { type Order, salesApi } from '#shared/sales/api.ts'
import { holdingStock } from '#shared/sales/order-moves.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { MoveDialog } from '#web/api/move-dialog.tsx'
import { useMoved } from '#web/sales/plain-moves.ts'
import { TextAreaField } from '#web/ui/field.tsx'

/** The moves that take something back and ask why. */
export type ReasonedMove = 'cancel' | 'unconfirm' | 'reverse'

const words = {
  cancel: { title: 'Cancel this order?', submitLabel: 'Cancel order', closeLabel: 'Keep order', danger: true },
  unconfirm: { title: 'Put this order back to pending?', submitLabel: 'Back to pending' },
  reverse: { title: 'Put the goods back?', submitLabel: 'Back to picking' },
} as const satisfies Record<ReasonedMove, object>

/** What the move will do to the goods and the papers of this very order. */
function effectOf(move: ReasonedMove, order: Order): string {
  const { invoice, shipments, status } = order
  const shipment = shipments[0] && ` Shipping record ${shipments[0].number} is deleted.`
  const voided = invoice ? ` Invoice ${invoice.number} is voided; its number is never used again.` : ''
  if (move === 'reverse') return `The goods go back into the same lots, still promised to this order.${shipment ?? ''}`
  if (move === 'unconfirm') return `The promised goods are released and the order can be edited again.${voided}`
  const goods = holdingStock.includes(status) ? 'The promised goods are released.' : ''
  const back = status === 'READY_FOR_SHIPPING' ? `The goods go back into stock.${shipment ?? ''}` : ''
  return `${goods}${back}${voided} A cancelled order can be reopened.`.trim()
}

type ReasonDialogProps = { move: ReasonedMove; order: Order; close: () => void }

/** Asks for the reason of a move that takes something back. */
export function ReasonDialog({ move, order, close }: ReasonDialogProps) {
  const form = useForm({
    resolver: bodyResolver<{ reason: string }>({ schema: salesApi[move].spec.body }),
    mode: 'onTouched',
    defaultValues: { reason: '' },
  })
  const refusal = useFormRefusal(form)
  const save = useApiMutation(salesApi[move], { ...useMoved(close), errors: 'page', onError: refusal.onError })
  return (
    <MoveDialog
      {...words[move]}
      form={form}
      refusal={refusal}
      description={effectOf(move, order)}
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
