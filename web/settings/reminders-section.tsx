import type { UseFormReturn } from 'react-hook-form'
import { WholeNumber } from './settings-sections.tsx'
import type { SettingsValues } from './settings-values.ts'
import { FormCheckboxField } from '#web/forms/form-fields.tsx'
import { FieldRow, FormSection } from '#web/ui/form-layout.tsx'

/** The reminders of overdue invoices. */
export function RemindersSection({ form }: { form: UseFormReturn<SettingsValues> }) {
  return (
    <FormSection title="Payment reminders">
      <FormCheckboxField
        label="Email reminders for overdue invoices"
        help="Each level is sent at most once per invoice, the next no sooner than the days between the two levels. Customers with reminders turned off are skipped."
        control={form.control}
        name="reminders.automatic"
      />
      <FieldRow>
        <WholeNumber form={form} name="reminders.firstDays" label="First after" unit="days overdue" />
        <WholeNumber form={form} name="reminders.secondDays" label="Second after" unit="days overdue" />
      </FieldRow>
      <WholeNumber form={form} name="reminders.thirdDays" label="Final after" unit="days overdue" />
    </FormSection>
  )
}
