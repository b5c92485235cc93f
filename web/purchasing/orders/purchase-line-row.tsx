import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { formatAmount } from '#shared/money.ts'
import { wholeCases } from '#shared/quantity.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { type BoughtItem, BoughtItemPicker, boughtItem } from '#web/inventory/public/bought-item-picker.tsx'
import { blankLine, lineTotal, type PurchaseValues, roundUp } from './purchase-values.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { TextField } from '#web/ui/field.tsx'
import { tablet, useMediaQuery } from '#web/ui/media-query.ts'
import { MoneyField, NumberField } from '#web/ui/number-field.tsx'

/** Widths of a line's columns on a screen; narrower a line is a card of its own. */
export const purchaseColumnsClass =
  'xl:grid xl:grid-cols-[minmax(0,1fr)_7rem_8rem_9.5rem_6.5rem_2.25rem] xl:items-start xl:gap-x-3'

type PurchaseLineRowProps = { at: number; onKeyDown: (event: KeyboardEvent) => void; onRemove: () => void }

/** One line of a purchase order being written: what, how many, at which cost. */
export function PurchaseLineRow({ at, onKeyDown, onRemove }: PurchaseLineRowProps) {
  const { control, setFocus, setValue, register, formState } = useFormContext<PurchaseValues>()
  const line = useWatch({ control, name: `lines.${at}` }) ?? blankLine
  const [supplier, location] = useWatch({ control, name: ['supplier', 'location'] })
  // Narrow there is no table header to say it.
  const hideLabel = !useMediaQuery(tablet)
  const total = lineTotal(line)
  const touched = { shouldDirty: true, shouldValidate: formState.isSubmitted } as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid's row in every browser
    <div
      role="group"
      aria-label={`Line ${at + 1}`}
      onKeyDown={onKeyDown}
      className={cn(
        'relative border-line border-b px-5 py-3 max-xl:grid max-xl:grid-cols-2 max-xl:gap-3 max-xl:px-4',
        purchaseColumnsClass,
      )}
    >
      <div className="min-w-0 max-xl:col-span-2 max-xl:pr-10">
        <Controller
          control={control}
          name={`lines.${at}.item`}
          render={({ field, fieldState }) => (
            <BoughtItemPicker
              label="Item"
              hideLabel={hideLabel}
              supplier={supplier}
              location={location}
              {...field}
              onChange={(option) => {
                field.onChange(option && boughtItem(option.item))
                if (!option) return
                setValue(`lines.${at}.unitCost`, option.item.cost, touched)
                setFocus(`lines.${at}.quantity`)
              }}
              error={sentence('Item', fieldState.error?.message)}
            />
          )}
        />
        {line.item && (
          <Packs
            item={line.item}
            quantity={line.quantity}
            isForeign={Boolean(supplier && line.item.supplierId && line.item.supplierId !== supplier.id)}
            onRound={(quantity) => setValue(`lines.${at}.quantity`, quantity, touched)}
          />
        )}
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
      <Controller
        control={control}
        name={`lines.${at}.unitCost`}
        render={({ field, fieldState }) => (
          <MoneyField
            label="Unit cost"
            hideLabel={hideLabel}
            currency=""
            {...field}
            error={sentence('Unit cost', fieldState.error?.message)}
          />
        )}
      />
      <TextField
        label="Expected"
        hideLabel={hideLabel}
        type="date"
        {...register(`lines.${at}.expectedDate`)}
        error={sentence('Expected', formState.errors.lines?.[at]?.expectedDate?.message)}
      />
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

type PacksProps = {
  item: BoughtItem
  quantity: number | null
  /** Another supplier usually brings it. */
  isForeign: boolean
  onRound: (quantity: number) => void
}

/** In which packs the supplier sells it, and what they will say to the quantity. */
function Packs({ item, quantity, isForeign, onRound }: PacksProps) {
  const { sku, moq, pcsPerCase } = item
  const known = quantity !== null && Number.isSafeInteger(quantity) && quantity > 0 ? quantity : null
  const better = known === null ? null : roundUp(item, known)
  const cases = known === null ? null : wholeCases(known, pcsPerCase)
  return (
    <p className="figures mt-1 text-muted text-xs">
      {[
        sku,
        moq !== null && `minimum ${moq.toLocaleString()}`,
        pcsPerCase > 1 && `${pcsPerCase.toLocaleString()} a case`,
        cases !== null && pcsPerCase > 1 && `${cases.toLocaleString()} ${cases === 1 ? 'case' : 'cases'}`,
      ]
        .filter(Boolean)
        .join(' · ')}
      {better !== null && better !== known && (
        <button type="button" className="link ml-1.5 text-warn" onClick={() => onRound(better)}>
          Round up to {better.toLocaleString()}
        </button>
      )}
      {isForeign && <span className="block text-warn">Usually from another supplier</span>}
    </p>
  )
}
