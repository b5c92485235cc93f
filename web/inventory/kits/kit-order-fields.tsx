import { Controller, type UseFormReturn } from 'react-hook-form'
import { sentence } from '#web/forms/field-errors.ts'
import { LocationPicker } from '#web/inventory/public/location-picker.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { TextField } from '#web/ui/field.tsx'
import { NumberField } from '#web/ui/number-field.tsx'

export type KitOrderValues = { quantity: number | null; warehouse: ComboboxOption | null; note: string }

/** Where what the server says of the body stands in the form. */
export const kitOrderField = (path: string) => (path === 'locationId' ? 'warehouse' : path)

export const kitOrderBody = ({ quantity, warehouse, note }: KitOrderValues) => ({
  locationId: warehouse?.id as string,
  quantity: quantity as number,
  note,
})

type KitOrderFieldsProps = { form: UseFormReturn<KitOrderValues>; quantityHelp?: string | null | undefined }

/** How many kits are packed, and where. */
export function KitOrderFields({ form, quantityHelp }: KitOrderFieldsProps) {
  return (
    <>
      <Controller
        control={form.control}
        name="quantity"
        render={({ field, fieldState }) => (
          <NumberField
            {...field}
            required
            label="Quantity"
            unit="kits"
            inputMode="numeric"
            {...(quantityHelp && { help: quantityHelp })}
            error={sentence('Quantity', fieldState.error?.message)}
          />
        )}
      />
      <Controller
        control={form.control}
        name="warehouse"
        render={({ field, fieldState }) => (
          <LocationPicker
            {...field}
            required
            label="Warehouse"
            error={sentence('Warehouse', fieldState.error?.message)}
          />
        )}
      />
      <TextField
        label="Note"
        autoComplete="off"
        {...form.register('note')}
        error={sentence('Note', form.formState.errors.note?.message)}
      />
    </>
  )
}
