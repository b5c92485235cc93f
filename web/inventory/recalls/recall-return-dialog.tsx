import { formatUnits } from '#shared/format-units.ts'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import type { Call } from '#shared/http/route.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import type { RecallCustomer } from '#shared/inventory/recalls/recall.ts'
import { FormSelectField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormNumberField, FormPicker } from '#web/forms/form-value-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { OwnLocationPicker } from '#web/inventory/public/location-picker.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

type Values = { lotId: string; quantity: number | null; location: ComboboxOption | null; note: string }
type Body = Call<(typeof recallsApi.comeBack)['spec']>['body']
type RecallReturnDialogProps = { recallId: string; customer: RecallCustomer; close: () => void }

const fieldOf = (path: string) => (path === 'locationId' ? 'location' : path)

/** Books a customer's return of recalled goods into their blocked lot. The server refuses more than the customer received. */
export function RecallReturnDialog({ recallId, customer, close }: RecallReturnDialogProps) {
  const bodyOf = ({ lotId, quantity, location, note }: Values) => ({
    accountId: customer.id,
    lotId,
    quantity,
    locationId: location?.id,
    note,
  })
  const form = useForm<Values>({
    resolver: bodyResolver({ schema: recallsApi.comeBack.spec.body, bodyOf, fieldOf }),
    mode: 'onTouched',
    defaultValues: { lotId: customer.goods[0]?.lotId ?? '', quantity: null, location: null, note: '' },
  })
  const refusal = useFormRefusal(form, fieldOf)
  const save = useApiMutation(recallsApi.comeBack, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: (_recall, { body }) => {
      toast.success(`${formatUnits(body.quantity)} returned by ${customer.name}`)
      close()
    },
  })
  return (
    <RecordDialog
      title={`Record return from ${customer.name}`}
      description="The goods go back into their lot, which stays blocked."
      size="sm"
      what="recall"
      submitLabel="Record return"
      form={form}
      refusal={refusal}
      busy={save.isPending}
      onSubmit={(values) => save.submit({ params: { id: recallId }, body: bodyOf(values) as Body })}
      close={close}
    >
      <FormSelectField label="Lot" control={form.control} name="lotId">
        {customer.goods.map(({ lotId, lotNumber, product, outstanding }) => (
          <option key={lotId} value={lotId}>
            {`${lotNumber}, ${product}: ${outstanding.toLocaleString()} outstanding`}
          </option>
        ))}
      </FormSelectField>
      <FormNumberField
        control={form.control}
        name="quantity"
        label="Quantity"
        required
        unit="pieces"
        inputMode="numeric"
      />
      <FormPicker picker={OwnLocationPicker} control={form.control} name="location" label="Location" required />
      <FormTextField label="Note" autoComplete="off" control={form.control} name="note" />
    </RecordDialog>
  )
}
