import { useFormContext, useWatch } from 'react-hook-form'
import { customerExempt } from '#shared/money-lines.ts'
import { ExtraCell } from '#web/documents/lines-editor.tsx'
import { FormLoadedSelectField } from '#web/forms/form-value-fields.tsx'
import type { OrderValues } from './order-values.ts'
import { useSettings } from '#web/session/settings.ts'

/**
 * Whether lines offer a choice of taxes. Two rates of 0 % (Exempt, Zero-rated) count as a choice, as invoices distinguish them,
 * and so does a rate that the company has removed since.
 */
export function useHasTaxes() {
  const { rates } = useSettings().tax
  const { control } = useFormContext<OrderValues>()
  const taxes = useWatch({ control, name: 'taxes' }) ?? []
  const isDropped = (name: string) => name !== customerExempt.name && !rates.some((rate) => rate.name === name)
  return rates.length > 1 || taxes.some(({ name }) => isDropped(name))
}

/** The tax of a line, if there is a choice; a tax-exempt customer pays none. */
export function TaxField({ name }: { name: `lines.${number}.tax` | `charges.${number}.tax` }) {
  const { control } = useFormContext<OrderValues>()
  const { tax } = useSettings()
  const [own, customer] = useWatch({ control, name: [name, 'customer'] })
  const hasTaxes = useHasTaxes()
  const chosen = own || tax.defaultRate
  if (!hasTaxes) return null
  return (
    <ExtraCell below="secondHalf">
      {customer?.taxExempt ? (
        <div className="flex flex-col gap-1.5">
          <span data-field-label className="font-medium text-primary text-sm">
            Tax
          </span>
          <p className="flex min-h-(--control) items-center text-muted">{customerExempt.name}</p>
        </div>
      ) : (
        <FormLoadedSelectField control={control} name={name} label="Tax" standard={tax.defaultRate}>
          {!tax.rates.some((rate) => rate.name === chosen) && <option value={chosen}>{chosen}</option>}
          {tax.rates.map((rate) => (
            <option key={rate.name} value={rate.name}>
              {rate.name}
            </option>
          ))}
        </FormLoadedSelectField>
      )}
    </ExtraCell>
  )
}
