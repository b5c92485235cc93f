import { Copy, PackageMinus, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Product } from '#shared/inventory/product.ts'
import { DeleteProduct } from '#web/inventory/delete-product.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'

/** What can be done with a product beside adding stock. */
export function ProductMenu({ product, onReduce }: { product: Product; onReduce: () => void }) {
  const [deleting, setDeleting] = useState(false)
  const mayEdit = useCan('inventory.edit')
  const mayDelete = useCan('inventory.delete')
  if (!mayEdit && !mayDelete) return null
  return (
    <>
      <Menu>
        {mayEdit && (
          <>
            <MenuItem
              icon={<PackageMinus aria-hidden />}
              disabled={product.onHand === 0}
              reason={product.onHand === 0 && 'Nothing is on hand'}
              onSelect={onReduce}
            >
              Reduce stock
            </MenuItem>
            <MenuItem asChild>
              <Link to={paths.productEdit(product.id)}>
                <Pencil aria-hidden />
                Edit
              </Link>
            </MenuItem>
            <MenuItem asChild>
              <Link to={`${paths.productNew}?copy=${product.id}`}>
                <Copy aria-hidden />
                Duplicate
              </Link>
            </MenuItem>
          </>
        )}
        {mayEdit && mayDelete && <MenuLine />}
        {mayDelete && (
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setDeleting(true)}>
            Delete
          </MenuItem>
        )}
      </Menu>
      {deleting && <DeleteProduct product={product} close={() => setDeleting(false)} />}
    </>
  )
}
