import { MapPin, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { PurchaseLine } from '#shared/purchasing/orders/purchase-order.ts'
import { FormCheckboxField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormNumberField, FormPicker } from '#web/forms/form-value-fields.tsx'
import type { ReceiveValues } from './receive-values.ts'
import { ExpiryPrompt } from '#web/inventory/public/expiry-prompt.tsx'
import { OwnLocationPicker } from '#web/inventory/public/location-picker.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { tablet, useMediaQuery } from '#web/ui/media-query.ts'

type ReceiveLineProps = {
  line: PurchaseLine
  form: UseFormReturn<ReceiveValues>
  /** Pieces entered so far, in all lots. */
  arriving: number
  /** The parts of the line, with their indexes in the form. */
  places: readonly { id: string; at: number }[]
  onAdd: (after: number) => void
  onRemove: (at: number) => void
}

/** The column widths on wide screens, with one row per lot; on narrower ones each line is a card. */
export const receiveColumnsClass =
  'xl:grid xl:grid-cols-[minmax(0,1fr)_6rem_5rem_minmax(6rem,9rem)_9rem_4.5rem_4rem_5.5rem] xl:items-start xl:gap-x-3'

/** One line of the order: the received quantities, one row per lot, damaged pieces separately. */
export function ReceiveLine({ line, form, arriving, places, onAdd, onRemove }: ReceiveLineProps) {
  const { item, quantity, open, receivable } = line
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a grid in every browser
    <div
      role="group"
      aria-label={item.name}
      className={cn(
        'border-line border-t px-5 py-2 max-xl:flex max-xl:flex-col max-xl:gap-2 max-md:px-4',
        receiveColumnsClass,
      )}
    >
      <div className="max-xl:flex max-xl:items-baseline max-xl:justify-between max-xl:gap-4 xl:contents">
        <p className="min-w-0 text-table">
          <span className="wrap-anywhere line-clamp-2 font-medium" title={item.name}>
            {item.name}
          </span>
          <span className="block truncate text-muted text-xs">
            {item.sku}
            {item.supplierCode && `, theirs ${item.supplierCode}`}
          </span>
        </p>
        <p
          className={cn(
            'figures shrink-0 text-right text-table',
            arriving > receivable ? 'text-bad' : 'text-secondary',
          )}
        >
          {open.toLocaleString()}
          <span className="xl:hidden"> outstanding</span>
          <span className="block text-muted text-xs">
            {arriving > receivable
              ? receivable > 0
                ? `only ${receivable.toLocaleString()} are outstanding`
                : 'nothing is outstanding'
              : receivable > open
                ? `up to ${receivable.toLocaleString()} accepted`
                : arriving > 0
                  ? `${arriving.toLocaleString()} entered`
                  : `of ${quantity.toLocaleString()}`}
          </span>
        </p>
      </div>
      {places.map(({ id, at }, index) => (
        <Part
          key={id}
          at={at}
          above={places[index - 1]?.at}
          form={form}
          name={item.name}
          lotControlled={item.lotControlled}
          onAdd={() => onAdd(at)}
          onRemove={places.length > 1 ? () => onRemove(at) : undefined}
          count={index + 1}
        />
      ))}
    </div>
  )
}

type PartProps = {
  at: number
  /** The row above, of the same line. */
  above: number | undefined
  form: UseFormReturn<ReceiveValues>
  name: string
  count: number
  lotControlled: boolean
  onAdd: () => void
  onRemove: (() => void) | undefined
}

function Part({ at, above, form, name, count, lotControlled, onAdd, onRemove }: PartProps) {
  const { control } = form
  const part = useWatch({ control, name: `parts.${at}` })
  // Narrow screens have no table header, so the labels are shown.
  const hideLabel = !useMediaQuery(tablet)
  const [isElsewhere, setElsewhere] = useState(false)
  /** Pieces marked as damaged usually belong to the lot of the row above. */
  const copyLot = () => {
    const { parts } = form.getValues()
    const [row, source] = [parts[at], above === undefined ? undefined : parts[above]]
    if (!row?.damaged || !source || row.lotNumber || row.expiryDate || row.noExpiry) return
    for (const field of ['lotNumber', 'expiryDate', 'noExpiry'] as const)
      form.setValue(`parts.${at}.${field}`, source[field], { shouldDirty: true })
  }
  const addLabel = lotControlled ? 'Another lot, or damaged pieces' : 'Split damaged quantity'
  return (
    <div
      className={cn(
        'grid grid-cols-2 items-start gap-3 md:grid-cols-4 xl:col-start-3 xl:col-end-9 xl:grid-cols-subgrid xl:gap-y-0',
        count > 1 && 'xl:mt-2',
      )}
    >
      <FormNumberField
        control={control}
        name={`parts.${at}.quantity`}
        label="Arrived"
        hideLabel={hideLabel}
        inputMode="numeric"
        errorName="Quantity"
      />
      {lotControlled ? (
        <>
          <FormTextField
            label="Lot number"
            hideLabel={hideLabel}
            autoComplete="off"
            control={control}
            name={`parts.${at}.lotNumber`}
          />
          <FormTextField
            label="Expiry date"
            hideLabel={hideLabel}
            type="date"
            disabled={part?.noExpiry}
            control={control}
            name={`parts.${at}.expiryDate`}
          />
        </>
      ) : (
        <p className="self-center text-muted text-xs max-xl:hidden xl:col-span-3">Without lots</p>
      )}
      <div className="flex min-h-(--control) items-center gap-x-4 self-end max-md:col-span-2 md:max-xl:flex-col md:max-xl:items-start md:max-xl:justify-center xl:contents [&_label]:whitespace-nowrap [&_label]:gap-1.5 [&_label]:text-table xl:[&_label]:min-h-(--control) xl:[&_label]:justify-center">
        {lotControlled && (
          <FormCheckboxField
            label="Does not expire"
            hideLabel={hideLabel}
            control={control}
            name={`parts.${at}.noExpiry`}
          />
        )}
        <FormCheckboxField
          label="Damaged"
          hideLabel={hideLabel}
          control={control}
          name={`parts.${at}.damaged`}
          rules={{ onChange: copyLot }}
        />
      </div>
      <div className="flex justify-end xl:min-h-(--control) xl:items-center max-xl:-mt-1 max-md:col-span-2 md:max-xl:col-span-4">
        {!isElsewhere && (
          <IconButton label={`Another location for ${name}`} size="sm" onClick={() => setElsewhere(true)}>
            <MapPin aria-hidden />
          </IconButton>
        )}
        <IconButton label={`${addLabel} of ${name}`} size="sm" onClick={onAdd}>
          <Plus aria-hidden />
        </IconButton>
        {onRemove && (
          <IconButton label={`Remove row ${count} of ${name}`} size="sm" onClick={onRemove}>
            <X aria-hidden />
          </IconButton>
        )}
      </div>
      {lotControlled && part && !part.noExpiry && part.expiryDate && (
        <div className="col-span-full empty:hidden xl:mt-2">
          <ExpiryPrompt date={part.expiryDate} lot={part.lotNumber} />
        </div>
      )}
      {isElsewhere && (
        <FormPicker
          picker={OwnLocationPicker}
          control={control}
          name={`parts.${at}.location`}
          label="Location"
          className="col-span-full xl:mt-2"
          help="Leave blank for the location of the order."
        />
      )}
    </div>
  )
}
