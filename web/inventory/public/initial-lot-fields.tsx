import { useFormContext, useWatch } from 'react-hook-form'
import { FormCheckboxField, FormTextField } from '#web/forms/form-fields.tsx'
import { ExpiryPrompt } from './expiry-prompt.tsx'
import type { ProductValues } from './product-values.ts'
import { FieldRow } from '#web/ui/form-layout.tsx'

/** The lot of the initial quantity of a new lot-tracked product. */
export function InitialLotFields() {
  const { control, clearErrors } = useFormContext<ProductValues>()
  const [noExpiry, expiryDate] = useWatch({ control, name: ['initialLot.noExpiry', 'initialLot.expiryDate'] })
  return (
    <fieldset className="my-2 flex flex-col gap-3 border-line border-l-2 pl-4">
      <legend className="sr-only">Lot of the initial quantity</legend>
      <FieldRow>
        <FormTextField label="Lot number" required autoComplete="off" control={control} name="initialLot.lotNumber" />
        <FormTextField
          label="Expiry date"
          type="date"
          required={!noExpiry}
          disabled={noExpiry}
          control={control}
          name="initialLot.expiryDate"
        />
      </FieldRow>
      <FormCheckboxField
        label="Does not expire"
        control={control}
        name="initialLot.noExpiry"
        rules={{ onChange: () => clearErrors('initialLot.expiryDate') }}
      />
      {!noExpiry && <ExpiryPrompt date={expiryDate} />}
    </fieldset>
  )
}
