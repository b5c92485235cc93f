import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Product } from '#shared/inventory/stock/product.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import type { FormState } from '#web/forms/record-form.tsx'
import { productLabel, productLabels } from '#web/inventory/public/product-labels.ts'
import { ProductSections } from './product-sections.tsx'
import type { ProductValues } from '#web/inventory/public/product-values.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'

type ProductFormProps = FormState<ProductValues> & {
  title: string
  /** The product to edit. */
  product?: Product
  /** The images section. */
  images: ReactNode
  /** A new product starts with more than its name: opens all sections. */
  startsOpen?: boolean
  /** Whether images are still to be uploaded. */
  alsoDirty?: boolean
}

/** The form of a product, new or edited. */
export function ProductForm({ product, images, startsOpen, ...rest }: ProductFormProps) {
  return (
    <PageForm
      {...rest}
      submitLabel="Save product"
      labels={product ? labels : { ...labels, quantity: 'Initial Quantity' }}
      labelOf={productLabel}
      trail={
        <>
          <Link to={paths.products}>Inventory</Link>
          {product && <Link to={paths.product(product.id)}>{product.name}</Link>}
        </>
      }
    >
      <Card>
        <div className="flex flex-col gap-6">
          <ProductSections product={product} images={images} {...(startsOpen && { startsOpen })} />
        </div>
      </Card>
    </PageForm>
  )
}

const labels: Record<string, string> = productLabels
