import { useState } from 'react'
import { useParams } from 'react-router'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { useEditedRecord, useRounds, useSavedRecord } from '#web/forms/record-form.tsx'
import { ProductImages } from './product-images.tsx'
import { ProductForm } from './product-form.tsx'
import {
  productBody,
  productField,
  productTables,
  productValues,
  type ProductValues,
} from '#web/inventory/public/product-values.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { FormSection } from '#web/ui/form-layout.tsx'
import { NoRight, RecordGate } from '#web/records/record-gate.tsx'
import { productPlace } from '#web/records/record-places.ts'

const title = 'Edit product'

/** The edit page of a product. The form starts from a fresh response, never from the cache. */
export default function ProductEditPage() {
  const { id = '' } = useParams()
  const mayEdit = useCan('inventory.edit')
  const { query, saved } = useSavedRecord(inventoryApi.getProduct, id, mayEdit)
  const { round, onReload } = useRounds(id, query)
  if (!mayEdit) return <NoRight title={title} place={productPlace} />
  return (
    <RecordGate query={{ ...query, data: saved }} place={productPlace} title={title} isForm>
      {(found) => <ProductEditForm key={round} saved={found} onReload={onReload} />}
    </RecordGate>
  )
}

function ProductEditForm({ saved, onReload }: { saved: Product; onReload: () => void }) {
  const [product] = useState(saved)
  const { dialog, ...edit } = useEditedRecord<ProductValues, typeof inventoryApi.updateProduct.spec, Product>({
    route: inventoryApi.updateProduct,
    record: product,
    what: 'product',
    startOf: productValues,
    tables: productTables,
    bodyOf: (values, { quantity }) => productBody(values, quantity),
    fieldOf: productField,
    successMessage: ({ name }) => `${name} saved`,
    page: ({ id }) => paths.product(id),
    onReload,
  })
  return (
    <>
      <ProductForm
        {...edit}
        title={title}
        product={product}
        images={
          <FormSection
            title="Images"
            help="The first image represents the product in lists. Changes are saved immediately."
          >
            <ProductImages product={saved} mayEdit />
          </FormSection>
        }
      />
      {dialog}
    </>
  )
}
