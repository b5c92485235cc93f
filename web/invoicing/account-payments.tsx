import { useState } from 'react'
import { Link } from 'react-router'
import { paymentMethodNames } from '#shared/invoicing/payment-methods.ts'
import { type Payment, paymentsApi } from '#shared/invoicing/payments-api.ts'
import { whyPaymentNotVoidable } from '#shared/invoicing/invoice-guards.ts'
import { ReasonPromptDialog } from '#web/forms/reason-dialog.tsx'
import { useApiPages } from '#web/api/pages.ts'
import { ShowMore } from '#web/lists/show-more.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#shared/format-day.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ReversedPayments } from './reversed-payments.tsx'
import { cn } from '#web/ui/class-names.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

/** The payments of the first page, and of each further one. */
const firstRows = 20
const moreRows = 100

/** A customer's payments with the invoices that they paid, newest first; users with edit rights can reverse a payment. */
export function AccountPayments({ accountId }: { accountId: string }) {
  const { currency } = useSettings()
  const mayEdit = useCan('invoices.edit')
  const [voiding, setVoiding] = useState<Payment>()
  const query = { account: accountId }
  const payments = useApiPages(paymentsApi.listPayments, { query }, { first: firstRows, more: moreRows })
  const { rows, error, isFetching, refetch } = payments
  return (
    <Card title="Payments" help={`Amounts in ${currency}`}>
      {error && !rows ? (
        <ErrorState error={error} onRetry={refetch} retrying={isFetching} />
      ) : !rows ? (
        <SkeletonText lines={4} />
      ) : rows.length === 0 ? (
        <p className="text-secondary">None yet.</p>
      ) : (
        <>
          <ul aria-label="Payments" className="-my-3 flex flex-col divide-y divide-line">
            {rows.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} onVoid={mayEdit ? () => setVoiding(payment) : undefined} />
            ))}
          </ul>
          <ShowMore pages={payments} className="mt-4" />
        </>
      )}
      {voiding && <VoidPaymentDialog payment={voiding} close={() => setVoiding(undefined)} />}
    </Card>
  )
}

function PaymentRow({ payment, onVoid }: { payment: Payment; onVoid: (() => void) | undefined }) {
  const { number, amount, kept, method, reference, receivedDate, invoices, voided } = payment
  return (
    <li className="flex flex-col gap-1 py-3">
      <p className="flex items-baseline justify-between gap-4 font-medium">
        <span className={cn(voided && 'text-muted line-through')}>{number}</span>
        <span className={cn('figures', voided && 'text-muted line-through')}>{formatDecimalInput(amount, 2)}</span>
      </p>
      <div className="flex items-start justify-between gap-4 text-muted text-xs">
        <p className="min-w-0 text-pretty">
          {formatDay(receivedDate)}, {paymentMethodNames[method].toLowerCase()}
          {reference && `, ${reference}`}
          <br />
          {invoices.map((invoice, at) => (
            <span key={invoice.id}>
              {at > 0 && ', '}
              <Link className="link" to={paths.invoice(invoice.id)}>
                {invoice.number}
              </Link>{' '}
              {formatDecimalInput(invoice.amount, 2)}
            </span>
          ))}
          {Number(kept) > 0 && `${invoices.length > 0 ? ', ' : ''}kept as credit ${formatDecimalInput(kept, 2)}`}
          {voided && <span className="block">Void: {voided.reason}</span>}
        </p>
        {onVoid && !whyPaymentNotVoidable({ isVoid: voided !== null }) && (
          <Button size="sm" variant="ghost" aria-label={`Void ${number}`} onClick={onVoid}>
            Void
          </Button>
        )}
      </div>
    </li>
  )
}

function VoidPaymentDialog({ payment, close }: { payment: Payment; close: () => void }) {
  return (
    <ReasonPromptDialog
      route={paymentsApi.voidPayment}
      sent={{ params: { id: payment.id } }}
      successMessage={({ number }) => `${number} is void`}
      title={`Void ${payment.number}?`}
      description="The payment is reversed in full."
      submitLabel="Void payment"
      closeLabel="Keep payment"
      danger
      close={close}
    >
      <ReversedPayments payments={[payment]} />
    </ReasonPromptDialog>
  )
}
