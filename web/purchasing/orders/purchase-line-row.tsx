import type { KeyboardEvent } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { formatAmount } from '#shared/money.ts'
import { wholeCases } from '#shared/quantity.ts'
import { EditedLine, ExtraCell, LineFigure, LineHead } from '#web/documents/lines-editor.tsx'
import { FormTextField } from '#web/forms/form-fields.tsx'
import { FormMoneyField, FormNumberField, FormPicker } from '#web/forms/form-value-fields.tsx'
import { type BoughtItem, BoughtItemPicker, boughtItem } from '#web/inventory/public/bought-item-picker.tsx'
import { blankLine, lineTotal, type PurchaseValues, roundUp } from './purchase-values.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

type PurchaseLineRowProps = { at: number; onKeyDown: (event: KeyboardEvent) => void; onRemove: () => void }

/** One line of the purchase order form: item, quantity and cost. */
export function PurchaseLineRow({ at, onKeyDown, onRemove }: PurchaseLineRowProps) {
  const { control, setFocus, setValue, formState } = useFormContext<PurchaseValues>()
  const line = useWatch({ control, name: `lines.${at}` }) ?? blankLine
  const [supplier, location] = useWatch({ control, name: ['supplier', 'location'] })
  const total = lineTotal(line)
  const touched = { shouldDirty: true, shouldValidate: formState.isSubmitted } as const
  return (
    <EditedLine label={`Line ${at + 1}`} onKeyDown={onKeyDown} onRemove={onRemove}>
      <LineHead>
        <FormPicker
          picker={BoughtItemPicker}
          control={control}
          name={`lines.${at}.item`}
          label="Item"
          supplier={supplier}
          location={location}
          keep={({ item }) => boughtItem(item)}
          onPicked={(option) => {
            if (!option) return
            setValue(`lines.${at}.unitCost`, option.item.cost, touched)
            setFocus(`lines.${at}.quantity`)
          }}
        />
        {line.item && (
          <Packs
            item={line.item}
            quantity={line.quantity}
            isForeign={Boolean(supplier && line.item.supplierId && line.item.supplierId !== supplier.id)}
            onRound={(quantity) => setValue(`lines.${at}.quantity`, quantity, touched)}
          />
        )}
      </LineHead>
      <FormNumberField control={control} name={`lines.${at}.quantity`} label="Quantity" inputMode="numeric" />
      <FormMoneyField control={control} name={`lines.${at}.unitCost`} label="Unit cost" currency="" />
      <ExtraCell below="secondAndThird" className="carded:col-span-2">
        <FormTextField control={control} name={`lines.${at}.expectedDate`} label="Expected" type="date" />
      </ExtraCell>
      <LineFigure label="Line total">
        {total !== null && <span className="font-medium">{formatDecimalInput(formatAmount(total), 2)}</span>}
      </LineFigure>
    </EditedLine>
  )
}

type PacksProps = {
  item: BoughtItem
  quantity: number | null
  /** Whether the item has another supplier. */
  isForeign: boolean
  onRound: (quantity: number) => void
}

/** The pack size and MOQ of the supplier, with a warning if the quantity doesn't match. */
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
