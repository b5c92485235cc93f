import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { businessDate } from '#shared/dates.ts'
import { type Invoice, invoicingApi } from '#shared/invoicing/api.ts'
import { FormCheckboxField } from '#web/forms/form-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { AmountField, MethodField, type ReceivedValues, ReceivedOnField, ReferenceField } from './payment-fields.tsx'
import { useSettings } from '#web/session/settings.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { FieldRow } from '#web/ui/form-layout.tsx'

type Values = ReceivedValues & { keepRest: boolean }
type RecordPaymentDialogProps = { invoice: Pick<Invoice, 'id' | 'number' | 'due'>; close: () => void }

/** Records a payment of an invoice, from the invoice or its order. */
export function RecordPaymentDialog({ invoice, close }: RecordPaymentDialogProps) {
  const { currency, timeZone } = useSettings()
  const [today] = useState(() => businessDate(new Date(), timeZone))
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: invoicingApi.recordPayment.spec.body }),
    mode: 'onTouched',
    defaultValues: {
      amount: invoice.due,
      method: 'bank_transfer',
      reference: '',
      receivedDate: today,
      keepRest: false,
    },
  })
  const refusal = useFormRefusal(form)
  const save = useApiMutation(invoicingApi.recordPayment, {
    onSuccess: (paid) => {
      toast.success(`Payment recorded on ${paid.number}`)
      close()
    },
    errors: 'page',
    onError: refusal.onError,
  })
  return (
    <RecordDialog
      form={form}
      refusal={refusal}
      what="invoice"
      title="Record payment"
      description={`${invoice.number}: ${currency} ${formatDecimalInput(invoice.due, 2)} due.`}
      size="sm"
      submitLabel="Record payment"
      busy={save.isPending}
      onSubmit={(body) => save.submit({ params: { id: invoice.id }, body })}
      close={close}
    >
      <FormProvider {...form}>
        <FieldRow>
          <AmountField />
          <ReceivedOnField />
        </FieldRow>
        <MethodField />
        <ReferenceField help="As shown on the bank statement." />
      </FormProvider>
      <FormCheckboxField label="Keep overpayment as customer credit" control={form.control} name="keepRest" />
    </RecordDialog>
  )
}
