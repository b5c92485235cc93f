import { type FieldPath, type UseFormReturn } from 'react-hook-form'
import type { Settings } from '#shared/settings/api.ts'
import { FormCheckboxField, FormSelectField, FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormNumberField } from '#web/forms/form-value-fields.tsx'
import { companyLabels } from './company-labels.ts'
import { currencies, currencyLabel, timeZoneLabel, timeZones } from './region-labels.ts'
import type { SettingsValues } from './settings-values.ts'
import { FieldRow, FormSection } from '#web/ui/form-layout.tsx'

type Props = { form: UseFormReturn<SettingsValues> }
type CompanyField = keyof typeof companyLabels

const controls = {
  website: { type: 'url', inputMode: 'url', autoComplete: 'url' },
  contactEmail: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
} as const

export function CompanySection({ form }: Props) {
  const text = (name: CompanyField) =>
    ({ label: companyLabels[name], control: form.control, name: `company.${name}` }) as const
  return (
    <FormSection id="company" title="Company" help="Shown at the foot of every page and on documents.">
      <FormTextField required autoComplete="organization" {...text('name')} />
      <FormTextField {...text('headquarters')} />
      <FieldRow>
        <FormTextField {...controls.website} {...text('website')} />
        <FormTextField {...controls.contactEmail} {...text('contactEmail')} />
      </FieldRow>
      <FormTextField {...controls.phone} {...text('phone')} />
      <FormTextAreaField autoComplete="street-address" {...text('address')} />
      <FormTextField className="max-w-80" {...text('taxNumber')} />
      <FieldRow>
        <FormTextField help="On invoices, and with each invoice in the portal." {...text('iban')} />
        <FormTextField {...text('bic')} />
      </FieldRow>
    </FormSection>
  )
}

/** Currency and time zone. */
export function RegionSection({ form, saved, isCurrencyFixed }: Props & { saved: Settings; isCurrencyFixed: boolean }) {
  return (
    <FormSection title="Currency and time">
      <FieldRow>
        <FormSelectField
          label="Currency"
          help={
            isCurrencyFixed
              ? 'Cannot be changed because amounts are posted in it.'
              : 'Cannot be changed after the first amount is posted.'
          }
          control={form.control}
          name="currency"
          disabled={isCurrencyFixed}
        >
          {currencies(saved.currency).map((code) => (
            <option key={code} value={code}>
              {currencyLabel(code)}
            </option>
          ))}
        </FormSelectField>
        <FormSelectField
          label="Time zone"
          help="Determines the start of a business day."
          control={form.control}
          name="timeZone"
        >
          {timeZones(saved.timeZone).map((zone) => (
            <option key={zone} value={zone}>
              {timeZoneLabel(zone)}
            </option>
          ))}
        </FormSelectField>
      </FieldRow>
      <WholeNumber
        form={form}
        name="posting.futureDays"
        label="Future dates"
        help="How far ahead payments, receipts and returns can be dated. 0 allows none."
        unit="days"
      />
    </FormSection>
  )
}

export function StockSection({ form }: Props) {
  return (
    <FormSection title="Stock">
      <WholeNumber
        form={form}
        name="lowStockThreshold"
        label="Low stock threshold"
        help="Products with this quantity or less are low in stock."
        unit="pieces"
      />
      <FieldRow>
        <WholeNumber
          form={form}
          name="inventory.nearExpiryDays"
          label="Near expiry"
          help="Lots with this many days left or fewer are near expiry."
          unit="days"
        />
        <WholeNumber
          form={form}
          name="inventory.minimumShelfLifeDays"
          label="Minimum shelf life"
          help="Remaining days on delivery, unless the customer requires more."
          unit="days"
        />
      </FieldRow>
    </FormSection>
  )
}

export function SecuritySection({ form }: Props) {
  return (
    <FormSection title="Security">
      <FormCheckboxField
        label="Administrators need a second factor"
        help="Once saved, administrators without one must set it up before they can continue."
        control={form.control}
        name="security.requireSecondFactorForAdmins"
      />
    </FormSection>
  )
}

type NumberPath = Extract<
  FieldPath<SettingsValues>,
  | 'lowStockThreshold'
  | 'posting.futureDays'
  | 'inventory.nearExpiryDays'
  | 'inventory.minimumShelfLifeDays'
  | 'purchasing.overReceiptPercent'
  | 'purchasing.leadTimeDays'
  | 'purchasing.coverDays'
  | 'purchasing.serviceLevelPercent'
  | 'reminders.firstDays'
  | 'reminders.secondDays'
  | 'reminders.thirdDays'
>

export function WholeNumber({ form, name, label, ...field }: Props & WholeNumberProps) {
  return <FormNumberField control={form.control} name={name} label={label} className="max-w-80" {...field} />
}

type WholeNumberProps = { name: NumberPath; label: string; help?: string; unit: string }
