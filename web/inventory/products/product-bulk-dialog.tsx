import { type FormEvent, useState } from 'react'
import { CategoryPicker } from '#web/inventory/public/category-picker.tsx'
import { OwnLocationPicker } from '#web/inventory/public/location-picker.tsx'
import { SupplierPicker } from '#web/crm/public/supplier-picker.tsx'
import { focusFirstInvalid } from '#web/forms/focus-invalid.ts'
import { Button } from '#web/ui/button.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'

/** The fields that a bulk action can set. */
export const bulkFields = {
  category: 'Set category',
  supplier: 'Set supplier',
  warehouse: 'Set location',
  reorderPoint: 'Set reorder point',
} as const
export type BulkField = keyof typeof bulkFields

type ProductBulkDialogProps = {
  field: BulkField
  /** "3 products". */
  counted: string
  /** The answer: a name, an id or a number; empty if none. */
  onAnswer: (answer: string) => void
  close: () => void
}

const names = { category: 'Category', supplier: 'Supplier', warehouse: 'Location', reorderPoint: 'Reorder point' }

/** Asks for the value to set for all selected products. */
export function ProductBulkDialog({ field, counted, onAnswer, close }: ProductBulkDialogProps) {
  const [option, setOption] = useState<ComboboxOption | null>(null)
  const [point, setPoint] = useState<number | null>(null)
  const [isTried, setTried] = useState(false)
  const label = bulkFields[field]
  const isWrong = field === 'reorderPoint' ? point !== null && !(Number.isInteger(point) && point >= 0) : !option
  const error =
    isTried && isWrong
      ? field === 'reorderPoint'
        ? 'Enter a whole number or leave it blank'
        : `${names[field]} is required`
      : undefined
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    focusFirstInvalid(undefined, event)
    if (isWrong) return
    if (field === 'reorderPoint') onAnswer(point === null ? '' : String(point))
    else onAnswer((field === 'category' ? option?.label : option?.id) ?? '')
  }
  const picked = { value: option, onChange: setOption, error, required: true }
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && close()}
      title={label}
      description={`Applies to ${counted}.`}
    >
      <form noValidate onSubmit={submit}>
        <DialogBody>
          {field === 'category' && <CategoryPicker label={names.category} {...picked} />}
          {field === 'supplier' && <SupplierPicker label={names.supplier} {...picked} />}
          {field === 'warehouse' && <OwnLocationPicker label={names.warehouse} {...picked} />}
          {field === 'reorderPoint' && (
            <NumberField
              label={names.reorderPoint}
              unit="pieces"
              help="Leave blank to use the company default."
              value={point}
              onChange={setPoint}
              error={error}
            />
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary">
            {label}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
