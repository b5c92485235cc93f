import { Controller, useForm, useWatch } from 'react-hook-form'
import type { Product } from '#shared/inventory/product.ts'
import { type Production, ProductionInput, productionApi } from '#shared/inventory/production-api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { MoveDialog } from '#web/api/move-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useProduced } from '#web/inventory/production-changes.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { NumberField } from '#web/ui/number-field.tsx'

type Values = { locationId: string; quantity: number | null; expiryDate: string; note: string }
const bodyOf = ({ locationId, quantity, expiryDate, note }: Values) => ({
  locationId,
  quantity: quantity as number,
  expiryDate: expiryDate || null,
  note,
})

type ProduceDialogProps = { product: Product; production: Production; close: () => void }

/** Asks how many to make, and in which factory. */
export function ProduceDialog({ product, production: { factories }, close }: ProduceDialogProps) {
  const most = factories.toSorted((a, b) => b.canMake - a.canMake)[0]
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: ProductionInput, bodyOf }),
    mode: 'onTouched',
    defaultValues: { locationId: most?.location.id ?? '', quantity: null, expiryDate: '', note: '' },
  })
  const refusal = useFormRefusal(form)
  const make = useApiMutation(productionApi.produce, {
    ...useProduced(({ number, quantity }) => `${number}: ${quantity.toLocaleString()} × ${product.name} made`, close),
    errors: 'page',
    onError: refusal.onError,
  })
  const chosen = useWatch({ control: form.control, name: 'locationId' })
  const there = factories.find(({ location }) => location.id === chosen)
  const { errors } = form.formState
  return (
    <MoveDialog
      form={form}
      refusal={refusal}
      title={`Produce ${product.name}`}
      description="The raw materials leave the stock of the factory, first expiring first, and the product enters it at what they cost."
      submitLabel="Produce"
      busy={make.isPending}
      onSubmit={(values) => make.submit({ params: { id: product.id }, body: bodyOf(values) })}
      close={close}
    >
      <Controller
        control={form.control}
        name="quantity"
        render={({ field, fieldState }) => (
          <NumberField
            {...field}
            required
            label="Quantity"
            unit="pieces"
            inputMode="numeric"
            help={there && `${there.canMake.toLocaleString()} can be made there now.`}
            error={sentence('Quantity', fieldState.error?.message)}
          />
        )}
      />
      <SelectField
        label="Factory"
        required
        {...form.register('locationId')}
        error={sentence('Factory', errors.locationId?.message)}
      >
        {factories.map(({ location }) => (
          <option key={location.id} value={location.id}>
            {location.name}
          </option>
        ))}
      </SelectField>
      {product.lotControlled && (
        <TextField
          label="Expires"
          type="date"
          help="Empty: when the first of its materials does. The lot is named by the run."
          {...form.register('expiryDate')}
          error={sentence('Expires', errors.expiryDate?.message)}
        />
      )}
      <TextField
        label="Note"
        autoComplete="off"
        {...form.register('note')}
        error={sentence('Note', errors.note?.message)}
      />
    </MoveDialog>
  )
}
