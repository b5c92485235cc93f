import { useState } from 'react'
import { toast } from 'sonner'
import { itemSupplierApi } from '#shared/inventory/products/item-supplier-api.ts'
import { type ReorderItem } from '#shared/purchasing/reorder/api.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { SupplierPicker } from '#web/crm/public/supplier-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Asks for the supplier of these items, so that they can be ordered. */
export function GiveSupplierDialog({ items, close }: { items: readonly ReorderItem[]; close: () => void }) {
  const [supplier, setSupplier] = useState<ComboboxOption | null>(null)
  const [wrong, setWrong] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const one = items.length === 1 ? items[0] : undefined
  const give = useApiMutation(itemSupplierApi.giveSupplier, {
    errors: 'page',
    onSuccess: () => {
      toast.success(`${one ? one.name : `${items.length} items`} can now be ordered from ${supplier?.label ?? ''}`)
      close()
    },
    onError: (error) => {
      if (error.fields['supplierId']) setWrong(error.fields['supplierId'])
      else if (!isReportedGlobally(error)) setProblem(error.message)
    },
  })
  function submit() {
    setProblem(undefined)
    if (!supplier) return setWrong('is required')
    give.submit({ body: { supplierId: supplier.id, itemIds: items.map(({ id }) => id) } })
  }
  return (
    <Dialog
      open
      title={one ? `Who supplies ${one.name}?` : `Who supplies these ${items.length} items?`}
      description="The supplier is saved with the item."
      size="sm"
      onOpenChange={(open) => !open && close()}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <DialogBody>
          {problem && <Notice tone="bad">{problem}</Notice>}
          {!one && (
            <ul aria-label="Items" className="max-h-40 overflow-y-auto rounded-md bg-subtle p-3 text-table">
              {items.map((item) => (
                <li key={item.id}>
                  {item.name} <span className="text-muted text-xs">{item.sku}</span>
                </li>
              ))}
            </ul>
          )}
          <SupplierPicker
            label="Supplier"
            required
            creatable
            value={supplier}
            onChange={(option) => {
              setSupplier(option)
              setWrong(undefined)
            }}
            error={sentence('Supplier', wrong)}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={give.isPending}>
            Save supplier
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
