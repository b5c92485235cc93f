import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { useApiQuery } from '#web/api/query.ts'
import { AddStockDialog } from '#web/inventory/stock/add-stock-dialog.tsx'
import { AuditDialog } from '#web/inventory/stock/audit-dialog.tsx'
import { DeleteProduct } from './delete-product.tsx'
import { ReduceStockDialog } from '#web/inventory/stock/reduce-stock-dialog.tsx'
import { productStock, stockedProduct } from '#web/inventory/stock/stocked-item.ts'

/** What can be done with a product, here and in its row of a list. */
export type ProductAction = 'add' | 'reduce' | 'audit' | 'delete'

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
  const { data } = useApiQuery(inventoryApi.getProduct, { params: { id } }, { aside: 'the product' })
  return data ? <ProductActionDialog product={data} act={act} fromList close={close} /> : null
}
