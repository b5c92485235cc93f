import { Controller, useFormContext } from 'react-hook-form'
import { type PaymentMethod, paymentMethodNames, paymentMethods } from '#shared/invoicing/payment-methods.ts'
import { usePostingDate } from '#web/forms/posting-date.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { useSettings } from '#web/session/settings.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { MoneyField } from '#web/ui/number-field.tsx'

/* The fields of a form about money that came or goes back; the form is that of the FormProvider around them. */

export type PaidValues = { amount: string; method: PaymentMethod; reference: string }
export type ReceivedValues = PaidValues & { receivedDate: string }

export function AmountField({ onTyped }: { onTyped?: (amount: string) => void }) {
  const { control } = useFormContext<PaidValues>()
  const { currency } = useSettings()
  return (
    <Controller
      control={control}
      name="amount"
      render={({ field, fieldState }) => (
        <MoneyField
          label="Amount"
          required
          currency={currency}
          {...field}
          onChange={(amount) => {
            field.onChange(amount)
            onTyped?.(amount)
          }}
          error={sentence('Amount', fieldState.error?.message)}
        />
      )}
    />
  )
}

export function ReceivedOnField() {
  const { register, formState } = useFormContext<ReceivedValues>()
  const posting = usePostingDate()
  return (
    <TextField
      label="Received on"
      required
      type="date"
      {...posting}
      {...register('receivedDate')}
      error={sentence('Received on', formState.errors.receivedDate?.message)}
    />
  )
}

export function MethodField() {
  const { register, formState } = useFormContext<PaidValues>()
  return (
    <SelectField label="Method" required {...register('method')} error={formState.errors.method?.message}>
      {paymentMethods.map((one) => (
        <option key={one} value={one}>
          {paymentMethodNames[one]}
        </option>
      ))}
    </SelectField>
  )
}

export function ReferenceField({ help }: { help?: string }) {
  const { register, formState } = useFormContext<PaidValues>()
  return (
    <TextField
      label="Reference"
      autoComplete="off"
      {...(help && { help })}
      {...register('reference')}
      error={sentence('Reference', formState.errors.reference?.message)}
    />
  )
}
