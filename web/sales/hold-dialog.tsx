import { useForm } from 'react-hook-form'
import type { Order } from '#shared/sales/api.ts'
import { orderHoldApi } from '#shared/sales/order-hold-api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { MoveDialog } from '#web/api/move-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useChanged } from '#web/sales/plain-moves.ts'
import { TextAreaField } from '#web/ui/field.tsx'

/** Asks why an order is put on hold. */
export function HoldDialog({ order, close }: { order: Order; close: () => void }) {
  const form = useForm({
    resolver: bodyResolver<{ reason: string }>({ schema: orderHoldApi.hold.spec.body }),
    mode: 'onTouched',
    defaultValues: { reason: '' },
  })
  const refusal = useFormRefusal(form)
  const hold = useApiMutation(orderHoldApi.hold, {
    ...useChanged(({ number }) => `${number} is on hold`, close),
    errors: 'page',
    onError: refusal.onError,
  })
  return (
    <MoveDialog
      title="Put this order on hold?"
      submitLabel="Put on hold"
      form={form}
      refusal={refusal}
      description="Nothing of it is picked or shipped until the hold is released. It keeps what is promised to it."
      busy={hold.isPending}
      onSubmit={(body) => hold.submit({ params: { id: order.id }, body })}
      close={close}
    >
      <TextAreaField
        label="Reason"
        required
        rows={2}
        help="Shown on the order to everybody."
        {...form.register('reason')}
        error={sentence('Reason', form.formState.errors.reason?.message)}
      />
    </MoveDialog>
  )
}
