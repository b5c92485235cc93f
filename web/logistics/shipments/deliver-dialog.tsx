import { type UseFormReturn, useForm } from 'react-hook-form'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import type { Shipment } from '#shared/logistics/shipments/shipment.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useDraft } from '#web/session/draft.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { HandedFields } from './handed-fields.tsx'
import { handedBody, type HandedValues, handedValues } from './handed-values.ts'
import { shipmentStatusMessage } from './shipment-status-message.ts'

type Values = HandedValues & { receivedBy: string; reason: string }

/** Staff record a delivery without the driver's proof: who received the goods, how that is known, and what was refused. */
export function DeliverDialog({ shipment, close }: { shipment: Shipment; close: () => void }) {
  const { id, lines, blocked } = shipment
  const isStopped = blocked.length > 0
  const bodyOf = ({ receivedBy, reason, ...handed }: Values) => ({ receivedBy, reason, ...handedBody(handed, lines) })
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: shipmentsApi.deliverShipment.spec.body, bodyOf }),
    mode: 'onTouched',
    defaultValues: { receivedBy: '', reason: '', ...handedValues(shipment) },
  })
  const draft = useDraft(`delivery:${id}`, form)
  const refusal = useFormRefusal(form)
  const save = useApiMutation(shipmentsApi.deliverShipment, {
    successMessage: shipmentStatusMessage,
    onSuccess: () => {
      draft.forget()
      close()
    },
    errors: 'page',
    onError: refusal.onError,
  })
  const { errors, isDirty } = form.formState
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      size="md"
      title="Record delivery"
      description="No driver signature: record who confirmed the delivery. This cannot be undone."
      submitLabel="Record delivery"
      busy={save.isPending}
      onSubmit={(values) =>
        save.submit({ params: { id }, body: { ...bodyOf(values), ...(isStopped && { alreadyReceived: true }) } })
      }
      close={() => {
        if (isDirty) draft.forget()
        close()
      }}
    >
      {draft.notice}
      {isStopped && (
        <Notice tone="bad" title="These goods must not be used">
          <p>{blocked.join('; ')}.</p>
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
      <HandedFields form={form as unknown as UseFormReturn<HandedValues>} lines={lines} />
    </TransitionDialog>
  )
}
