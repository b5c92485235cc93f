import { useForm } from 'react-hook-form'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import type { Shipment } from '#shared/logistics/shipments/shipment.ts'
import { signatureBox } from '#shared/signature.ts'
import { FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormSignatureField } from '#web/forms/form-signature-field.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useDraft } from '#web/session/draft.tsx'
import type { Strokes } from '#web/ui/signature-field.tsx'
import { shipmentStatusMessage } from './shipment-status-message.ts'

type Values = { receivedBy: string; signature: Strokes; reason: string }

/** Records a pickup by the customer: who it is, and their signature or how it is known. */
export function PickUpDialog({ shipment, close }: { shipment: Shipment; close: () => void }) {
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: shipmentsApi.pickUpShipment.spec.body, bodyOf }),
    mode: 'onTouched',
    defaultValues: { receivedBy: '', signature: [], reason: '' },
  })
  const draft = useDraft(`pick-up:${shipment.id}`, form)
  const refusal = useFormRefusal(form)
  const save = useApiMutation(shipmentsApi.pickUpShipment, {
    successMessage: shipmentStatusMessage,
    onSuccess: () => {
      draft.forget()
      close()
    },
    errors: 'page',
    onError: refusal.onError,
  })
  const { isDirty } = form.formState
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      size="md"
      title="Picked up by customer"
      description="The goods are handed over here. This cannot be undone."
      submitLabel="Hand over"
      busy={save.isPending}
      onSubmit={(values) => save.submit({ params: { id: shipment.id }, body: bodyOf(values) })}
      close={() => {
        if (isDirty) draft.forget()
        close()
      }}
    >
      {draft.notice}
      <FormTextField label="Received by" required autoComplete="off" control={form.control} name="receivedBy" />
      <FormSignatureField
        label="Signature"
        box={signatureBox}
        control={form.control}
        name="signature"
        errorText="Sign here, or describe the proof of pick-up below"
      />
      <FormTextAreaField
        label="Without a signature: proof of pick-up"
        rows={2}
        help="For example a signed slip or an identity card shown."
        control={form.control}
        name="reason"
        errorName="Proof of pick-up"
      />
    </TransitionDialog>
  )
}

const bodyOf = ({ receivedBy, signature, reason }: Values) => ({
  receivedBy,
  reason,
  ...(signature.length > 0 && { signature: signature.map((stroke) => stroke.map((point) => [...point])) }),
})
