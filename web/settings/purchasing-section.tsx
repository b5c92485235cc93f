import { type UseFormReturn } from 'react-hook-form'
import type { Settings } from '#shared/settings/api.ts'
import { FormMoneyField } from '#web/forms/form-value-fields.tsx'
import { WholeNumber } from './settings-sections.tsx'
import type { SettingsValues } from './settings-values.ts'
import { FieldRow, FormSection } from '#web/ui/form-layout.tsx'

/** The rules for purchasing and receiving. */
export function PurchasingSection({ form, saved }: { form: UseFormReturn<SettingsValues>; saved: Settings }) {
  return (
    <FormSection title="Purchasing">
      <FieldRow>
        <FormMoneyField
          control={form.control}
          name="purchasing.approvalLimit"
          label="Approval limit"
          help="Purchase orders above this amount need approval by someone else. Leave blank for no limit."
          currency={saved.currency}
        />
        <WholeNumber
          form={form}
          name="purchasing.overReceiptPercent"
          label="Over-receipt tolerance"
          help="Quantity above the order that can be received, for new orders."
          unit="%"
        />
      </FieldRow>
      <FieldRow>
        <WholeNumber
          form={form}
          name="purchasing.leadTimeDays"
          label="Default lead time"
          help="Days from order to arrival for items without their own lead time."
          unit="days"
        />
        <WholeNumber
          form={form}
          name="purchasing.coverDays"
          label="Days of cover"
          help="How long a suggested order should last after it arrives."
          unit="days"
        />
      </FieldRow>
      <WholeNumber
        form={form}
        name="purchasing.serviceLevelPercent"
        label="Service level"
        help="Share of orders to fill from stock, 50 to 99%. Determines the safety stock of forecasts."
        unit="%"
      />
    </FormSection>
  )
}
