import { type Control, Controller, type FieldValues, type Path } from 'react-hook-form'
import { sentence } from '#web/forms/field-errors.ts'
import { FieldRow } from '#web/ui/form-layout.tsx'
import { NumberField } from '#web/ui/number-field.tsx'

const fields = [
  ['latitude', 'Latitude'],
  ['longitude', 'Longitude'],
] as const

/** Where something lies on the map: both or none. For forms with `latitude` and `longitude`. */
export function CoordinateFields<Values extends FieldValues>({ control }: { control: Control<Values> }) {
  return (
    <FieldRow>
      {fields.map(([name, label]) => (
        <Controller
          key={name}
          control={control}
          name={name as Path<Values>}
          render={({ field, fieldState }) => (
            <NumberField {...field} label={label} unit="°" error={sentence(label, fieldState.error?.message)} />
          )}
        />
      ))}
    </FieldRow>
  )
}
