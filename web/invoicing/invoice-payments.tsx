import { Link } from 'react-router'
import type { Invoice } from '#shared/invoicing/api.ts'
import { paymentMethodNames } from '#shared/invoicing/payment-methods.ts'
import { CreditButton } from './credit-button.tsx'
import { paths } from '#web/paths.ts'
import { CreditNoteCard } from '#web/invoicing/public/credit-note-card.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#shared/format-day.ts'
import { Card, Figure } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

type Payment = Invoice['payments'][number]

/** The balance due, with all payments and reversals. */
export function InvoicePayments({ invoice }: { invoice: Invoice }) {
  const { currency } = useSettings()
  const seesOrders = useCan('salesOrders.view')
  const mayEdit = useCan('invoices.edit')
  const { payments } = invoice
  return (
    <>
      {!invoice.voided && (
        <Card>
          <div className="flex flex-col gap-4">
            <Figure
              label={`Balance due, ${currency}`}
              value={formatDecimalInput(invoice.due, 2)}
              note={
                invoice.paymentStatus === 'Paid in Full'
                  ? 'Paid in full'
                  : `${invoice.overdue ? 'Was due' : 'Due'} ${formatDay(invoice.dueDate)}`
              }
            />
            <ProgressBar label="Settled" value={settledPart(invoice)} />
            <p className="figures -mt-2 text-muted text-xs">
              {formatDecimalInput(invoice.paid, 2)} of {formatDecimalInput(invoice.total, 2)} paid
              {invoice.creditUsed !== '0.00' && `, ${formatDecimalInput(invoice.creditUsed, 2)} credit used`}
            </p>
            {mayEdit && <CreditButton invoice={invoice} />}
          </div>
        </Card>
      )}
      <Card title="Payments">
        {payments.length === 0 ? (
          <p className="text-secondary">None yet.</p>
        ) : (
          <ul className="-my-3 flex flex-col divide-y divide-line">
            {payments.map((payment) => (
              <LedgerRow key={payment.id} payment={payment} />
            ))}
          </ul>
        )}
      </Card>
      {invoice.creditNotes.map((note) => (
        <CreditNoteCard
          key={note.id}
          note={note}
          account={invoice.account}
          about={{
            label: 'For return',
            value: seesOrders ? (
              <Link className="link" to={paths.return(note.return.id)}>
                {note.return.number}
              </Link>
            ) : (
              note.return.number
            ),
          }}
        />
      ))}
    </>
  )
}

/** A row of the payment ledger; reversed payments are struck through, and their reversal is a row of its own. */
function LedgerRow({ payment }: { payment: Payment }) {
  const isReversal = payment.kind === 'REVERSAL'
  const amount = `${isReversal ? '−' : ''}${formatDecimalInput(payment.amount, 2)}`
  const by = payment.actor ? ` by ${payment.actor}` : ''
  return (
    <li className="py-3">
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 font-medium">
          {isReversal ? 'Reversal' : payment.method ? paymentMethodNames[payment.method] : 'Credit used'}
          {payment.reversed && <span className="font-normal text-muted"> (reversed)</span>}
        </p>
        <p className={cn('figures', isReversal && 'text-bad', payment.reversed && 'text-muted line-through')}>
          {amount}
        </p>
      </div>
      <p className="break-words text-muted text-xs">
        {[formatDay(payment.receivedDate), payment.payment?.number, payment.reference].filter(Boolean).join(' · ')}
      </p>
      {payment.reason && <p className="mt-1 text-pretty break-words text-secondary text-table">“{payment.reason}”</p>}
      <p className="text-muted text-xs">
        Recorded{by} <RelativeTime at={payment.at} />
      </p>
    </li>
  )
}

/** In whole per cent, only for the progress bar. */
const settledPart = ({ paid, creditUsed, total }: Invoice) =>
  Number(total) === 0 ? 100 : Math.min(100, Math.round(((Number(paid) + Number(creditUsed)) / Number(total)) * 100))
