import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { formatPrice } from '#shared/money.ts'
import { FormNumberField, FormPicker } from '#web/forms/form-value-fields.tsx'
import { ItemPicker } from '#web/inventory/stock/item-picker.tsx'
import { blankPart, type KitValues, partsCost } from './kit-values.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/** The rows for the items of a kit, with their cost. */
export function KitPartsField() {
  const { control } = useFormContext<KitValues>()
  const { currency } = useSettings()
  const parts = useFieldArray({ control, name: 'components' })
  const values = useWatch({ control, name: 'components' })
  const cost = partsCost(values)
  return (
    <div className="flex flex-col items-start gap-3">
      <ul aria-label="Items of the kit" className="flex w-full flex-col gap-3">
        {parts.fields.map((part, at) => (
          <PartRow
            key={part.id}
            at={at}
            onRemove={() => (parts.fields.length === 1 ? parts.replace([blankPart]) : parts.remove(at))}
          />
        ))}
      </ul>
      <Button size="sm" onClick={() => parts.append(blankPart)}>
        <Plus aria-hidden />
        Add item
      </Button>
      {cost !== null && cost > 0 && (
        <p role="status" className="text-secondary">
          Cost of one kit’s items{' '}
          <span className="figures font-medium text-primary">
            {currency} {formatDecimalInput(formatPrice(cost), 2)}
          </span>
        </p>
      )}
    </div>
  )
}

function PartRow({ at, onRemove }: { at: number; onRemove: () => void }) {
  const { control } = useFormContext<KitValues>()
  const warehouse = useWatch({ control, name: 'warehouse' })
  const name = `Item ${at + 1}`
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_9rem_auto] items-start gap-2 max-md:grid-cols-[minmax(0,1fr)_auto]">
      <FormPicker
        picker={ItemPicker}
        control={control}
        name={`components.${at}.item`}
        label={name}
        hideLabel
        location={warehouse}
        className="max-md:col-span-2"
        keep={({ id, label, cost }) => ({ id, label, cost })}
      />
      <FormNumberField
        control={control}
        name={`components.${at}.quantity`}
        label={`Quantity of ${name.toLowerCase()}`}
        hideLabel
        unit="a kit"
        inputMode="numeric"
        errorName="Quantity"
      />
      <IconButton label={`Remove ${name.toLowerCase()}`} onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  )
}
