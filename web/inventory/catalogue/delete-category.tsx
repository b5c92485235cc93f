import { useState } from 'react'
import { toast } from 'sonner'
import { type Category, inventoryApi } from '#shared/inventory/stock/api.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { offerUndo } from '#web/forms/undo-deletion.ts'
import { UsedBy, usesOf } from '#web/forms/used-by.tsx'
import { type CategoryOption, CategoryPicker } from '#web/inventory/public/category-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Confirms the deletion of a category. If it has products, the same request moves them to another category. */
export function DeleteCategory({ category, close }: { category: Category; close: () => void }) {
  const { id, name } = category
  const [to, setTo] = useState<CategoryOption | null>(null)
  const [isMissing, setMissing] = useState(false)
  const remove = useApiMutation(inventoryApi.deleteCategory, {
    errors: 'page',
    onSuccess: (_reply, sent) => {
      close()
      // Undo would restore only the category, without its products.
      if (sent.query?.moveTo) toast.success(`${name} deleted; its products are in ${to?.label} now`)
      else offerUndo({ kind: 'category', id, name })
    },
  })
  const { error } = remove
  const uses = usesOf(error)
  const title = `Delete ${name}?`
  if (category.products === 0 && !uses) {
    return (
      <ConfirmDialog
        open
        onOpenChange={(open) => !open && close()}
        title={title}
        confirmLabel="Delete category"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.submit({ params: { id } })}
      >
        You can undo this now, or restore it later from the deleted items.
        {error && !isReportedGlobally(error) && (
          <Notice tone="bad" className="mt-4">
            {error.message}
          </Notice>
        )}
      </ConfirmDialog>
    )
  }
  const count = uses?.count ?? category.products
  const products = count === 1 ? '1 product is' : `${count.toLocaleString()} products are`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size="sm"
      title={title}
      description={`${products} in this category. Choose a category to move them to.`}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!to) return setMissing(true)
          remove.submit({ params: { id }, query: { moveTo: to.id } })
        }}
      >
        <DialogBody>
          {error && !isReportedGlobally(error) && !uses && <Notice tone="bad">{error.message}</Notice>}
          {uses && <UsedBy {...uses} />}
          <CategoryPicker
            label="Move products to"
            required
            creatable
            value={to}
            onChange={(picked) => {
              setTo(picked)
              setMissing(false)
            }}
            {...(isMissing && { error: 'Category is required' })}
            {...(to?.id === id && { error: 'Choose a different category' })}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="danger" busy={remove.isPending} disabled={to?.id === id}>
            Move products and delete
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
