import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { FormCheckboxField } from '#web/forms/form-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { MissingPart, type Read } from '#web/api/missing-parts.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { MoreDetails } from '#web/forms/more-details.tsx'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { CategoryPicker } from './category-picker.tsx'
import { InitialLotFields } from './initial-lot-fields.tsx'
import { OwnLocationPicker } from './location-picker.tsx'
import { CountInput, PickInput, PriceInput, TextInput } from './product-inputs.tsx'
import {
  defaultsName,
  lacksDefaults,
  useDescriptionOfName,
  useLateDefaults,
  useProductDefaults,
} from './product-defaults.ts'
import { hasInitialLot, productBody, productField, type ProductValues } from './product-values.ts'
import { SupplierPicker } from '#web/crm/public/supplier-picker.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

export type ProductDialogProps = {
  /** The initial name. */
  typed: string
  /** Values that are known from the surrounding form: supplier, warehouse. */
  start?: Partial<ProductValues> | undefined
  onSaved: (product: Product) => void
  close: () => void
}

/** Adds a product with the required fields only; the others are entered on its own page. */
export default function ProductDialog(props: ProductDialogProps) {
  const defaults = useProductDefaults()
  return defaults && <Shown {...props} defaults={{ ...defaults.values, ...props.start }} read={defaults.read} />
}

type ShownProps = ProductDialogProps & { defaults: ProductValues; read: Read }

function Shown({ typed, defaults, read, onSaved, close }: ShownProps) {
  const form = useForm<ProductValues>({
    resolver: bodyResolver<ProductValues>({
      schema: inventoryApi.createProduct.spec.body,
      bodyOf: (values) => productBody(values),
      fieldOf: productField,
    }),
    mode: 'onTouched',
    defaultValues: { ...defaults, name: typed, description: typed },
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
  useDescriptionOfName(form)
  useLateDefaults(form, defaults)
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
        <MissingPart what={defaultsName} read={read} />
        <TextInput name="name" required />
        <FieldRow>
          <PriceInput name="price" required />
          <PriceInput name="cost" required />
          <CountInput name="pcsPerCase" required unit="pieces" />
          <CountInput name="quantity" required label="Initial Quantity" unit="pieces" />
        </FieldRow>
        <FormCheckboxField
          control={form.control}
          name="lotControlled"
          label="Lot-tracked"
          help="Each piece has a lot number and an optional expiry date."
        />
        {hasInitialLot({ lotControlled, quantity }) && <InitialLotFields />}
        <MoreDetails help="Description, category, supplier and warehouse." startsOpen={lacksDefaults(defaults)}>
          <TextInput name="description" required multiline />
          <FieldRow>
            <PickInput name="category" required picker={CategoryPicker} />
            <PickInput name="supplier" required picker={SupplierPicker} />
            <PickInput name="warehouse" required picker={OwnLocationPicker} />
          </FieldRow>
        </MoreDetails>
      </RecordDialog>
    </FormProvider>
  )
}
