import { useFormContext, useWatch } from 'react-hook-form'
import type { InvoiceRow } from '#shared/invoicing/api.ts'
import { allocatePayment } from '#shared/invoicing/payment-parts.ts'
import { amountScale, formatAmount, parseDecimal, sum } from '#shared/money.ts'
import { FormMoneyField } from '#web/forms/form-value-fields.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/** The form values of a payment: its amount, and the part of each invoice in their order; '' for none. */
export type AllocatedPayment = { amount: string; parts: { amount: string }[] }
export type OpenInvoice = Pick<InvoiceRow, 'id' | 'number' | 'due' | 'dueDate' | 'overdue'>

/** In minor units; invalid amounts count as 0, their field shows the error. */
export const minorOf = (amount: string) => parseDecimal(amount, amountScale) ?? 0n

/** The proposed allocation: earliest due date first. */
export function proposedParts(amount: string, invoices: readonly OpenInvoice[]): AllocatedPayment['parts'] {
  const { parts } = allocatePayment(
    minorOf(amount),
    invoices.map(({ id, due }) => ({ id, due: minorOf(due) })),
  )
  const of = new Map(parts.map((part) => [part.invoiceId, formatAmount(part.amount)]))
  return invoices.map(({ id }) => ({ amount: of.get(id) ?? '' }))
}

type PaymentPartsFieldProps = {
  invoices: readonly OpenInvoice[]
  currency: string
  /** Whether the user has edited a part, which ends the proposal. */
  isOwn: boolean
  onOwn: () => void
  onPropose: () => void
}

/** The part of the payment for each open invoice, and the rest, updated during input. */
export function PaymentPartsField({ invoices, currency, isOwn, onOwn, onPropose }: PaymentPartsFieldProps) {
  const { control } = useFormContext<AllocatedPayment>()
  const [amount, parts] = useWatch({ control, name: ['amount', 'parts'] })
  const given = sum(parts.map((part) => minorOf(part.amount)))
  const rest = minorOf(amount) - given
  return (
    <fieldset className="flex flex-col">
      <div className="flex min-h-8 items-center justify-between gap-4">
        <legend className="float-left font-medium text-sm">Invoices to settle</legend>
        {isOwn && (
          <Button size="sm" variant="ghost" onClick={onPropose}>
            Oldest first
          </Button>
        )}
      </div>
      <ul aria-label="Invoices to settle" className="mt-1 flex flex-col divide-y divide-line border-line border-y">
        {invoices.map((invoice, at) => (
          <li key={invoice.id} className="flex items-start gap-4 py-2">
            <div className="min-w-0 flex-1 py-1 text-table">
              <p className="font-medium">{invoice.number}</p>
              <p className={invoice.overdue ? 'text-bad' : 'text-muted'}>
                {invoice.overdue ? 'Was due' : 'Due'} {formatDay(invoice.dueDate)}
              </p>
            </div>
            <div className="w-44 shrink-0">
              <FormMoneyField
                control={control}
                name={`parts.${at}.amount`}
                label={`For ${invoice.number}`}
                hideLabel
                currency={currency}
                placeholder={formatDecimalInput('0', 2)}
                onEntered={onOwn}
                help={`of ${formatDecimalInput(invoice.due, 2)} due`}
                errorName={`Amount for ${invoice.number}`}
              />
            </div>
          </li>
        ))}
      </ul>
      <dl aria-live="polite" className="figures mt-2 flex flex-col gap-1 text-table">
        <div className="flex justify-between gap-4">
          <dt className="text-secondary">For invoices</dt>
          <dd>{formatDecimalInput(formatAmount(given), 2)}</dd>
        </div>
        <div className={cn('flex justify-between gap-4 font-medium', rest < 0n && 'text-bad')}>
          <dt>{rest < 0n ? 'More than the payment' : 'Kept as credit'}</dt>
          <dd>{formatDecimalInput(formatAmount(rest < 0n ? -rest : rest), 2)}</dd>
        </div>
      </dl>
    </fieldset>
  )
}
