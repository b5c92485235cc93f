import type { KeyboardEvent } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type LotStatus, lotStatusNames } from '#shared/inventory/stock/lot-status.ts'
import type { ItemOnHand } from '#shared/inventory/transfers/api.ts'
import { EditedLine, LineHead } from '#web/documents/lines-editor.tsx'
import { FormLoadedSelectField, FormNumberField, FormPicker } from '#web/forms/form-value-fields.tsx'
import { OnHandItemPicker } from '#web/inventory/stock/on-hand-item-picker.tsx'
import { blankTransferLine, firstToExpire, type TransferValues } from './transfer-values.ts'
import { formatDay } from '#shared/format-day.ts'
import { cn } from '#web/ui/class-names.ts'
import { isBlocked } from '#shared/inventory/stock/usable-lots.ts'

type TransferLineRowProps = {
  at: number
  source: TransferValues['source']
  transfer: string | undefined
  /** The item's stock at the source. */
  itemOnHand: ItemOnHand | undefined
  /** Whether the stock at the source is loaded. */
  isKnown: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onRemove: () => void
}

/** One line of the transfer form: item, lot and quantity. */
export function TransferLineRow(props: TransferLineRowProps) {
  const { at, source, transfer, itemOnHand, isKnown, onKeyDown, onRemove } = props
  const { control, setFocus, setValue } = useFormContext<TransferValues>()
  const line = useWatch({ control, name: `lines.${at}` }) ?? blankTransferLine
  const lots = itemOnHand?.lotControlled ? itemOnHand.lots : []
  const hasNoLots = itemOnHand !== undefined && !itemOnHand.lotControlled
  return (
    <EditedLine label={`Line ${at + 1}`} onKeyDown={onKeyDown} onRemove={onRemove}>
      <LineHead>
        <FormPicker
          picker={OnHandItemPicker}
          control={control}
          name={`lines.${at}.item`}
          label="Item"
          location={source}
          transfer={transfer}
          keep={({ id, label }) => ({ id, label })}
          onPicked={(option) => {
            setValue(`lines.${at}.lotId`, '')
            if (option) setFocus(`lines.${at}.quantity`)
          }}
        />
        {line.item && isKnown && <Availability line={line} itemOnHand={itemOnHand} />}
      </LineHead>
      <FormLoadedSelectField
        control={control}
        name={`lines.${at}.lotId`}
        label="Lot"
        disabled={!itemOnHand?.lotControlled}
        className={cn('carded:col-span-2', hasNoLots && 'carded:hidden')}
      >
        <option value="">{hasNoLots ? 'Not lot-tracked' : firstToExpire}</option>
        {line.lotId !== '' && !lots.some((lot) => lot.lotId === line.lotId) && (
          <option value={line.lotId}>{isKnown ? 'None of this lot there' : 'Loading…'}</option>
        )}
        {lots.map((lot) => (
          <option key={lot.lotId} value={lot.lotId}>
            {wordsOf(lot)}
          </option>
        ))}
      </FormLoadedSelectField>
      <FormNumberField control={control} name={`lines.${at}.quantity`} label="Quantity" inputMode="numeric" />
    </EditedLine>
  )
}

const wordsOf = (lot: ItemOnHand['lots'][number]) =>
  [
    lot.lotNumber,
    lot.expiryDate && `expires ${formatDay(lot.expiryDate)}`,
    `${lot.free.toLocaleString()} there`,
    isBlocked(lot) && lotStatusNames[lot.lotStatus as LotStatus],
  ]
    .filter(Boolean)
    .join(' · ')

type AvailabilityProps = { line: TransferValues['lines'][number]; itemOnHand: ItemOnHand | undefined }

/** How much of the item, or of the chosen lot, is available at the source, and whether that is enough. */
function Availability({ line: { lotId, quantity }, itemOnHand }: AvailabilityProps) {
  const lot = itemOnHand?.lots.find((one) => one.lotId === lotId)
  const free = lotId ? (lot?.free ?? 0) : (itemOnHand?.available ?? 0)
  const isShort = (quantity ?? 0) > free || free === 0
  return (
    <p className={cn('figures mt-1 text-xs', isShort ? 'font-medium text-warn' : 'text-muted')}>
      {itemOnHand && `${itemOnHand.sku} · `}
      {free === 0 ? 'None' : isShort ? `Only ${free.toLocaleString()}` : free.toLocaleString()}
      {lotId ? ' unreserved in this lot' : ' available at the source'}
    </p>
  )
}
