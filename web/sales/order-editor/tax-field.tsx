import { useFormContext, useWatch } from 'react-hook-form'
import { customerExempt } from '#shared/money-lines.ts'
import { sentence } from '#web/forms/field-errors.ts'
import type { OrderValues } from './order-values.ts'
import { useSettings } from '#web/session/settings.ts'
import { SelectField } from '#web/ui/field.tsx'

/** Whether lines have a choice of taxes at all. */
export const useHasTaxes = () => useSettings().tax.rates.length > 1

type TaxFieldProps = {
  name: `lines.${number}.tax` | `charges.${number}.tax`
  hideLabel: boolean
  message?: string | undefined
}

/** Which tax a line has; a tax-exempt customer owes none. */
export function TaxField({ name, hideLabel, message }: TaxFieldProps) {
  const { control, setValue, formState } = useFormContext<OrderValues>()
  const { tax } = useSettings()
  const value = useWatch({ control, name })
  const customer = useWatch({ control, name: 'customer' })
  const chosen = value || tax.defaultRate
  if (customer?.taxExempt)
    return <p className="flex min-h-(--control) items-center text-muted max-xl:self-end">{customerExempt.name}</p>
  return (
    <SelectField
      label="Tax"
      hideLabel={hideLabel}
      value={chosen}
      onChange={({ target }) =>
        setValue(name, target.value, { shouldDirty: true, shouldValidate: formState.isSubmitted })
      }
      error={sentence('Tax', message)}
    >
      {!tax.rates.some((rate) => rate.name === chosen) && <option value={chosen}>{chosen}</option>}
      {tax.rates.map((rate) => (
        <option key={rate.name} value={rate.name}>
          {rate.name}
        </option>
      ))}
    </SelectField>
  )
}
