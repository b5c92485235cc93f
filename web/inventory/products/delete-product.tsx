import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { paths } from '#web/paths.ts'

type DeleteProductProps = {
  product: Pick<Product, 'id' | 'name'>
  /** Opened in the list: doesn't navigate afterwards. */
  fromList?: boolean
  close: () => void
}

/** Confirms and deletes a product, then returns to the list. */
export function DeleteProduct({ product, fromList = false, close }: DeleteProductProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { id, name } = product
  return (
    <DeleteDialog
      route={inventoryApi.deleteProduct}
      id={id}
      kind="product"
      what="product"
      name={name}
      onDeleted={() => {
        if (!fromList) void navigate(paths.products)
        client.removeQueries({ queryKey: [inventoryApi.getProduct.path, { id }], type: 'inactive' })
      }}
      close={close}
    >
      It is removed from all lists. Documents that use it are kept. You can undo this now, or restore it later from the
      deleted items.
    </DeleteDialog>
  )
}
