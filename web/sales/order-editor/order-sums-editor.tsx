import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { formatAmount } from '#shared/money.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { AmountList } from '#web/ui/amount-list.tsx'
import { useOrderSums } from './order-prices.ts'
import type { OrderValues } from './order-values.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { SelectField } from '#web/ui/field.tsx'
import { MoneyField } from '#web/ui/number-field.tsx'

/** A discount off the whole order, and what it all comes to; counted as the server counts. */
export function OrderSumsEditor() {
  const { control, register, formState } = useFormContext<OrderValues>()
  const { currency } = useSettings()
  const mayDiscount = useCan('inventory.edit')
  const kind = useWatch({ control, name: 'discountKind' })
  const { sums } = useOrderSums()
  const hasMore = sums.discount !== 0n || sums.tax !== 0n
  return (
    <div className="@container border-line border-t px-5 py-4 max-md:px-4">
      <div className="grid gap-6 @min-xl:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid max-w-md grid-cols-2 items-start gap-3">
          {mayDiscount && (
            <>
              <SelectField label="Discount" {...register('discountKind')}>
                <option value="percent">Per cent</option>
                <option value="amount">Amount</option>
              </SelectField>
              <Controller
                control={control}
                name="discountValue"
                render={({ field, fieldState }) => (
                  <MoneyField
                    label={kind === 'percent' ? 'Per cent off' : 'Amount off'}
                    currency={kind === 'percent' ? '%' : currency}
                    {...field}
                    error={sentence('Discount', fieldState.error?.message ?? formState.errors.discountValue?.message)}
                  />
                )}
              />
            </>
          )}
        </div>
        <AmountList
          rows={[
            hasMore && { label: 'Subtotal', value: formatAmount(sums.subtotal) },
            sums.discount !== 0n && { label: 'Discount', value: formatAmount(-sums.discount) },
            sums.tax !== 0n && { label: 'Tax', value: formatAmount(sums.tax) },
            { label: `Total, ${currency}`, value: formatAmount(sums.total), isTotal: true },
          ]}
        />
      </div>
    </div>
  )
}
