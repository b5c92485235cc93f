import { useForm } from 'react-hook-form'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import type { Shipment } from '#shared/logistics/shipments/shipment.ts'
import { FormTextField } from '#web/forms/form-fields.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'

type Values = { carrier: string; trackingNumber: string }

/** Asks for the carrier and the tracking number. */
export function CarrierDialog({ shipment, close }: { shipment: Shipment; close: () => void }) {
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: shipmentsApi.assignCarrier.spec.body }),
    mode: 'onTouched',
    defaultValues: { carrier: '', trackingNumber: '' },
  })
  const refusal = useFormRefusal(form)
  const save = useApiMutation(shipmentsApi.assignCarrier, {
    successMessage: ({ number, carrier }) => `${number} assigned to ${carrier}`,
    onSuccess: close,
    errors: 'page',
    onError: refusal.onError,
  })
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      title="Assign carrier"
      description="Until the goods are shipped, you can remove the carrier and assign another."
      submitLabel="Assign carrier"
      busy={save.isPending}
      onSubmit={(body) => save.submit({ params: { id: shipment.id }, body })}
      close={close}
    >
      <FormTextField label="Carrier" required control={form.control} name="carrier" />
      <FormTextField
        label="Tracking number"
        spellCheck={false}
        autoComplete="off"
        control={form.control}
        name="trackingNumber"
      />
    </TransitionDialog>
  )
}
