import { Copy, ClipboardCheck, PackageMinus, PackagePlus, Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { Product, ProductRow } from '#shared/inventory/stock/product.ts'
import { whyNotReduced } from '#shared/inventory/stock/reduction-guard.ts'
import { useApiQuery } from '#web/api/query.ts'
import { AddStockDialog } from '#web/inventory/stock/add-stock-dialog.tsx'
import { AuditDialog } from '#web/inventory/stock/audit-dialog.tsx'
import { DeleteProduct } from './delete-product.tsx'
import { ReduceStockDialog } from '#web/inventory/stock/reduce-stock-dialog.tsx'
import { productStock, stockedProduct } from '#web/inventory/stock/stocked-item.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { MenuItem, MenuLine } from '#web/ui/menu.tsx'

/** What can be done with a product, here and in its row of a list. */
export type ProductAction = 'add' | 'reduce' | 'audit' | 'delete'
type Choose = (act: ProductAction) => void
type ProductActItemsProps = { product: ProductRow; onChoose: Choose; withAdd?: boolean }

/** The items of a product's menu; `withAdd` where no button beside the menu adds stock. */
export function ProductActionItems({ product, onChoose, withAdd = false }: ProductActItemsProps) {
  const mayEdit = useCan('inventory.edit')
  const mayDelete = useCan('inventory.delete')
  return (
    <>
      {mayEdit && (
        <>
          {withAdd && (
            <MenuItem icon={<PackagePlus aria-hidden />} onSelect={() => onChoose('add')}>
              Add stock
            </MenuItem>
          )}
          <MenuItem
            icon={<PackageMinus aria-hidden />}
            disabled={whyNotReduced(product) !== null}
            reason={whyNotReduced(product)}
            onSelect={() => onChoose('reduce')}
          >
            Reduce stock
          </MenuItem>
          <MenuItem icon={<ClipboardCheck aria-hidden />} onSelect={() => onChoose('audit')}>
            Audit stock
          </MenuItem>
          <MenuLine />
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
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => onChoose('delete')}>
          Delete
        </MenuItem>
      )}
    </>
  )
}

type ProductActDialogProps = { product: Product; act: ProductAction; fromList?: boolean; close: () => void }

/** The dialog of an act. */
export function ProductActionDialog({ act, product, fromList = false, close }: ProductActDialogProps) {
  const stocked = { item: stockedProduct(product), calls: productStock, close }
  if (act === 'add') return <AddStockDialog {...stocked} />
  if (act === 'reduce') return <ReduceStockDialog {...stocked} />
  return act === 'audit' ? (
    <AuditDialog product={product} close={close} />
  ) : (
    <DeleteProduct product={product} fromList={fromList} close={close} />
  )
}

type RowActDialogProps = { id: string; act: ProductAction; close: () => void }

/** The same from a list, whose rows know less than the dialogs show: the product is read first. */
export function RowActionDialog({ id, act, close }: RowActDialogProps) {
  const { data } = useApiQuery(inventoryApi.getProduct, { params: { id } })
  return data ? <ProductActionDialog product={data} act={act} fromList close={close} /> : null
}
