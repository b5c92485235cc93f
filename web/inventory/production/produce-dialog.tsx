import { useForm, useWatch } from 'react-hook-form'
import { type Production, ProductionInput, productionApi } from '#shared/inventory/production/api.ts'
import { FormSelectField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormNumberField, FormSwitchField } from '#web/forms/form-value-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { type ProduceValues, ScrapFields, materialUsageText, wastedOf } from './scrap-fields.tsx'

type ProduceDialogProps = { production: Production; close: () => void }

/** Asks for the quantity to produce, the factory, and what was scrapped. */
export function ProduceDialog({ production, close }: ProduceDialogProps) {
  const { product, materials, factories } = production
  const bestFactory = factories.toSorted((a, b) => b.canMake - a.canMake)[0]
  const bodyOf = (values: ProduceValues) => ({
    locationId: values.locationId,
    quantity: values.quantity as number,
    expiryDate: values.expiryDate || null,
    note: values.note,
    ...(values.isScrap && {
      rejected: values.rejected ?? 0,
      wasted: wastedOf(values, materials).map(({ itemId, quantity }) => ({ itemId, quantity })),
      scrapReason: values.scrapReason,
    }),
  })
  const rowsOf = (values: ProduceValues) => wastedOf(values, materials).map(({ at }) => at)
  const form = useForm<ProduceValues>({
    resolver: bodyResolver<ProduceValues>({
      schema: ProductionInput,
      bodyOf,
      fieldOf: (path, values) => fieldOf(path, rowsOf(values)),
    }),
    mode: 'onTouched',
    defaultValues: {
      locationId: bestFactory?.location.id ?? '',
      quantity: null,
      expiryDate: '',
      isScrap: false,
      rejected: null,
      wasted: materials.map(() => null),
      scrapReason: '',
      note: '',
    },
  })
  const refusal = useFormRefusal(form, (path) => fieldOf(path, rowsOf(form.getValues())))
  const make = useApiMutation(productionApi.produce, {
    successMessage: ({ number, quantity }) => `${number}: ${quantity.toLocaleString()} × ${product.name} made`,
    onSuccess: close,
    errors: 'page',
    onError: refusal.onError,
  })
  const values = useWatch({ control: form.control }) as ProduceValues
  const there = factories.find(({ location }) => location.id === values.locationId)
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      title={`Produce ${product.name}`}
      description="Raw materials are deducted from the factory’s stock, first expiring first, and the product is added at their cost."
      submitLabel="Produce"
      busy={make.isPending}
      onSubmit={(sent) => make.submit({ params: { id: product.id }, body: bodyOf(sent) })}
      close={close}
    >
      <FormNumberField
        control={form.control}
        name="quantity"
        required
        label="Quantity"
        unit="pieces"
        inputMode="numeric"
        help={there && `${there.canMake.toLocaleString()} can be made there at present.`}
      />
      <FormSelectField label="Factory" required control={form.control} name="locationId">
        {factories.map(({ location }) => (
          <option key={location.id} value={location.id}>
            {location.name}
          </option>
        ))}
      </FormSelectField>
      {product.lotControlled && (
        <FormTextField
          label="Expires"
          type="date"
          help="Leave blank to use the earliest expiry of its materials. The lot is named after the run."
          control={form.control}
          name="expiryDate"
        />
      )}
      <FormSwitchField
        control={form.control}
        name="isScrap"
        label="Record scrap"
        help="Rejected and wasted quantities are deducted from stock. Their cost is absorbed by good units."
      />
      {values.isScrap && <ScrapFields form={form} materials={materials} />}
      <FormTextField label="Note" autoComplete="off" control={form.control} name="note" />
      <p role="status" className="text-pretty text-secondary text-table">
        {materialUsageText(values, materials)}
      </p>
    </TransitionDialog>
  )
}

/** `rows`: the indexes of the form fields of the wasted materials that were sent. */
function fieldOf(path: string, rows: readonly number[]): string {
  const [name, at] = path.split('.')
  return name === 'wasted' ? `wasted.${rows[Number(at ?? 0)] ?? at ?? 0}` : path
}
