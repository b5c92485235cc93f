import { useForm } from 'react-hook-form'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import type { Shipment } from '#shared/logistics/shipments/shipment.ts'
import { FormTextAreaField } from '#web/forms/form-fields.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'

type Values = { note: string }

/** Checks in the goods of a failed delivery: creates a return that receives them, lot by lot. */
export function CheckInDialog({ shipment, close }: { shipment: Shipment; close: () => void }) {
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: shipmentsApi.checkInShipment.spec.body }),
    mode: 'onTouched',
    defaultValues: { note: '' },
  })
  const refusal = useFormRefusal(form)
  const save = useApiMutation(shipmentsApi.checkInShipment, {
    successMessage: ({ returns }) =>
      returns.length > 0 ? `Return ${returns.at(-1)?.number} requested` : 'Return requested',
    onSuccess: close,
    errors: 'page',
    onError: refusal.onError,
  })
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      title="Check goods in"
      description="A return for all lots of this shipment is requested. Inspect and complete it to put the goods into stock."
      submitLabel="Request return"
      busy={save.isPending}
      onSubmit={(body) => save.submit({ params: { id: shipment.id }, body })}
      close={close}
    >
      <FormTextAreaField label="Note" rows={2} control={form.control} name="note" />
    </TransitionDialog>
  )
}
