import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import type { Call } from '#shared/http/route.ts'
import { inventoryApi } from '#shared/inventory/api.ts'
import { productListApi } from '#shared/inventory/product-list-api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { type BulkRow, type BulkRun, useBulk } from '#web/api/bulk.ts'
import { BulkResult } from '#web/api/bulk-result.tsx'
import { call } from '#web/api/client.ts'
import { LabelButton } from '#web/pickers/label-button.tsx'
import { type BulkField, bulkFields, ProductBulkDialog } from '#web/inventory/product-bulk-dialog.tsx'
import { useCan } from '#web/session/session.ts'
import { BulkBar } from '#web/ui/bulk-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

type Patch = NonNullable<Call<(typeof productListApi.changeProduct)['spec']>['body']>
type ProductBulkProps = {
  rows: readonly BulkRow[]
  onClear: () => void
  /** Offers the rest of the list, where there is more than is ticked. */
  onSelectAll: (() => void) | undefined
  selectAllLabel: string
}

const undoMs = 10_000
const changed = [
  inventoryApi.listProducts,
  inventoryApi.getProduct,
  inventoryApi.listCategories,
  deletedApi.listDeleted,
]
const pieces = (count: number) => (count === 1 ? '1 product' : `${count.toLocaleString()} products`)

/** What can be done with the ticked products at once: each by its own call, so that one that is refused stops no other. */
export function ProductBulk({ rows, onClear, onSelectAll, selectAllLabel }: ProductBulkProps) {
  const client = useQueryClient()
  const bulk = useBulk()
  const [asked, setAsked] = useState<BulkField | 'delete'>()
  const mayEdit = useCan('inventory.edit')
  const mayDelete = useCan('inventory.delete')

  function change(label: string, body: Patch) {
    setAsked(undefined)
    void bulk.start({
      label,
      rows,
      invalidates: changed,
      act: ({ id }) => call(productListApi.changeProduct, { params: { id }, body }, { quiet: true }),
      onFinished: ({ done, failed }) => {
        if (done.length > 0) toast.success(`${pieces(done.length)} updated`)
        if (failed.length === 0) onClear()
      },
    })
  }
  function remove() {
    setAsked(undefined)
    void bulk.start({
      label: 'Delete products',
      rows,
      invalidates: changed,
      act: ({ id }) => call(inventoryApi.deleteProduct, { params: { id } }, { quiet: true }),
      onFinished: (run) => {
        onClear()
        if (run.done.length > 0) offerAllBack(run)
      },
    })
  }
  function offerAllBack({ done }: BulkRun) {
    const restore = () =>
      void bulk.start({
        label: 'Restore products',
        rows: done,
        invalidates: changed,
        act: ({ id }) => call(deletedApi.restore, { params: { kind: 'product', id }, body: {} }, { quiet: true }),
        onFinished: (run) => run.done.length > 0 && toast.success(`${pieces(run.done.length)} back`),
      })
    void client.invalidateQueries({ queryKey: [deletedApi.listDeleted.path] })
    toast(`${pieces(done.length)} deleted`, { duration: undoMs, action: { label: 'Undo', onClick: restore } })
  }
  return (
    <>
      <BulkBar count={rows.length} onClear={onClear} onSelectAll={onSelectAll} selectAllLabel={selectAllLabel}>
        <LabelButton size="sm" labels={rows.map(({ id }) => ({ type: 'product', id }))} />
        {mayEdit && (
          <Menu
            align="start"
            trigger={
              <Button size="sm">
                Change
                <ChevronDown aria-hidden />
              </Button>
            }
          >
            {Object.entries(bulkFields).map(([field, label]) => (
              <MenuItem key={field} onSelect={() => setAsked(field as BulkField)}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        )}
        {mayDelete && (
          <Button size="sm" variant="danger" onClick={() => setAsked('delete')}>
            Delete
          </Button>
        )}
      </BulkBar>
      {asked === 'delete' && (
        <ConfirmDialog
          open
          danger
          onOpenChange={(open) => !open && setAsked(undefined)}
          title={`Delete ${pieces(rows.length)}?`}
          confirmLabel="Delete products"
          onConfirm={remove}
        >
          What is on hand or promised to orders stays, and you will be told which. You can undo this right afterwards,
          or later from the deleted items.
        </ConfirmDialog>
      )}
      {asked && asked !== 'delete' && (
        <ProductBulkDialog field={asked} count={rows.length} onChoose={change} close={() => setAsked(undefined)} />
      )}
      {bulk.run && <BulkResult run={bulk.run} retry={bulk.retry} close={bulk.close} />}
    </>
  )
}
