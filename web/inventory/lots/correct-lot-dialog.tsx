import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { FormCheckboxField, FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormPicker } from '#web/forms/form-value-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import type { LotActionDialogProps } from './lot-action.ts'
import { SupplierPicker } from '#web/crm/public/supplier-picker.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

type Values = {
  expiryDate: string
  noExpiry: boolean
  manufacturedOn: string
  supplier: ComboboxOption | null
  reason: string
}

type Opened = LotActionDialogProps['lot']

const bodyOf = ({ expiryDate, noExpiry, manufacturedOn, supplier, reason }: Values) => ({
  // An empty date is an error; only the checkbox means that the lot never expires.
  expiryDate: noExpiry ? null : expiryDate,
  manufacturedOn: manufacturedOn || null,
  supplierId: supplier?.id ?? null,
  reason,
})
const fieldOf = (path: string) => (path === 'supplierId' ? 'supplier' : path)

const startOf = (lot: Opened): Values => ({
  expiryDate: lot.expiryDate ?? '',
  noExpiry: lot.expiryDate === null,
  manufacturedOn: lot.manufacturedOn ?? '',
  supplier: lot.supplier && { id: lot.supplier.id, label: lot.supplier.name },
  reason: '',
})

/** Corrects the data that were entered with a lot. Orders for which the lot now expires too soon get another lot. */
export function CorrectLotDialog({ lot: latest, onDone, close }: LotActionDialogProps) {
  // The form keeps the lot as it was opened, even if the page refetches it meanwhile.
  const [lot] = useState(latest)
  const form = useForm<Values>({
    resolver: bodyResolver({ schema: lotsApi.updateLot.spec.body, bodyOf, fieldOf }),
    mode: 'onTouched',
    defaultValues: startOf(lot),
  })
  const refusal = useFormRefusal(form, fieldOf)
  const save = useApiMutation(lotsApi.updateLot, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: ({ effect }) => {
      toast.success(`Lot ${lot.lotNumber} corrected`)
      onDone(effect)
      close()
    },
  })
  const noExpiry = useWatch({ control: form.control, name: 'noExpiry' })
  return (
    <RecordDialog
      title={`Correct lot ${lot.lotNumber}`}
      description="Orders that need a longer shelf life take other lots or wait for stock."
      what="lot"
      record={lot}
      startOf={startOf}
      asOne={[['expiryDate', 'noExpiry']]}
      submitLabel="Save lot"
      form={form}
      refusal={refusal}
      busy={save.isPending}
      onSubmit={(values, base = lot) =>
        save.submit({ params: { id: base.id }, body: bodyOf(values), version: base.version })
      }
      close={close}
    >
      <FieldRow>
        <FormTextField
          label="Expiry date"
          type="date"
          required={!noExpiry}
          disabled={noExpiry}
          control={form.control}
          name="expiryDate"
        />
        <FormTextField label="Made on" type="date" control={form.control} name="manufacturedOn" />
      </FieldRow>
      <FormCheckboxField
        label="Does not expire"
        control={form.control}
        name="noExpiry"
        rules={{ onChange: () => form.clearErrors('expiryDate') }}
      />
      <FormPicker picker={SupplierPicker} control={form.control} name="supplier" label="Supplier" />
      <FormTextAreaField
        label="Reason"
        required
        rows={2}
        help="Saved with the lot, your name and the time."
        control={form.control}
        name="reason"
      />
    </RecordDialog>
  )
}
