import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { ProductRow } from '#shared/inventory/stock/product.ts'
import { productListApi } from '#shared/inventory/products/product-list-api.ts'
import { call } from '#web/api/client.ts'
import type { BulkActions } from '#web/lists/use-list-page.ts'
import { type BulkField, bulkFields, ProductBulkDialog } from './product-bulk-dialog.tsx'
import { LabelButton } from '#web/inventory/public/label-button.tsx'
import { useCan } from '#web/session/session.ts'

const fields = Object.keys(bulkFields) as BulkField[]

/** The bulk actions of the product list. */
export function useProductBulkActions(): BulkActions<ProductRow> {
  const mayEdit = useCan('inventory.edit')
  const mayDelete = useCan('inventory.delete')
  return {
    route: inventoryApi.listProducts,
    nameOf: ({ name }) => name,
    one: 'product',
    many: 'products',
    ...((mayEdit || mayDelete) && {
      extra: (rows: readonly { id: string }[]) => (
        <LabelButton size="sm" labels={rows.map(({ id }) => ({ type: 'product', id }))} />
      ),
    }),
    acts: [
      ...fields.map(
        (field) =>
          mayEdit && {
            menu: 'Change',
            label: bulkFields[field],
            dialog: (dialogProps: Omit<Parameters<typeof ProductBulkDialog>[0], 'field'>) => (
              <ProductBulkDialog field={field} {...dialogProps} />
            ),
            act: ({ id }: { id: string }, key: string, answer: string) =>
              call(
                productListApi.changeProduct,
                { params: { id }, body: { [field]: field === 'reorderPoint' ? pointOf(answer) : answer } },
                { quiet: true, idempotencyKey: key },
              ),
          },
      ),
      mayDelete && {
        label: 'Delete',
        danger: true,
        deletes: 'product',
        confirm:
          'Products that are on hand or reserved are kept and listed. You can undo this now, or restore it later from the deleted items.',
        act: ({ id }, key) =>
          call(inventoryApi.deleteProduct, { params: { id } }, { quiet: true, idempotencyKey: key }),
      },
    ],
  }
}

const pointOf = (answer: string) => (answer === '' ? null : Number(answer))
