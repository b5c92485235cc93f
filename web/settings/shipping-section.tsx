import { type UseFormReturn, useFormState } from 'react-hook-form'
import { sentence } from '#web/forms/field-errors.ts'
import type { SettingsValues } from './settings-values.ts'
import { CheckboxField } from '#web/ui/choice-field.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { FieldRow, FormSection } from '#web/ui/form-layout.tsx'

/** How packages are numbered, and what a driver's proof of delivery needs. */
export function ShippingSection({ form }: { form: UseFormReturn<SettingsValues> }) {
  const { errors } = useFormState({ control: form.control })
  return (
    <FormSection title="Shipping">
      <TextField
        label="GS1 company prefix"
        className="max-w-80"
        inputMode="numeric"
        autoComplete="off"
        help="Package labels get serial numbers (SSCC) from it. Leave blank to use your own package numbers."
        {...form.register('logistics.gs1Prefix')}
        error={sentence('GS1 company prefix', errors.logistics?.gs1Prefix?.message)}
      />
      <FieldRow>
        <SelectField
          label="Signature at the door"
          {...form.register('logistics.proof.signature')}
          error={sentence('Signature at the door', errors.logistics?.proof?.signature?.message)}
        >
          <option value="typed">Drawn or typed name</option>
          <option value="drawn">Drawn only</option>
        </SelectField>
        <SelectField
          label="Photo at the door"
          {...form.register('logistics.proof.photo')}
          error={sentence('Photo at the door', errors.logistics?.proof?.photo?.message)}
        >
          <option value="optional">Optional</option>
          <option value="damaged">Required when goods are damaged</option>
          <option value="always">Always required</option>
        </SelectField>
      </FieldRow>
      <CheckboxField
        label="Drivers scan every package as they hand it over"
        help="Drivers’ phones ask for this proof from their next connection on. The receiver’s name is always required."
        {...form.register('logistics.proof.scan')}
      />
    </FormSection>
  )
}
