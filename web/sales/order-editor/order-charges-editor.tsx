import { useFieldArray, useFormContext } from 'react-hook-form'
import { AddLine, LinesEditor } from '#web/documents/lines-editor.tsx'
import { OrderChargeRow } from './order-charge-row.tsx'
import { useLineColumns } from './order-lines-editor.tsx'
import { blankFee, blankService, type OrderValues } from './order-values.ts'

/** The services and fees of an order: neither stocked nor picked. */
export function OrderChargesEditor() {
  const { control } = useFormContext<OrderValues>()
  const { fields, append, remove } = useFieldArray({ control, name: 'charges' })
  const columns = useLineColumns('Service or fee')
  const focus = (at: number, isFee: boolean) => ({ focusName: `charges.${at}.${isFee ? 'name' : 'service'}` })
  return (
    <LinesEditor
      title="Services and fees"
      help="Shown on the invoice, not on the pick list. Discounts do not apply to fees."
      columns={fields.length > 0 ? columns : []}
      foot={
        <div className="flex flex-wrap gap-x-6">
          <AddLine label="Add service" onClick={() => append(blankService, focus(fields.length, false))} />
          <AddLine label="Add fee" onClick={() => append(blankFee, focus(fields.length, true))} />
        </div>
      }
    >
      {fields.map((field, at) => (
        <OrderChargeRow key={field.id} at={at} onRemove={() => remove(at)} />
      ))}
    </LinesEditor>
  )
}
