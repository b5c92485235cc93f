import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { formatAmount } from '#shared/money.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { ProductPicker } from '#web/inventory/public/product-picker.tsx'
import { LinePriceFields } from './line-price-fields.tsx'
import { lineTotal } from './order-prices.ts'
import { blankLine, type OrderValues, type SoldProduct, soldProduct } from './order-values.ts'
import { TaxField, useHasTaxes } from './tax-field.tsx'
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
  onKeyDown: (event: KeyboardEvent) => void
  onRemove: () => void
}

/** One line of an order being written: what, how many, at which price. */
export function OrderLineRow({ at, wanted, onKeyDown, onRemove }: OrderLineRowProps) {
  const { control, setFocus, formState } = useFormContext<OrderValues>()
  const hasTaxes = useHasTaxes()
  const line = useWatch({ control, name: `lines.${at}` }) ?? blankLine
  const buyer = useWatch({ control, name: 'customer' })
  // Narrow there is no table header to say it.
  const hideLabel = !useMediaQuery(tablet)
  const total = lineTotal(line, buyer?.tier)
  const { product } = line
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
        {product && <Availability product={product} wanted={wanted} />}
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

/** Whether there is enough of a product for what the whole order wants of it, and whether it is enough to be sold. */
function Availability({ product: { sku, available, moq }, wanted }: { product: SoldProduct; wanted: number }) {
  const isShort = wanted > available
  const there = available > 0 ? `only ${available.toLocaleString()}` : 'none'
  return (
    <p className="figures mt-1 text-muted text-xs">
      {sku}
      <span aria-hidden> · </span>
      {isShort ? (
        <span className="font-medium text-warn">
          {there} available, {(wanted - Math.max(available, 0)).toLocaleString()} short
        </span>
      ) : (
        `${available.toLocaleString()} available`
      )}
      {/* A draft of an earlier version knows none. */}
      {(moq ?? 0) > 1 && (
        <>
          <span aria-hidden> · </span>
          <span className={wanted > 0 && wanted < (moq ?? 0) ? 'font-medium text-warn' : undefined}>
            minimum order {moq?.toLocaleString()}
          </span>
        </>
      )}
    </p>
  )
}
