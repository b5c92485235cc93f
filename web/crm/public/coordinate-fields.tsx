import { type Control, type FieldValues, type Path } from 'react-hook-form'
import { FormNumberField } from '#web/forms/form-value-fields.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

const fields = [
  ['latitude', 'Latitude'],
  ['longitude', 'Longitude'],
] as const

/** Latitude and longitude: both or none. For forms with fields of these names. */
export function CoordinateFields<Values extends FieldValues>({ control }: { control: Control<Values> }) {
  return (
    <FieldRow>
      {fields.map(([name, label]) => (
        <FormNumberField key={name} control={control} name={name as Path<Values>} label={label} unit="°" />
      ))}
    </FieldRow>
  )
}
