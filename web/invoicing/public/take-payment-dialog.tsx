import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { businessDate } from '#shared/dates.ts'
import { type InvoiceRow, invoicingApi } from '#shared/invoicing/api.ts'
import { partProblems } from '#shared/invoicing/payment-parts.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { formatAmount, sum } from '#shared/money.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { AmountField, MethodField, type ReceivedValues, ReceivedOnField, ReferenceField } from './payment-fields.tsx'
import { minorOf, PaymentPartsField, proposedParts, type AllocatedPayment } from './payment-parts-field.tsx'
import { useSettings } from '#web/session/settings.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Values = AllocatedPayment & ReceivedValues
type TakePaymentDialogProps = { account: { id: string; name: string }; close: () => void }

/**
 * Records a customer's payment of their open invoices: earliest due date first, unless the user enters the parts; the rest
 * becomes credit.
 */
export function TakePaymentDialog({ account, close }: TakePaymentDialogProps) {
  const { data, error, refetch, isFetching } = useApiQuery(invoicingApi.listInvoices, {
    query: { account: account.id, open: 'true', sort: 'dueDate', limit: 100 },
  })
  // The form keeps the invoices with which it opens, so it waits while cached ones from before are loaded again.
  const [isFresh, setFresh] = useState(false)
  if (data && !isFetching && !isFresh) setFresh(true)
  if (data && isFresh) return <PaymentForm account={account} invoices={data.data} open={data.total} close={close} />
  return (
    <Dialog open onOpenChange={close} title={`Payment from ${account.name}`}>
      <DialogBody>
        {error ? (
          <ErrorState what="Open invoices" error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <Skeleton className="h-60" />
        )}
      </DialogBody>
    </Dialog>
  )
}

/** `open`: the number of the customer's open invoices; those due first are listed. */
function PaymentForm(props: TakePaymentDialogProps & { invoices: readonly InvoiceRow[]; open: number }) {
  const { account, close } = props
  const { currency, timeZone } = useSettings()
  const [today] = useState(() => businessDate(new Date(), timeZone))
  // Keeps the rows as they were opened; the server refuses parts that are outdated by then.
  const [{ invoices, open }] = useState(props)
  const [isOwn, setOwn] = useState(false)
  const due = formatAmount(sum(invoices.map((invoice) => minorOf(invoice.due))))
  const opening = minorOf(due) > 0n ? due : ''
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({
      schema: body(invoices),
      bodyOf,
      fieldOf,
    }),
    mode: 'onTouched',
    defaultValues: {
      amount: opening,
      method: 'bank_transfer',
      reference: '',
      receivedDate: today,
      parts: proposedParts(opening, invoices),
    },
  })
  const refusal = useFormRefusal(form, (path) => fieldOf(path, form.getValues()))
  const take = useApiMutation(paymentsApi.takePayment, {
    onSuccess: ({ number }) => {
      toast.success(`Payment ${number} recorded`)
      close()
    },
    errors: 'page',
    onError: refusal.onError,
  })
  return (
    <TransitionDialog
      title={`Payment from ${account.name}`}
      description={`${currency} ${formatDecimalInput(due, 2)} is due on ${dueOn(invoices.length, open)}. Oldest invoices are settled first unless you enter amounts.`}
      submitLabel="Record payment"
      size="md"
      form={form}
      refusal={refusal}
      busy={take.isPending}
      onSubmit={() => take.submit({ body: bodyOf(form.getValues()) })}
      close={close}
    >
      <FormProvider {...form}>
        <FieldRow>
          <AmountField onTyped={(amount) => !isOwn && propose(amount)} />
          <ReceivedOnField />
        </FieldRow>
        <FieldRow>
          <MethodField />
          <ReferenceField />
        </FieldRow>
        <PaymentPartsField
          invoices={invoices}
          currency={currency}
          isOwn={isOwn}
          onOwn={() => setOwn(true)}
          onPropose={() => {
            propose(form.getValues('amount'))
            setOwn(false)
          }}
        />
      </FormProvider>
    </TransitionDialog>
  )

  function propose(amount: string) {
    form.setValue('parts', proposedParts(amount, invoices), { shouldDirty: true })
    form.clearErrors('parts')
    // It was checked with the parts of the amount before.
    if (form.getFieldState('amount').isTouched) void form.trigger('amount')
  }

  function bodyOf(values: Values) {
    const parts = named(values).map(({ amount, at }) => ({ invoiceId: invoices[at]?.id ?? '', amount }))
    return { ...values, accountId: account.id, parts, keepRest: true }
  }
}

function dueOn(listed: number, open: number): string {
  if (listed < open) return `the earliest ${listed} of ${open} invoices`
  return listed === 1 ? '1 invoice' : `${listed} invoices`
}

/** The parts with an amount, with the index of their row: only these are sent. */
const named = ({ parts }: AllocatedPayment) =>
  parts.map(({ amount }, at) => ({ amount, at })).filter(({ amount }) => amount !== '' && !/^0*\.?0*$/.test(amount))

/** Maps "parts.1.amount" of the request body to the row of the second part that was sent. */
function fieldOf(path: string, values: AllocatedPayment): string {
  const [first, index] = path.split('.')
  return first === 'parts' && index !== undefined ? `parts.${named(values)[Number(index)]?.at}.amount` : path
}

/** The server's validation of the parts, before anything is sent. */
const body = (invoices: readonly InvoiceRow[]) =>
  paymentsApi.takePayment.spec.body.superRefine(({ amount, parts }, context) => {
    const dueOf = new Map(invoices.map(({ id, due }) => [id, minorOf(due)]))
    for (const { path, message } of partProblems(amount, parts, (id) => dueOf.get(id)))
      context.addIssue({ code: 'custom', path: path.split('.'), message })
  })
