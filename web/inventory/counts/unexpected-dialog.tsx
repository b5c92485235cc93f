import { useForm, useWatch } from 'react-hook-form'
import { countsApi } from '#shared/inventory/counts/api.ts'
import type { CountDocument, CountLine } from '#shared/inventory/counts/count.ts'
import { FormCheckboxField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormPicker } from '#web/forms/form-value-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { LocationPicker } from '#web/inventory/public/location-picker.tsx'
import { type CountedItem, CountedItemPicker } from './counted-item-picker.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

/** The goods that were found, as far as the scanned code identifies them. */
export type UnexpectedGoods = {
  product: { id: string; name: string; lotControlled: boolean } | undefined
  lotNumber: string
  expiryDate: string
}

type Values = {
  product: CountedItem | null
  location: ComboboxOption | null
  lotNumber: string
  expiryDate: string
  noExpiry: boolean
}

const bodyOf = ({ product, location, lotNumber, expiryDate, noExpiry }: Values) => ({
  productId: product?.id as string,
  locationId: location?.id as string,
  lotNumber: product?.lotControlled ? lotNumber : null,
  expiryDate: (product?.lotControlled && expiryDate) || null,
  noExpiry: product?.lotControlled ? noExpiry : false,
})
const fieldOf = (path: string) => (path === 'productId' ? 'product' : path === 'locationId' ? 'location' : path)

type UnexpectedDialogProps = {
  count: CountDocument
  goods: UnexpectedGoods
  onAdded: (line: CountLine) => void
  close: () => void
}

/** Adds a line for goods that have no expected stock there; the quantity is entered in the next dialog. */
export function UnexpectedDialog({ count, goods, onAdded, close }: UnexpectedDialogProps) {
  const { product, lotNumber, expiryDate } = goods
  const { location } = count
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: countsApi.addCountLine.spec.body, bodyOf, fieldOf }),
    mode: 'onTouched',
    defaultValues: {
      product: product ? { id: product.id, label: product.name, lotControlled: product.lotControlled } : null,
      location: location && { id: location.id, label: location.name },
      lotNumber,
      expiryDate,
      noExpiry: false,
    },
  })
  const refusal = useFormRefusal(form, fieldOf)
  const add = useApiMutation(countsApi.addCountLine, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: onAdded,
  })
  const { control } = form
  const picked = useWatch({ control, name: 'product' })
  const noExpiry = useWatch({ control, name: 'noExpiry' })
  return (
    <RecordDialog
      title={product ? 'Not expected here' : 'Add goods'}
      description={
        product
          ? `The count has no line for ${product.name}. Add it to count it.`
          : 'For goods found without a line in this count.'
      }
      size="sm"
      what="count"
      submitLabel="Add and count"
      form={form}
      refusal={refusal}
      busy={add.isPending}
      onSubmit={(values) => add.submit({ params: { id: count.id }, body: bodyOf(values) })}
      close={close}
    >
      <FormPicker
        picker={CountedItemPicker}
        control={control}
        name="product"
        label="Item"
        required
        keep={({ id, label, lotControlled }) => ({ id, label, lotControlled })}
      />
      {!location && <FormPicker picker={LocationPicker} control={control} name="location" label="Location" required />}
      {picked?.lotControlled && (
        <>
          <FieldRow>
            <FormTextField
              label="Lot number"
              required
              autoComplete="off"
              data-scan="keep"
              control={control}
              name="lotNumber"
            />
            <FormTextField
              label="Expiry date"
              type="date"
              disabled={noExpiry}
              help="Of a new lot"
              control={control}
              name="expiryDate"
            />
          </FieldRow>
          <FormCheckboxField label="This lot does not expire" control={control} name="noExpiry" />
        </>
      )}
    </RecordDialog>
  )
}
