import { Controller, type UseFormReturn } from 'react-hook-form'
import type { Settings } from '#shared/settings/api.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { WholeNumber } from './settings-sections.tsx'
import type { SettingsValues } from './settings-values.ts'
import { FieldRow, FormSection } from '#web/ui/form-layout.tsx'
import { MoneyField } from '#web/ui/number-field.tsx'

/** By which rules goods are ordered and taken in. */
export function PurchasingSection({ form, standing }: { form: UseFormReturn<SettingsValues>; standing: Settings }) {
  return (
    <FormSection title="Purchasing">
      <FieldRow>
        <Controller
          control={form.control}
          name="purchasing.approvalLimit"
          render={({ field, fieldState }) => (
            <MoneyField
              label="Approval limit"
              help="A purchase order above it has to be approved by somebody else. None is when it is empty."
              currency={standing.currency}
              {...field}
              error={sentence('Approval limit', fieldState.error?.message)}
            />
          )}
        />
        <WholeNumber
          form={form}
          name="purchasing.overReceiptPercent"
          label="Over-receipt tolerance"
          help="So much more than was ordered may arrive, of orders placed from now on."
          unit="%"
        />
      </FieldRow>
      <FieldRow>
        <WholeNumber
          form={form}
          name="purchasing.leadTimeDays"
          label="Usual lead time"
          help="From order to arrival, of items that have no lead time of their own."
          unit="days"
        />
        <WholeNumber
          form={form}
          name="purchasing.coverDays"
          label="Days of cover"
          help="A suggested order should last so long after it has arrived."
          unit="days"
        />
      </FieldRow>
    </FormSection>
  )
}
