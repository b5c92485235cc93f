import { useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import { AddStockLots, AddTrackedLots } from '#shared/inventory/stock/stock-changes.ts'
import { addReasons } from '#shared/inventory/stock/stock-reasons.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { AddStockRows } from './add-stock-rows.tsx'
import {
  type AddStockBody,
  addStockBody,
  addStockField,
  type AddStockValues,
  blankLot,
  isUntouchedLot,
} from './add-stock-values.ts'
import { ReasonFields } from './stock-dialog-fields.tsx'
import type { StockCalls, StockedItem } from './stocked-item.ts'
import { locationLabel } from '#web/inventory/public/location-picker.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

/** Adds stock by hand, in one or more lots, with a reason. */
export function AddStockDialog({ item, calls, close }: { item: StockedItem; calls: StockCalls; close: () => void }) {
  const { lotControlled } = item
  const home = item.home && { id: item.home.id, label: locationLabel(item.home) }
  const form = useForm<AddStockValues>({
    resolver: (values, context, options) => {
      // Validates the rows once the user has typed in one, or on submit, when all fields are validated.
      const [left, ...others] = options.names ?? []
      const isSaving = others.length > 0
      if (!isSaving && left?.startsWith('lots') && values.lots.every(isUntouchedLot)) return { values, errors: {} }
      return bodyResolver<AddStockValues>({
        schema: lotControlled ? AddTrackedLots : AddStockLots,
        bodyOf: addStockBody,
        fieldOf: (path) => addStockField(path, values),
      })(values, context, options)
    },
    mode: 'onTouched',
    defaultValues: { reason: '', customReason: '', lots: [blankLot(home)] },
  })
  const refusal = useFormRefusal(form, (path) => addStockField(path, form.getValues()))
  const add = useApiMutation(calls.addStockLots, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: (_item, { body }) => {
      const pieces = body.lots.reduce((sum, { quantity }) => sum + quantity, 0)
      toast.success(`${pieces.toLocaleString()} added to ${item.name}`)
      close()
    },
  })
  const reason = useWatch({ control: form.control, name: 'reason' })
  return (
    <RecordDialog
      title="Add stock"
      description={`${item.name}, ${item.onHand.toLocaleString()} on hand now`}
      size={lotControlled ? 'xl' : 'lg'}
      what={calls.what}
      submitLabel="Add stock"
      form={form}
      refusal={refusal}
      busy={add.isPending}
      onSubmit={(values) => add.submit({ params: { id: item.id }, body: addStockBody(values) as AddStockBody })}
      close={close}
    >
      <AddStockRows form={form} hasLots={lotControlled} home={home} />
      <FieldRow min="18rem">
        <ReasonFields control={form.control} reason={reason} reasons={addReasons} />
      </FieldRow>
    </RecordDialog>
  )
}
