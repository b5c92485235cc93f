import { Plus, X } from 'lucide-react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import type { PurchaseLine } from '#shared/purchasing/orders/purchase-order.ts'
import { sentence } from '#web/forms/field-errors.ts'
import type { ReceiveValues } from './receive-values.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/choice-field.tsx'
import { cn } from '#web/ui/class-names.ts'
import { TextField } from '#web/ui/field.tsx'
import { NumberField } from '#web/ui/number-field.tsx'

type ReceiveLineProps = {
  line: PurchaseLine
  form: UseFormReturn<ReceiveValues>
  /** Pieces written down so far, in all lots. */
  arriving: number
  /** Its parts, by their place in the form. */
  places: readonly { id: string; at: number }[]
  onAdd: (after: number) => void
  onRemove: (at: number) => void
}

/** One line of the order: what arrived of it, lot by lot, the damaged pieces apart. */
export function ReceiveLine({ line, form, arriving, places, onAdd, onRemove }: ReceiveLineProps) {
  const { item, quantity, open, receivable } = line
  const last = places.at(-1)?.at ?? 0
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a grid in every browser
    <div role="group" aria-label={item.name} className="flex flex-col gap-3 border-line border-t px-5 py-4 max-md:px-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-medium">
          {item.name}
          <span className="block font-normal text-muted text-xs">
            {item.sku}
            {item.supplierCode && `, theirs ${item.supplierCode}`}
          </span>
        </p>
        <p className={cn('figures text-table', arriving > receivable ? 'text-bad' : 'text-secondary')}>
          {arriving.toLocaleString()} of {open.toLocaleString()} open
          <span className="block text-right text-muted text-xs">
            {arriving > receivable
              ? `only ${receivable.toLocaleString()} are outstanding`
              : receivable > open
                ? `up to ${receivable.toLocaleString()} are accepted`
                : `${quantity.toLocaleString()} ordered`}
          </span>
        </p>
      </div>
      {places.map(({ id, at }, index) => (
        <Part
          key={id}
          at={at}
          form={form}
          name={item.name}
          lotControlled={item.lotControlled}
          onRemove={places.length > 1 ? () => onRemove(at) : undefined}
          count={index + 1}
        />
      ))}
      <Button size="sm" variant="ghost" className="-ml-2.5 self-start" onClick={() => onAdd(last)}>
        <Plus aria-hidden />
        {item.lotControlled ? 'Another lot, or damaged pieces' : 'Split damaged quantity'}
      </Button>
    </div>
  )
}

type PartProps = {
  at: number
  form: UseFormReturn<ReceiveValues>
  name: string
  count: number
  lotControlled: boolean
  onRemove: (() => void) | undefined
}

function Part({ at, form, name, count, lotControlled, onRemove }: PartProps) {
  const { control, register, formState } = form
  const part = useWatch({ control, name: `parts.${at}` })
  const errors = formState.errors.parts?.[at]
  return (
    <div
      className={cn(
        'grid items-start gap-3 max-md:grid-cols-2',
        lotControlled ? 'md:grid-cols-[7rem_minmax(0,1fr)_10rem_auto_2.25rem]' : 'md:grid-cols-[7rem_auto_1fr]',
      )}
    >
      <Controller
        control={control}
        name={`parts.${at}.quantity`}
        render={({ field, fieldState }) => (
          <NumberField
            label="Arrived"
            inputMode="numeric"
            {...field}
            error={sentence('Quantity', fieldState.error?.message)}
          />
        )}
      />
      {lotControlled && (
        <>
          <TextField
            label="Lot number"
            autoComplete="off"
            {...register(`parts.${at}.lotNumber`)}
            error={sentence('Lot number', errors?.lotNumber?.message)}
          />
          <div className="flex flex-col gap-1.5">
            <TextField
              label="Expiry date"
              type="date"
              disabled={part?.noExpiry}
              {...register(`parts.${at}.expiryDate`)}
              error={sentence('Expiry date', errors?.expiryDate?.message)}
            />
          </div>
        </>
      )}
      <div className={cn('flex flex-col', lotControlled ? 'md:pt-5' : 'pt-8')}>
        {lotControlled && <CheckboxField label="Does not expire" {...register(`parts.${at}.noExpiry`)} />}
        <CheckboxField label="Damaged" {...register(`parts.${at}.damaged`)} />
      </div>
      {onRemove && (
        <IconButton label={`Remove row ${count} of ${name}`} onClick={onRemove} className="md:mt-6.5">
          <X aria-hidden />
        </IconButton>
      )}
    </div>
  )
}
