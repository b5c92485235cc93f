import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { FormNumberField, FormPicker } from '#web/forms/form-value-fields.tsx'
import { sentence } from '#web/forms/field-errors.ts'
import type { ProductValues } from '#web/inventory/public/product-values.ts'
import { RawMaterialPicker } from '#web/inventory/public/raw-material-picker.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'

const choices = [
  { value: 'bought', label: 'Purchased', help: 'Bought from a supplier and resold as is.' },
  { value: 'made', label: 'Manufactured', help: 'Made from the raw materials below.' },
] as const

/** The bill of materials of a product: the user chooses whether it has one, and then the raw materials with quantities. */
export function BillOfMaterialsField() {
  const { control, register, formState } = useFormContext<ProductValues>()
  const parts = useFieldArray({ control, name: 'billOfMaterials.parts' })
  const kind = useWatch({ control, name: 'billOfMaterials.kind' })
  const error = formState.errors.billOfMaterials?.kind?.message
  const addPart = () => parts.append({ material: null, quantity: null })
  const radio = register('billOfMaterials.kind', {
    onChange: ({ target }) => target.value === 'made' && parts.fields.length === 0 && addPart(),
  })
  return (
    <>
      <fieldset className="flex flex-col gap-3">
        <legend className="sr-only">Bill of materials (required)</legend>
        {choices.map(({ value, label, help }) => (
          <label key={value} className="flex items-start gap-2.5">
            <input
              type="radio"
              {...radio}
              value={value}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? 'bill-error' : undefined}
              className="mt-0.5 size-4 accent-(--color-accent)"
            />
            <span className="flex flex-col">
              <span>{label}</span>
              <span className="text-muted text-xs">{help}</span>
            </span>
          </label>
        ))}
        {error && <FieldError id="bill-error">{sentence('Bill of materials', error)}</FieldError>}
      </fieldset>
      {kind === 'made' && (
        <div className="flex flex-col items-start gap-3">
          <ul aria-label="Raw materials" className="flex w-full flex-col gap-3">
            {parts.fields.map((part, at) => (
              <PartRow key={part.id} at={at} onRemove={() => parts.remove(at)} />
            ))}
          </ul>
          <Button size="sm" onClick={addPart}>
            <Plus aria-hidden />
            Add raw material
          </Button>
        </div>
      )}
    </>
  )
}

function PartRow({ at, onRemove }: { at: number; onRemove: () => void }) {
  const { control } = useFormContext<ProductValues>()
  const name = `Raw material ${at + 1}`
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_9rem_auto] items-start gap-2 max-md:grid-cols-[minmax(0,1fr)_auto]">
      <FormPicker
        picker={RawMaterialPicker}
        control={control}
        name={`billOfMaterials.parts.${at}.material`}
        label={name}
        hideLabel
        creatable
        className="max-md:col-span-2"
      />
      <FormNumberField
        control={control}
        name={`billOfMaterials.parts.${at}.quantity`}
        label={`Quantity of ${name.toLowerCase()}`}
        hideLabel
        unit="a piece"
        errorName="Quantity"
      />
      <IconButton label={`Remove ${name.toLowerCase()}`} onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  )
}
