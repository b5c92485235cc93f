import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import { inventoryApi } from '#shared/inventory/api.ts'
import type { Product } from '#shared/inventory/product.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { DeleteDialog } from '#web/api/delete-dialog.tsx'
import { tellError } from '#web/api/toasts.ts'
import { paths } from '#web/paths.ts'

const lists = [inventoryApi.listProducts, inventoryApi.listCategories, inventoryApi.listLocations]

/** How long a deleted product can be brought back by one press. */
const undoMs = 8000

/** Asks, deletes, leads back to the list and offers to undo. */
export function DeleteProduct({ product, close }: { product: Product; close: () => void }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { id, name } = product
  // This component is gone when Undo is pressed, so it calls without a hook.
  async function restore() {
    try {
      await call(inventoryApi.restoreProduct, { params: { id } })
      for (const { path } of lists) void client.invalidateQueries({ queryKey: [path] })
      toast.success(`${name} is back`)
    } catch (error) {
      if (error instanceof ApiError) tellError(error)
    }
  }
  return (
    <DeleteDialog
      route={inventoryApi.deleteProduct}
      id={id}
      what="product"
      name={name}
      invalidates={lists}
      onDeleted={() => {
        void navigate(paths.products)
        client.removeQueries({ queryKey: [inventoryApi.getProduct.path, { id }], type: 'inactive' })
        toast(`${name} deleted`, { duration: undoMs, action: { label: 'Undo', onClick: () => void restore() } })
      }}
      close={close}
    >
      It leaves every list; documents that name it keep it. You can undo this right afterwards.
    </DeleteDialog>
  )
}
