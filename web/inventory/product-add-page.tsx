import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { toast } from 'sonner'
import { inventoryApi } from '#shared/inventory/api.ts'
import { NewProduct } from '#shared/inventory/product.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { sendImages } from '#web/inventory/image-uploads.ts'
import { NoProductEdit } from '#web/inventory/no-product-edit.tsx'
import { ProductForm } from '#web/inventory/product-form.tsx'
import { ProductFailure, ProductSkeleton } from '#web/inventory/product-loading.tsx'
import {
  copiedValues,
  newProduct,
  productBody,
  productField,
  type ProductValues,
} from '#web/inventory/product-values.ts'
import { paths } from '#web/paths.ts'
import { type StagedImage, StagedImages } from '#web/inventory/staged-images.tsx'
import { useDraft } from '#web/session/draft.tsx'
import { useCan } from '#web/session/session.ts'
import { FormSection } from '#web/ui/form-layout.tsx'

/** Adds a product; `?copy=<id>` starts from another one, `?barcode=` from what was scanned. */
export default function ProductAddPage() {
  const [params] = useSearchParams()
  const copy = params.get('copy') ?? undefined
  const barcode = params.get('barcode') ?? ''
  const source = useApiQuery(inventoryApi.getProduct, { params: { id: copy ?? '' } }, { enabled: copy !== undefined })
  const mayEdit = useCan('inventory.edit')
  if (!mayEdit) return <NoProductEdit title="Add product" />
  if (copy === undefined) return <NewProductForm key={barcode} start={{ ...newProduct, barcode }} />
  if (source.data) return <NewProductForm start={copiedValues(source.data)} />
  return source.error ? <ProductFailure query={source} title="Add product" /> : <ProductSkeleton title="Add product" />
}

const resolver = bodyResolver<ProductValues>({
  schema: NewProduct,
  bodyOf: (values) => productBody(values),
  fieldOf: productField,
})

function NewProductForm({ start }: { start: ProductValues }) {
  const form = useForm<ProductValues>({ resolver, mode: 'onTouched', defaultValues: start })
  const refusal = useFormRefusal(form, productField)
  const draft = useDraft('product', form)
  const client = useQueryClient()
  const [images, setImages] = useState<readonly StagedImage[]>([])
  const [savedTo, setSavedTo] = useState<string>()
  const create = useApiMutation(inventoryApi.createProduct, {
    errors: 'page',
    invalidates: [inventoryApi.listProducts, inventoryApi.listCategories],
    onError: refusal.onError,
    onSuccess: (product) => {
      toast.success(`${product.name} added`)
      form.reset(form.getValues())
      draft.forget()
      sendImages(
        client,
        product.id,
        images.map(({ file }) => file),
      )
      setSavedTo(paths.product(product.id))
    },
  })
  return (
    <ProductForm
      title="Add product"
      submitLabel="Save product"
      form={form}
      refusal={refusal}
      busy={create.isPending}
      notice={draft.notice}
      alsoDirty={images.length > 0}
      images={
        <FormSection
          title="Images"
          help="The first one stands for the product in lists. They are sent once it is saved."
        >
          <StagedImages images={images} onImages={setImages} />
        </FormSection>
      }
      savedTo={savedTo}
      onSubmit={(values) => create.submit({ body: productBody(values) })}
      onDiscard={() => {
        form.reset(start)
        setImages([])
        draft.forget()
      }}
    />
  )
}
