import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { CategoryPicker } from './category-picker.tsx'
import { InitialLotFields } from './initial-lot-fields.tsx'
import { LocationPicker } from './location-picker.tsx'
import { CountInput, PickInput, PriceInput, TextInput } from './product-inputs.tsx'
import { hasInitialLot, newProduct, productBody, productField, type ProductValues } from './product-values.ts'
import { SupplierPicker } from '#web/crm/public/supplier-picker.tsx'
import { CheckboxField } from '#web/ui/choice-field.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

export type ProductDialogProps = {
  /** What its name starts with. */
  typed: string
  /** What the form around it knows already: who delivers it, where it stands. */
  start?: Partial<ProductValues> | undefined
  onSaved: (product: Product) => void
  close: () => void
}

const boughtReadyMade: ProductValues['billOfMaterials'] = { kind: 'bought', parts: [] }

/** Adds a product with what is required of one; the rest is filled in on its own page. */
export default function ProductDialog({ typed, start, onSaved, close }: ProductDialogProps) {
  const form = useForm<ProductValues>({
    resolver: bodyResolver<ProductValues>({
      schema: inventoryApi.createProduct.spec.body,
      bodyOf: (values) => productBody(values),
      fieldOf: productField,
    }),
    mode: 'onTouched',
    defaultValues: { ...newProduct, ...start, name: typed, billOfMaterials: boughtReadyMade },
  })
  const refusal = useFormRefusal(form, productField)
  const create = useApiMutation(inventoryApi.createProduct, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: (saved) => {
      toast.success(`${saved.name} added`)
      onSaved(saved)
      close()
    },
  })
  const [lotControlled, quantity] = useWatch({ control: form.control, name: ['lotControlled', 'quantity'] })
  return (
    <FormProvider {...form}>
      <RecordDialog
        title="Add product"
        description="Added as a purchased product. Add images, price tiers and other details on its page."
        size="lg"
        what="product"
        submitLabel="Add product"
        form={form}
        refusal={refusal}
        busy={create.isPending}
        onSubmit={(values) => create.submit({ body: productBody(values) })}
        close={close}
      >
        <TextInput name="name" required />
        <TextInput name="description" required multiline />
        <FieldRow>
          <PickInput name="category" required picker={CategoryPicker} />
          <PickInput name="supplier" required picker={SupplierPicker} />
        </FieldRow>
        <FieldRow>
          <PriceInput name="price" required />
          <PriceInput name="cost" required />
          <CountInput name="pcsPerCase" required unit="pieces" />
        </FieldRow>
        <FieldRow>
          <PickInput name="warehouse" required picker={LocationPicker} />
          <CountInput name="quantity" required label="Initial Quantity" unit="pieces" help="0 if there is none." />
        </FieldRow>
        <CheckboxField
          {...form.register('lotControlled')}
          label="Lot-tracked"
          help="Each piece has a lot number and an optional expiry date."
        />
        {hasInitialLot({ lotControlled, quantity }) && <InitialLotFields />}
      </RecordDialog>
    </FormProvider>
  )
}
