import { useFormContext, useWatch } from 'react-hook-form'
import { formatAmount } from '#shared/money.ts'
import { FormSelectField } from '#web/forms/form-fields.tsx'
import { FormMoneyField } from '#web/forms/form-value-fields.tsx'
import { AmountList } from '#web/ui/amount-list.tsx'
import { useOrderSums } from './order-prices.ts'
import type { OrderValues } from './order-values.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

/** The order discount and the sums; calculated like on the server. */
export function OrderSumsEditor() {
  const { control } = useFormContext<OrderValues>()
  const { currency } = useSettings()
  const mayDiscount = useCan('inventory.edit')
  const kind = useWatch({ control, name: 'discountKind' })
  const { sums } = useOrderSums()
  const hasMore = sums.discount !== 0n || sums.tax !== 0n
  return (
    <Card title="Total">
      <div className="flex flex-col gap-4">
        {mayDiscount && (
          <FieldRow min="7rem">
            <FormSelectField control={control} name="discountKind" label="Discount">
              <option value="percent">Per cent</option>
              <option value="amount">Amount</option>
            </FormSelectField>
            <FormMoneyField
              control={control}
              name="discountValue"
              label={kind === 'percent' ? 'Per cent off' : 'Amount off'}
              errorName="Discount"
              currency={kind === 'percent' ? '%' : currency}
            />
          </FieldRow>
        )}
        <AmountList
          rows={[
            hasMore && { label: 'Subtotal', value: formatAmount(sums.subtotal) },
            sums.discount !== 0n && { label: 'Discount', value: formatAmount(-sums.discount) },
            sums.tax !== 0n && { label: 'Tax', value: formatAmount(sums.tax) },
            { label: `Total, ${currency}`, value: formatAmount(sums.total), isTotal: true },
          ]}
        />
      </div>
    </Card>
  )
}
