import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import type { Call } from '#shared/http/route.ts'
import { AddStock, type inventoryApi } from '#shared/inventory/stock/api.ts'
import { addReasons } from '#shared/inventory/stock/stock-reasons.ts'
import { FormCheckboxField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormPicker } from '#web/forms/form-value-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { ExpiryPrompt } from '#web/inventory/public/expiry-prompt.tsx'
import { stockBody, StockFields, type StockValues } from './stock-dialog-fields.tsx'
import type { StockCalls, StockedItem } from './stocked-item.ts'
import { locationLabel, LocationPicker } from '#web/inventory/public/location-picker.tsx'
import { CheckboxField } from '#web/ui/choice-field.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

type Values = StockValues & {
  location: ComboboxOption | null
  lotNumber: string
  expiryDate: string
  noExpiry: boolean
}
type Body = Call<(typeof inventoryApi.addStock)['spec']>['body']

const bodyOf = ({ location, lotNumber, expiryDate, noExpiry, ...values }: Values) => ({
  ...stockBody(values),
  locationId: location?.id,
  lotNumber,
  ...(noExpiry ? { noExpiry } : { expiryDate: expiryDate || null }),
})
const fieldOf = (path: string) => (path === 'locationId' ? 'location' : path)
const withLot = AddStock.refine(({ lotNumber }) => lotNumber !== null, {
  path: ['lotNumber'],
  message: 'is required',
  // also where another field is wrong, so that everything missing is said at once
  when: () => true,
})

/** Books pieces in by hand, with the reason for it. */
export function AddStockDialog({ item, calls, close }: { item: StockedItem; calls: StockCalls; close: () => void }) {
  const { lotControlled, home } = item
  const form = useForm<Values>({
    resolver: bodyResolver({ schema: lotControlled ? withLot : AddStock, bodyOf, fieldOf }),
    mode: 'onTouched',
    defaultValues: {
      quantity: null,
      reason: '',
      customReason: '',
      location: home && { id: home.id, label: locationLabel(home) },
      lotNumber: '',
      expiryDate: '',
      noExpiry: false,
    },
  })
  const refusal = useFormRefusal(form, fieldOf)
  const [goesOn, setGoesOn] = useState(false)
  const [added, setAdded] = useState(0)
  const add = useApiMutation(calls.addStock, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: (_item, { body }) => {
      toast.success(`${body.quantity.toLocaleString()} added to ${item.name}`)
      if (!goesOn) return close()
      form.reset({ ...form.getValues(), quantity: null, lotNumber: '', expiryDate: '', noExpiry: false })
      setAdded((count) => count + 1)
    },
  })
  const { setFocus } = form
  // Not before the fields can be written in again.
  useEffect(() => {
    if (added > 0 && !add.isPending) setFocus('quantity')
  }, [added, add.isPending, setFocus])
  const [reason, noExpiry, expiryDate] = useWatch({ control: form.control, name: ['reason', 'noExpiry', 'expiryDate'] })
  const { errors } = form.formState
  return (
    <RecordDialog
      title="Add stock"
      description={item.name}
      size="sm"
      what={calls.what}
      submitLabel="Add stock"
      form={form}
      refusal={refusal}
      busy={add.isPending}
      onSubmit={(values) => add.submit({ params: { id: item.id }, body: bodyOf(values) as Body })}
      close={close}
    >
      <StockFields
        control={form.control}
        reason={reason}
        reasons={addReasons}
        quantityHelp={`${item.onHand.toLocaleString()} on hand now`}
      />
      <FormPicker
        picker={LocationPicker}
        control={form.control}
        name="location"
        label="Location"
        required={home === null}
        help={home ? `Receiving location. Leave blank for ${home.name}.` : 'Receiving location.'}
        creatable
      />
      {lotControlled && (
        <>
          <FieldRow>
            <FormTextField label="Lot number" required autoComplete="off" control={form.control} name="lotNumber" />
            <TextField
              label="Expiry date"
              type="date"
              disabled={noExpiry}
              help="Existing lots keep their expiry date."
              {...form.register('expiryDate')}
              error={noExpiry ? undefined : sentence('Expiry date', errors.expiryDate?.message)}
            />
          </FieldRow>
          <FormCheckboxField
            label="Does not expire"
            control={form.control}
            name="noExpiry"
            rules={{ onChange: () => form.clearErrors('expiryDate') }}
          />
          {!noExpiry && <ExpiryPrompt date={expiryDate} />}
          <CheckboxField
            label="Add another lot next"
            checked={goesOn}
            onChange={({ target }) => setGoesOn(target.checked)}
          />
        </>
      )}
    </RecordDialog>
  )
}
