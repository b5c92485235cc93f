import { useState } from 'react'
import { useParams } from 'react-router'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { useEditedRecord, useRounds, useSavedRecord } from '#web/forms/record-form.tsx'
import { NoProductEdit } from './no-product-edit.tsx'
import { ProductImages } from './product-images.tsx'
import { ProductForm } from './product-form.tsx'
import { ProductFailure, ProductSkeleton } from './product-loading.tsx'
import { productBody, productField, productValues, type ProductValues } from '#web/inventory/public/product-values.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { FormSection } from '#web/ui/form-layout.tsx'

/** Changes a product. It opens with what is saved now, never with what the cache remembers. */
export default function ProductEditPage() {
  const { id = '' } = useParams()
  const mayEdit = useCan('inventory.edit')
  const { query, saved } = useSavedRecord(inventoryApi.getProduct, id, mayEdit)
  const { round, onReload } = useRounds(id, query)
  if (!mayEdit) return <NoProductEdit title="Edit product" />
  if (query.error) return <ProductFailure query={query} title="Edit product" />
  if (!saved) return <ProductSkeleton title="Edit product" />
  return <ProductEditForm key={round} saved={saved} onReload={onReload} />
}

function ProductEditForm({ saved, onReload }: { saved: Product; onReload: () => void }) {
  const [product] = useState(saved)
  const { dialog, ...edit } = useEditedRecord<ProductValues, typeof inventoryApi.updateProduct.spec>({
    route: inventoryApi.updateProduct,
    record: product,
    what: 'product',
    start: productValues(product),
    bodyOf: (values) => productBody(values, product.quantity),
    fieldOf: productField,
    told: ({ name }) => `${name} saved`,
    page: ({ id }) => paths.product(id),
    onReload,
  })
  return (
    <>
      <ProductForm
        {...edit}
        title="Edit product"
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
