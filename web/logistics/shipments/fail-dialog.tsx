import { useForm } from 'react-hook-form'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import type { Shipment } from '#shared/logistics/shipments/shipment.ts'
import { deliveryFailureNames, deliveryFailures } from '#shared/logistics/shipments/shipment-status.ts'
import { FormSelectField, FormTextAreaField } from '#web/forms/form-fields.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
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
