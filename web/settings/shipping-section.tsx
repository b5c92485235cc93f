import { type UseFormReturn, useFormState } from 'react-hook-form'
import { sentence } from '#web/forms/field-errors.ts'
import type { SettingsValues } from './settings-values.ts'
import { TextField } from '#web/ui/field.tsx'
import { FormSection } from '#web/ui/form-layout.tsx'

/** How packages are numbered. */
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
    </FormSection>
  )
}
