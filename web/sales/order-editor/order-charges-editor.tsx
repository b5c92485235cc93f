import { Plus } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { OrderChargeRow } from './order-charge-row.tsx'
import { blankFee, blankService, type OrderValues } from './order-values.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** What is done for the customer beside the goods, and what they pay beside: never in stock, never picked. */
export function OrderChargesEditor() {
  const { control } = useFormContext<OrderValues>()
  const { fields, append, remove } = useFieldArray({ control, name: 'charges' })
  const focus = (at: number, isFee: boolean) => ({ focusName: `charges.${at}.${isFee ? 'name' : 'service'}` })
  return (
    <Card
      flush
      title="Services and fees"
      help="Shown on the invoice, not on the pick list. Discounts do not apply to fees."
    >
      {fields.map((field, at) => (
        <OrderChargeRow key={field.id} at={at} onRemove={() => remove(at)} />
      ))}
      <div className="flex flex-wrap gap-2 border-line border-t px-5 py-4 max-md:px-4">
        <Button variant="ghost" className="-ml-3.5" onClick={() => append(blankService, focus(fields.length, false))}>
          <Plus aria-hidden />
          Add service
        </Button>
        <Button variant="ghost" onClick={() => append(blankFee, focus(fields.length, true))}>
          <Plus aria-hidden />
          Add fee
        </Button>
      </div>
    </Card>
  )
}
