import { useForm } from 'react-hook-form'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import type { Shipment } from '#shared/logistics/shipments/shipment.ts'
import { deliveryFailureNames, deliveryFailures } from '#shared/logistics/shipments/shipment-status.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { SelectField, TextAreaField } from '#web/ui/field.tsx'
import { shipmentStatusMessage } from './shipment-status-message.ts'

type Values = { failureReason: string; note: string }

/** Staff record that the goods did not arrive, and why. */
export function FailDialog({ shipment, close }: { shipment: Shipment; close: () => void }) {
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: shipmentsApi.failShipment.spec.body }),
    mode: 'onTouched',
    defaultValues: { failureReason: '', note: '' },
  })
  const refusal = useFormRefusal(form)
  const save = useApiMutation(shipmentsApi.failShipment, {
    successMessage: shipmentStatusMessage,
    onSuccess: close,
    errors: 'page',
    onError: refusal.onError,
  })
  const { errors } = form.formState
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
        if (reason) save.submit({ params: { id: shipment.id }, body: { failureReason: reason, note } })
      }}
      close={close}
    >
      <SelectField
        label="Reason"
        required
        {...form.register('failureReason')}
        error={sentence('Reason', errors.failureReason?.message)}
      >
        <option value="">Choose a reason</option>
        {deliveryFailures.map((one) => (
          <option key={one} value={one}>
            {deliveryFailureNames[one]}
          </option>
        ))}
      </SelectField>
      <TextAreaField label="Note" rows={2} {...form.register('note')} error={sentence('Note', errors.note?.message)} />
    </TransitionDialog>
  )
}
