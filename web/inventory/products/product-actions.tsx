import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { useApiQuery } from '#web/api/query.ts'
import { AddStockDialog } from '#web/inventory/stock/add-stock-dialog.tsx'
import { AuditDialog } from '#web/inventory/stock/audit-dialog.tsx'
import { DeleteProduct } from './delete-product.tsx'
import { ReduceStockDialog } from '#web/inventory/stock/reduce-stock-dialog.tsx'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { productStock, stockedProduct } from '#web/inventory/stock/stocked-item.ts'

/** The actions of a product, on its page and in its list row. */
export type ProductAction = 'add' | 'reduce' | 'audit' | 'delete'

type ProductActDialogProps = { product: Product; act: ProductAction; close: () => void }

/** The dialog of an action. */
export function ProductActionDialog({ act, product, close }: ProductActDialogProps) {
  const stocked = { item: stockedProduct(product), calls: productStock, close }
  if (act === 'add') return <AddStockDialog {...stocked} />
  if (act === 'reduce') return <ReduceStockDialog {...stocked} />
  return act === 'audit' ? (
    <AuditDialog product={product} close={close} />
  ) : (
    <DeleteProduct product={product} close={close} />
  )
}

const stockActNames = { add: 'Add stock', reduce: 'Reduce stock', audit: 'Audit stock' }

type RowActDialogProps = { row: Pick<Product, 'id' | 'name'>; act: ProductAction; close: () => void }

/** The same for a list row, which lacks data that the stock dialogs show: for these it loads the product first. */
export function RowActionDialog({ row, act, close }: RowActDialogProps) {
  if (act === 'delete') return <DeleteProduct product={row} fromList close={close} />
  return <StockActDialog id={row.id} act={act} close={close} />
}

type StockActDialogProps = { id: string; act: keyof typeof stockActNames; close: () => void }

function StockActDialog({ id, act, close }: StockActDialogProps) {
  const { data, error, isFetching, refetch } = useApiQuery(inventoryApi.getProduct, { params: { id } })
  if (data) return <ProductActionDialog product={data} act={act} close={close} />
  return (
    <Dialog open title={stockActNames[act]} onOpenChange={close}>
      <DialogBody>
        {error ? (
          <ErrorState what="The product" error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <SkeletonText lines={4} />
        )}
      </DialogBody>
    </Dialog>
  )
}
