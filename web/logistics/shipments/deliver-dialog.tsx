import { useForm } from 'react-hook-form'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import type { Shipment } from '#shared/logistics/shipments/shipment.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { shipmentStatusMessage } from './shipment-status-message.ts'

type Values = { receivedBy: string; reason: string }

/** Staff record a delivery without the driver's proof: who received the goods and how that is known. */
export function DeliverDialog({ shipment, close }: { shipment: Shipment; close: () => void }) {
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: shipmentsApi.deliverShipment.spec.body }),
    mode: 'onTouched',
    defaultValues: { receivedBy: '', reason: '' },
  })
  const refusal = useFormRefusal(form)
  const save = useApiMutation(shipmentsApi.deliverShipment, {
    successMessage: shipmentStatusMessage,
    onSuccess: close,
    errors: 'page',
    onError: refusal.onError,
  })
  const { errors } = form.formState
  const isStopped = shipment.blocked.length > 0
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      title="Record delivery"
      description="No driver signature: record who confirmed the delivery. This cannot be undone."
      submitLabel="Record delivery"
      busy={save.isPending}
      onSubmit={(body) =>
        save.submit({ params: { id: shipment.id }, body: { ...body, ...(isStopped && { alreadyReceived: true }) } })
      }
      close={close}
    >
      {isStopped && (
        <Notice tone="bad" title="These goods must not be used">
          <p>{shipment.blocked.join('; ')}.</p>
          <p className="mt-1">Record the delivery only if the customer already has them. Then tell the customer.</p>
        </Notice>
      )}
      <TextField
        label="Received by"
        required
        autoComplete="off"
        {...form.register('receivedBy')}
        error={sentence('Received by', errors.receivedBy?.message)}
      />
      <TextAreaField
        label="Proof of delivery"
        required
        rows={2}
        help="For example a signed slip, a call or carrier tracking."
        {...form.register('reason')}
        error={sentence('Proof of delivery', errors.reason?.message)}
      />
    </TransitionDialog>
  )
}
