import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { whyCreditNotReversed } from '#shared/invoicing/invoice-guards.ts'
import { type CreditEntry, paymentsApi } from '#shared/invoicing/payments-api.ts'
import { FormTextAreaField } from '#web/forms/form-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiPages } from '#web/api/pages.ts'
import { ShowMore } from '#web/lists/show-more.tsx'
import { paths } from '#web/paths.ts'
import { AmountField, MethodField, type PaidValues, ReferenceField } from '#web/invoicing/public/payment-fields.tsx'
import { ReverseOpeningDialog } from './reverse-opening-dialog.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#shared/format-day.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { unbrokenNumbers } from '#web/ui/table/unbroken-numbers.tsx'

/** Entries per page. */
const pageSize = 50

const words: Record<CreditEntry['kind'], string> = {
  OVERPAYMENT: 'Overpayment',
  CREDIT_NOTE: 'Credit note',
  APPLIED: 'Used',
  REFUND: 'Refunded',
  REVERSAL: 'Reversed',
  OPENING: 'Opening balance',
}

/** The customer's credit with all its entries, and its refund. */
export function AccountCredit({ accountId }: { accountId: string }) {
  const { currency } = useSettings()
  const mayEdit = useCan('invoices.edit')
  const [refunding, setRefunding] = useState(false)
  const [reversing, setReversing] = useState<CreditEntry | null>(null)
  const credits = useApiPages(paymentsApi.listCredit, { params: { id: accountId } }, { first: pageSize })
  const { rows, firstPage, error, isFetching, refetch } = credits
  const credit = firstPage?.credit
  const hasCredit = credit !== undefined && Number(credit) > 0
  return (
    <Card
      title="Credit"
      help={credit && `${currency} ${formatDecimalInput(credit, 2)} left`}
      action={
        mayEdit &&
        hasCredit && (
          <Button size="sm" onClick={() => setRefunding(true)}>
            Refund
          </Button>
        )
      }
    >
      {error && !rows ? (
        <ErrorState error={error} onRetry={refetch} retrying={isFetching} />
      ) : !rows ? (
        <SkeletonText lines={4} />
      ) : rows.length === 0 ? (
        <p className="text-pretty text-secondary">No credit yet. Overpayments and credit notes appear here.</p>
      ) : (
        <>
          <ul aria-label="Credit" className="-my-3 flex flex-col divide-y divide-line">
            {rows.map((entry) => (
              <EntryRow
                key={entry.id}
                entry={entry}
                onReverse={
                  mayEdit && entry.kind === 'OPENING' && !whyCreditNotReversed(entry) ? () => setReversing(entry) : null
                }
              />
            ))}
          </ul>
          <ShowMore pages={credits} className="mt-4" />
        </>
      )}
      {refunding && credit && <RefundDialog accountId={accountId} credit={credit} close={() => setRefunding(false)} />}
      {reversing && <ReverseOpeningDialog accountId={accountId} entry={reversing} close={() => setReversing(null)} />}
    </Card>
  )
}

function EntryRow({ entry, onReverse }: { entry: CreditEntry; onReverse: (() => void) | null }) {
  const { kind, amount, day, invoice, payment, reference, reason, reversed } = entry
  return (
    <li className="py-3">
      <p className="flex items-baseline justify-between gap-4 font-medium">
        <span>
          {words[kind]}
          {reversed && <span className="font-normal text-muted"> (reversed)</span>}
        </span>
        <span className="figures">{formatDecimalInput(amount, 2)}</span>
      </p>
      <p className="text-pretty text-muted text-xs">
        {formatDay(day)}
        {payment && <>, {unbrokenNumbers(payment)}</>}
        {invoice && (
          <>
            ,{' '}
            <Link className="link" to={paths.invoice(invoice.id)}>
              {unbrokenNumbers(invoice.number)}
            </Link>
          </>
        )}
        {reference && `, ${reference}`}
        {reason && <>, {unbrokenNumbers(reason)}</>}
      </p>
      {onReverse && (
        <Button size="sm" variant="ghost" className="-ml-2 mt-1" onClick={onReverse}>
          Reverse
        </Button>
      )}
    </li>
  )
}

type Values = PaidValues & { reason: string }

function RefundDialog({ accountId, credit, close }: { accountId: string; credit: string; close: () => void }) {
  const { currency } = useSettings()
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: paymentsApi.refundCredit.spec.body }),
    mode: 'onTouched',
    defaultValues: { amount: credit, method: 'bank_transfer', reference: '', reason: '' },
  })
  const refusal = useFormRefusal(form)
  const refund = useApiMutation(paymentsApi.refundCredit, {
    onSuccess: ({ credit: left }) => {
      toast.success(`Refunded; ${currency} ${formatDecimalInput(left, 2)} of credit is left`)
      close()
    },
    errors: 'page',
    onError: refusal.onError,
  })
  return (
    <TransitionDialog
      title="Refund credit"
      description={`${currency} ${formatDecimalInput(credit, 2)} of credit is left. This records the refund; it does not transfer money.`}
      submitLabel="Record refund"
      form={form}
      refusal={refusal}
      busy={refund.isPending}
      onSubmit={(body) => refund.submit({ params: { id: accountId }, body })}
      close={close}
    >
      <FormProvider {...form}>
        <FieldRow>
          <AmountField />
          <MethodField />
        </FieldRow>
        <ReferenceField />
      </FormProvider>
      <FormTextAreaField label="Reason" required rows={2} control={form.control} name="reason" />
    </TransitionDialog>
  )
}
