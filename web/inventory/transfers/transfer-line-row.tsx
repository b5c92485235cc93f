import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { type LotStatus, lotStatusNames } from '#shared/inventory/stock/lot-status.ts'
import type { ItemOnHand } from '#shared/inventory/transfers/api.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { OnHandItemPicker } from '#web/inventory/stock/on-hand-item-picker.tsx'
import { blankTransferLine, type TransferValues } from './transfer-values.ts'
import { formatDay } from '#web/ui/format-day.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { SelectField } from '#web/ui/field.tsx'
import { tablet, useMediaQuery } from '#web/ui/media-query.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { isBlocked } from '#shared/inventory/stock/usable-lots.ts'

/** Widths of a line's columns on a screen; narrower a line is a card of its own. */
export const transferLineColumns =
  'xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,18rem)_8rem_2.25rem] xl:items-start xl:gap-x-3'

type TransferLineRowProps = {
  at: number
  source: TransferValues['source']
  transfer: string | undefined
  /** What stands of its item at the source. */
  standing: ItemOnHand | undefined
  /** The source has answered. */
  isKnown: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onRemove: () => void
}

/** One line of a transfer being written: what, of which lot, how many. */
export function TransferLineRow(props: TransferLineRowProps) {
  const { at, source, transfer, standing, isKnown, onKeyDown, onRemove } = props
  const { control, register, setFocus, setValue, formState } = useFormContext<TransferValues>()
  const line = useWatch({ control, name: `lines.${at}` }) ?? blankTransferLine
  // Narrow there is no table header to say it.
  const hideLabel = !useMediaQuery(tablet)
  const errors = formState.errors.lines?.[at]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid's row in every browser
    <div
      role="group"
      aria-label={`Line ${at + 1}`}
      onKeyDown={onKeyDown}
      className={cn(
        'relative border-line border-b px-5 py-3 max-xl:flex max-xl:flex-col max-xl:gap-3 max-xl:px-4',
        transferLineColumns,
      )}
    >
      <div className="min-w-0 max-xl:pr-10">
        <Controller
          control={control}
          name={`lines.${at}.item`}
          render={({ field, fieldState }) => (
            <OnHandItemPicker
              {...field}
              label="Item"
              hideLabel={hideLabel}
              location={source}
              transfer={transfer}
              onChange={(option) => {
                field.onChange(option && { id: option.id, label: option.label })
                setValue(`lines.${at}.lotId`, '')
                if (option) setFocus(`lines.${at}.quantity`)
              }}
              error={sentence('Item', fieldState.error?.message)}
            />
          )}
        />
        {line.item && isKnown && <Availability line={line} standing={standing} />}
      </div>
      <SelectField
        label="Lot"
        hideLabel={hideLabel}
        disabled={!standing?.lotControlled}
        className={cn(standing && !standing.lotControlled && 'max-xl:hidden')}
        {...register(`lines.${at}.lotId`)}
        error={sentence('Lot', errors?.lotId?.message)}
      >
        <option value="">{standing && !standing.lotControlled ? 'Not lot-tracked' : 'First to expire'}</option>
        {standing?.lotControlled &&
          standing.lots.map((lot) => (
            <option key={lot.lotId} value={lot.lotId}>
              {[
                lot.lotNumber,
                lot.expiryDate && `expires ${formatDay(lot.expiryDate)}`,
                `${lot.available.toLocaleString()} there`,
                isBlocked(lot) && lotStatusNames[lot.lotStatus as LotStatus],
              ]
                .filter(Boolean)
                .join(' · ')}
            </option>
          ))}
      </SelectField>
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

type AvailabilityProps = { line: TransferValues['lines'][number]; standing: ItemOnHand | undefined }

/** How much of an item, or of the chosen lot, is free at the source, and whether that is enough. */
function Availability({ line: { lotId, quantity }, standing }: AvailabilityProps) {
  const lot = standing?.lots.find((one) => one.lotId === lotId)
  const free = lotId ? (lot?.available ?? 0) : (standing?.available ?? 0)
  const isShort = (quantity ?? 0) > free || free === 0
  return (
    <p className={cn('figures mt-1 text-xs', isShort ? 'font-medium text-warn' : 'text-muted')}>
      {standing && `${standing.sku} · `}
      {free === 0 ? 'None' : isShort ? `Only ${free.toLocaleString()}` : free.toLocaleString()} available
      {lotId ? ' of this lot' : ' at the source'}
    </p>
  )
}
