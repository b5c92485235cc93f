import type { ProductRow } from '#shared/inventory/stock/product.ts'
import { type ProductAction, ProductActionItems } from './product-actions.tsx'
import { useCan } from '#web/session/session.ts'
import { Menu } from '#web/ui/menu.tsx'

type ProductMenuProps = {
  product: ProductRow
  label?: string
  withAdd?: boolean
  onChoose: (act: ProductAction) => void
}

/** What can be done with a product; nothing for those who may only look. */
export function ProductMenu({ product, label, withAdd = false, onChoose }: ProductMenuProps) {
  const mayEdit = useCan('inventory.edit')
  const mayDelete = useCan('inventory.delete')
  if (!mayEdit && !mayDelete) return null
  return (
    <Menu {...(label && { label })}>
      <ProductActionItems product={product} onChoose={onChoose} withAdd={withAdd} />
    </Menu>
  )
}
