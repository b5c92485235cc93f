import { useFormContext } from 'react-hook-form'
import { type PaymentMethod, paymentMethodNames, paymentMethods } from '#shared/invoicing/payment-methods.ts'
import { FormSelectField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormMoneyField } from '#web/forms/form-value-fields.tsx'
import { usePostingDate } from '#web/forms/posting-date.tsx'
import { useSettings } from '#web/session/settings.ts'

/* The fields of forms about received or returned money; they take the form from the FormProvider. */

export type PaidValues = { amount: string; method: PaymentMethod; reference: string }
export type ReceivedValues = PaidValues & { receivedDate: string }

export function AmountField({ onTyped }: { onTyped?: (amount: string) => void }) {
  const { control } = useFormContext<PaidValues>()
  const { currency } = useSettings()
  return (
    <FormMoneyField
      control={control}
      name="amount"
      label="Amount"
      required
      currency={currency}
      {...(onTyped && { onEntered: onTyped })}
    />
  )
}

export function ReceivedOnField() {
  const { control } = useFormContext<ReceivedValues>()
  const posting = usePostingDate()
  return <FormTextField label="Received on" required type="date" {...posting} control={control} name="receivedDate" />
}

export function MethodField() {
  const { control } = useFormContext<PaidValues>()
  return (
    <FormSelectField label="Method" required control={control} name="method">
      {paymentMethods.map((one) => (
        <option key={one} value={one}>
          {paymentMethodNames[one]}
        </option>
      ))}
    </FormSelectField>
  )
}

export function ReferenceField({ help }: { help?: string }) {
  const { control } = useFormContext<PaidValues>()
  return (
    <FormTextField label="Reference" autoComplete="off" {...(help && { help })} control={control} name="reference" />
  )
}
