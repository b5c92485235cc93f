import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { formatAmount } from '#shared/money.ts'
import type { Availability } from '#shared/sales/orders/availability-api.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { ProductPicker } from '#web/inventory/public/product-picker.tsx'
import { LinePriceFields } from './line-price-fields.tsx'
import { LineStock } from './line-stock.tsx'
import { lineTotal } from './order-prices.ts'
import { blankLine, type OrderValues, soldProduct } from './order-values.ts'
import { TaxField, useHasTaxes } from './tax-field.tsx'
import { findAvailability, useDemand } from './use-availability.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { tablet, useMediaQuery } from '#web/ui/media-query.ts'
import { NumberField } from '#web/ui/number-field.tsx'

/** Widths of a line's columns on a screen; narrower a line is a card of its own. */
export const lineColumns = (hasTaxes: boolean) =>
  cn(
    'xl:grid xl:items-start xl:gap-x-3',
    hasTaxes
      ? 'xl:grid-cols-[minmax(0,1fr)_5.5rem_8rem_7.5rem_8rem_6.5rem_2.25rem]'
      : 'xl:grid-cols-[minmax(0,1fr)_6.5rem_8.5rem_8.5rem_6.5rem_2.25rem]',
  )

type OrderLineRowProps = {
  at: number
  /** Pieces of its product in the whole order. */
  wanted: number
  /** What of it can be sold to this customer; undefined until that is known. */
  stock: Availability | undefined
  onKeyDown: (event: KeyboardEvent) => void
  onRemove: () => void
}

/** One line of an order being written: what, how many, at which price. */
export function OrderLineRow({ at, wanted, stock, onKeyDown, onRemove }: OrderLineRowProps) {
  const { control, setFocus, formState } = useFormContext<OrderValues>()
  const hasTaxes = useHasTaxes()
  const line = useWatch({ control, name: `lines.${at}` }) ?? blankLine
  const buyer = useWatch({ control, name: 'customer' })
  // Narrow there is no table header to say it.
  const hideLabel = !useMediaQuery(tablet)
  const total = lineTotal(line, buyer?.tier)
  const { product } = line
  const demand = useDemand()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid's row in every browser
    <div
      role="group"
      aria-label={`Line ${at + 1}`}
      onKeyDown={onKeyDown}
      className={cn(
        'relative border-line border-b px-5 py-3 max-xl:grid max-xl:grid-cols-2 max-xl:gap-3 max-xl:px-4',
        lineColumns(hasTaxes),
      )}
    >
      <div className="min-w-0 max-xl:col-span-2 max-xl:pr-10">
        <Controller
          control={control}
          name={`lines.${at}.product`}
          render={({ field, fieldState }) => (
            <ProductPicker
              label="Product"
              hideLabel={hideLabel}
              tier={buyer?.tier}
              withKits
              availableTo={
                demand.account || demand.requestedDate
                  ? (ids, signal) => findAvailability(demand, ids, signal)
                  : undefined
              }
              creatable
              {...field}
              onChange={(option) => {
                field.onChange(option && soldProduct(option.product))
                if (option) setFocus(`lines.${at}.quantity`)
              }}
              error={sentence('Product', fieldState.error?.message)}
            />
          )}
        />
        {product && <LineStock product={product} wanted={wanted} stock={stock} />}
      </div>
      <Controller
        control={control}
        name={`lines.${at}.quantity`}
        render={({ field, fieldState }) => (
          <NumberField
            label="Quantity"
            hideLabel={hideLabel}
            inputMode="numeric"
            {...field}
            error={sentence('Quantity', fieldState.error?.message)}
          />
        )}
      />
      <LinePriceFields at={at} hideLabel={hideLabel} />
      {hasTaxes && (
        <TaxField name={`lines.${at}.tax`} hideLabel={hideLabel} message={formState.errors.lines?.[at]?.tax?.message} />
      )}
      <p className="figures flex min-h-(--control) items-center justify-end font-medium max-xl:self-end">
        <span className="sr-only">Line total </span>
        {total === null ? <span className="text-muted">–</span> : formatDecimalInput(formatAmount(total), 2)}
      </p>
      <IconButton
        label={`Remove line ${at + 1}`}
        onClick={onRemove}
        className="max-xl:absolute max-xl:top-3 max-xl:right-2"
      >
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
