import { type UseFormReturn } from 'react-hook-form'
import { FormCheckboxField, FormSelectField, FormTextField } from '#web/forms/form-fields.tsx'
import type { SettingsValues } from './settings-values.ts'
import { FieldRow, FormSection } from '#web/ui/form-layout.tsx'

/** The numbers of packages, and what a driver's proof of delivery requires. */
export function ShippingSection({ form }: { form: UseFormReturn<SettingsValues> }) {
  return (
    <FormSection title="Shipping">
      <FormTextField
        label="GS1 company prefix"
        className="max-w-80"
        inputMode="numeric"
        autoComplete="off"
        help="Package labels get serial numbers (SSCC) from it. Leave blank to use your own package numbers."
        control={form.control}
        name="logistics.gs1Prefix"
      />
      <FieldRow>
        <FormSelectField label="Signature at the door" control={form.control} name="logistics.proof.signature">
          <option value="typed">Drawn or typed name</option>
          <option value="drawn">Drawn only</option>
        </FormSelectField>
        <FormSelectField label="Photo at the door" control={form.control} name="logistics.proof.photo">
          <option value="optional">Optional</option>
          <option value="damaged">Required when goods are damaged</option>
          <option value="always">Always required</option>
        </FormSelectField>
      </FieldRow>
      <FormCheckboxField
        label="Drivers scan every package as they hand it over"
        help="Drivers’ phones ask for this proof from their next connection on. The receiver’s name is always required."
        control={form.control}
        name="logistics.proof.scan"
      />
    </FormSection>
  )
}
