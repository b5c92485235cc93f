import { useForm } from 'react-hook-form'
import { deliveryFailureNames, deliveryFailures } from '#shared/logistics/shipments/shipment-status.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { orderStatusMessage } from './use-simple-transitions.ts'
import { FormSelectField, FormTextAreaField } from '#web/forms/form-fields.tsx'

type Values = { failureReason: string; note: string }

/** Staff record that the goods did not arrive, and why. */
export function FailDeliveryDialog({ order, close }: { order: Order; close: () => void }) {
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: salesApi.failDelivery.spec.body }),
    mode: 'onTouched',
    defaultValues: { failureReason: '', note: '' },
  })
  const refusal = useFormRefusal(form)
  const save = useApiMutation(salesApi.failDelivery, {
    successMessage: orderStatusMessage,
    onSuccess: close,
    errors: 'page',
    onError: refusal.onError,
  })
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      title="Record failed delivery"
      description="The goods stay out of stock until they are rescheduled or checked back in."
      submitLabel="Record failed delivery"
      busy={save.isPending}
      onSubmit={({ failureReason, note }) => {
        const reason = deliveryFailures.find((one) => one === failureReason)
        if (reason) save.submit({ params: { id: order.id }, body: { failureReason: reason, note } })
      }}
      close={close}
    >
      <FormSelectField label="Reason" required control={form.control} name="failureReason">
        <option value="">Choose a reason</option>
        {deliveryFailures.map((one) => (
          <option key={one} value={one}>
            {deliveryFailureNames[one]}
          </option>
        ))}
      </FormSelectField>
      <FormTextAreaField label="Note" rows={2} control={form.control} name="note" />
    </TransitionDialog>
  )
}
