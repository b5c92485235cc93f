import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { MissingPart } from '#web/api/missing-parts.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { useNewRecord } from '#web/forms/record-form.tsx'
import { sendImages } from './image-uploads.ts'
import { ProductForm } from './product-form.tsx'
import { copiedValues, productBody, productField, type ProductValues } from '#web/inventory/public/product-values.ts'
import {
  defaultsName,
  lacksDefaults,
  useDescriptionOfName,
  useLateDefaults,
  useProductDefaults,
} from '#web/inventory/public/product-defaults.ts'
import { paths } from '#web/paths.ts'
import { type StagedImage, StagedImages } from './staged-images.tsx'
import { useCan } from '#web/session/session.ts'
import { FormSection } from '#web/ui/form-layout.tsx'
import { NoRight, RecordGate, RecordSkeleton } from '#web/records/record-gate.tsx'
import { productPlace } from '#web/records/record-places.ts'

const title = 'Add product'

/** Adds a product; `?copy=<id>` starts from another one, `?barcode=` presets a scanned barcode. */
export default function ProductAddPage() {
  const [params] = useSearchParams()
  const copy = params.get('copy') ?? undefined
  const barcode = params.get('barcode') ?? ''
  const source = useApiQuery(inventoryApi.getProduct, { params: { id: copy ?? '' } }, { enabled: copy !== undefined })
  const mayEdit = useCan('inventory.edit')
  const defaults = useProductDefaults(mayEdit && copy === undefined)
  if (!mayEdit) return <NoRight title={title} place={productPlace} />
  if (copy === undefined) {
    if (!defaults) return <RecordSkeleton title={title} place={productPlace} />
    const start = { ...defaults.values, barcode }
    return (
      <>
        <MissingPart what={defaultsName} read={defaults.read} />
        <NewProductForm key={barcode} start={start} startsOpen={barcode !== '' || lacksDefaults(start)} />
      </>
    )
  }
  return (
    <RecordGate query={source} place={productPlace} title={title}>
      {(found) => <NewProductForm start={copiedValues(found)} startsOpen />}
    </RecordGate>
  )
}

function NewProductForm({ start, startsOpen }: { start: ProductValues; startsOpen: boolean }) {
  const [images, setImages] = useState<readonly StagedImage[]>([])
  const { onDiscard, ...product } = useNewRecord<ProductValues, typeof inventoryApi.createProduct.spec>({
    route: inventoryApi.createProduct,
    draft: 'product',
    start,
    bodyOf: (values) => productBody(values),
    fieldOf: productField,
    successMessage: ({ name }) => `${name} added`,
    page: ({ id }) => paths.product(id),
    onSaved: ({ id }) =>
      sendImages(
        id,
        images.map(({ file }) => file),
      ),
  })
  useDescriptionOfName(product.form)
  useLateDefaults(product.form, start)
  return (
    <ProductForm
      {...product}
      title={title}
      startsOpen={startsOpen}
      alsoDirty={images.length > 0}
      images={
        <FormSection
          title="Images"
          help="The first image represents the product in lists. Images upload when you save."
        >
          <StagedImages images={images} onImages={setImages} />
        </FormSection>
      }
      onDiscard={() => {
        setImages([])
        onDiscard()
      }}
    />
  )
}
