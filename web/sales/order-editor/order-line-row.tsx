import type { KeyboardEvent } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { formatAmount } from '#shared/money.ts'
import type { Availability } from '#shared/sales/orders/availability-api.ts'
import { EditedLine, LineFigure, LineHead } from '#web/documents/lines-editor.tsx'
import { FormNumberField, FormPicker } from '#web/forms/form-value-fields.tsx'
import { ProductPicker } from '#web/inventory/public/product-picker.tsx'
import { LinePriceFields } from './line-price-fields.tsx'
import { LineStock } from './line-stock.tsx'
import { lineTotal } from './order-prices.ts'
import { blankLine, type OrderValues, soldProduct } from './order-values.ts'
import { TaxField } from './tax-field.tsx'
import { findAvailability, useDemand } from './use-availability.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

type OrderLineRowProps = {
  at: number
  /** The pieces of this product in the whole order. */
  wanted: number
  /** What is available to this customer; undefined while loading. */
  stock: Availability | undefined
  onKeyDown: (event: KeyboardEvent) => void
  onRemove: () => void
}

/** One line of the order form: product, quantity and price. */
export function OrderLineRow({ at, wanted, stock, onKeyDown, onRemove }: OrderLineRowProps) {
  const { control, setFocus } = useFormContext<OrderValues>()
  const line = useWatch({ control, name: `lines.${at}` }) ?? blankLine
  const buyer = useWatch({ control, name: 'customer' })
  const total = lineTotal(line, buyer?.tier)
  const { product } = line
  const demand = useDemand()
  return (
    <EditedLine label={`Line ${at + 1}`} onKeyDown={onKeyDown} onRemove={onRemove}>
      <LineHead>
        <FormPicker
          picker={ProductPicker}
          control={control}
          name={`lines.${at}.product`}
          label="Product"
          tier={buyer?.tier}
          withKits
          availableTo={
            demand.account || demand.requestedDate ? (ids, signal) => findAvailability(demand, ids, signal) : undefined
          }
          creatable
          keep={(option) => soldProduct(option.product)}
          onPicked={(option) => option && setFocus(`lines.${at}.quantity`)}
        />
        {product && <LineStock product={product} wanted={wanted} stock={stock} />}
      </LineHead>
      <FormNumberField control={control} name={`lines.${at}.quantity`} label="Quantity" inputMode="numeric" />
      <LinePriceFields at={at} />
      <TaxField name={`lines.${at}.tax`} />
      <LineFigure label="Line total">
        {total !== null && <span className="font-medium">{formatDecimalInput(formatAmount(total), 2)}</span>}
      </LineFigure>
    </EditedLine>
  )
}
