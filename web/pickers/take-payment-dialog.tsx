import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import { businessDate } from '#shared/dates.ts'
import { type InvoiceRow, invoicingApi } from '#shared/invoicing/api.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { type PaymentMethod, paymentMethodNames, paymentMethods } from '#shared/invoicing/payment-methods.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { amountScale, formatAmount, parseDecimal, sum } from '#shared/money.ts'
import { salesApi } from '#shared/sales/api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { MoveDialog } from '#web/api/move-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useSettings } from '#web/session/settings.ts'
import { writeDay } from '#web/ui/business-day.ts'
import { writeDecimal } from '#web/ui/decimal-input.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'
import { MoneyField } from '#web/ui/number-field.tsx'

type Values = { amount: string; method: PaymentMethod; reference: string; receivedDate: string }
const units = (amount: string) => parseDecimal(amount, amountScale) ?? 0n

/** Shares a payment out over open invoices, the earliest due first; what is left would be credit. */
export function shareOver(amount: string, invoices: readonly Pick<InvoiceRow, 'id' | 'due'>[]) {
  let left = units(amount)
  const parts = invoices.flatMap(({ id, due }) => {
    const part = left < units(due) ? left : units(due)
    left -= part
    return part > 0n ? [{ invoiceId: id, amount: formatAmount(part) }] : []
  })
  return { parts, rest: left }
}

type TakePaymentDialogProps = { account: { id: string; name: string }; close: () => void }

/** Books what a customer paid over their open invoices, the earliest due first; the rest is kept as their credit. */
export function TakePaymentDialog({ account, close }: TakePaymentDialogProps) {
  const { data } = useApiQuery(invoicingApi.listInvoices, {
    query: { account: account.id, open: 'true', sort: 'dueDate', limit: 100 },
  })
  if (!data) return null
  return <PaymentForm account={account} invoices={data.data} close={close} />
}

function PaymentForm({ account, invoices, close }: TakePaymentDialogProps & { invoices: readonly InvoiceRow[] }) {
  const { currency, timeZone } = useSettings()
  const [today] = useState(() => businessDate(new Date(), timeZone))
  const due = formatAmount(sum(invoices.map((invoice) => units(invoice.due))))
  const bodyOf = (values: Values) => ({
    ...values,
    accountId: account.id,
    parts: shareOver(values.amount, invoices).parts,
    keepRest: true,
  })
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: paymentsApi.takePayment.spec.body, bodyOf }),
    mode: 'onTouched',
    defaultValues: { amount: units(due) > 0n ? due : '', method: 'bank_transfer', reference: '', receivedDate: today },
  })
  const refusal = useFormRefusal(form)
  const take = useApiMutation(paymentsApi.takePayment, {
    invalidates: [
      invoicingApi.listInvoices,
      invoicingApi.getInvoice,
      invoicingApi.sumAges,
      balancesApi.getBalance,
      balancesApi.getStatement,
      salesApi.listOrders,
      salesApi.getOrder,
    ],
    onSuccess: ({ number }) => {
      toast.success(`Payment ${number} recorded`)
      close()
    },
    errors: 'page',
    onError: refusal.onError,
  })
  const { errors } = form.formState
  const { parts, rest } = shareOver(useWatch({ control: form.control, name: 'amount' }), invoices)
  return (
    <MoveDialog
      title={`Payment from ${account.name}`}
      description={`${currency} ${writeDecimal(due, 2)} is open on ${invoices.length} ${invoices.length === 1 ? 'invoice' : 'invoices'}. The earliest due is settled first.`}
      submitLabel="Record payment"
      size="md"
      form={form}
      refusal={refusal}
      busy={take.isPending}
      onSubmit={() => take.submit({ body: bodyOf(form.getValues()) })}
      close={close}
    >
      <FieldRow>
        <Controller
          control={form.control}
          name="amount"
          render={({ field, fieldState }) => (
            <MoneyField
              label="Amount"
              required
              currency={currency}
              {...field}
              error={sentence('Amount', fieldState.error?.message)}
            />
          )}
        />
        <TextField
          label="Received on"
          required
          type="date"
          {...form.register('receivedDate')}
          error={sentence('Received on', errors.receivedDate?.message)}
        />
      </FieldRow>
      <FieldRow>
        <SelectField label="Method" required {...form.register('method')} error={errors.method?.message}>
          {paymentMethods.map((one) => (
            <option key={one} value={one}>
              {paymentMethodNames[one]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Reference"
          autoComplete="off"
          {...form.register('reference')}
          error={sentence('Reference', errors.reference?.message)}
        />
      </FieldRow>
      <ul aria-label="What it settles" className="flex flex-col divide-y divide-line border-line border-t text-table">
        {invoices.map((invoice) => {
          const part = parts.find(({ invoiceId }) => invoiceId === invoice.id)
          return (
            <li key={invoice.id} className="flex justify-between gap-4 py-2">
              <span>
                {invoice.number} <span className="text-muted">due {writeDay(invoice.dueDate)}</span>
              </span>
              <span className="figures">
                {part ? writeDecimal(part.amount, 2) : '–'}{' '}
                <span className="text-muted">of {writeDecimal(invoice.due, 2)}</span>
              </span>
            </li>
          )
        })}
        {rest > 0n && (
          <li className="flex justify-between gap-4 py-2 font-medium">
            <span>Kept as credit</span>
            <span className="figures">{writeDecimal(formatAmount(rest), 2)}</span>
          </li>
        )}
      </ul>
    </MoveDialog>
  )
}
