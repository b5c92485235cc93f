import type { Payment } from '#shared/invoicing/payments-api.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/** The effect of a reversal: each payment is reversed in full, on all invoices that it paid and in the customer's credit. */
export function ReversedPayments({ payments }: { payments: readonly Payment[] }) {
  const { currency } = useSettings()
  return (
    <ul aria-label="Reversed payments" className="flex flex-col gap-2 text-table">
      {payments.map(({ id, number, amount, invoices, kept }) => (
        <li key={id}>
          <p className="flex justify-between gap-4 font-medium">
            {number}
            <span className="figures">
              {currency} {formatDecimalInput(amount, 2)}
            </span>
          </p>
          <ul className="text-secondary">
            {invoices.map((invoice) => (
              <Part key={invoice.id} what={`${invoice.number} is due again`} amount={invoice.amount} />
            ))}
            {Number(kept) > 0 && <Part what="Customer credit is removed" amount={kept} />}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function Part({ what, amount }: { what: string; amount: string }) {
  return (
    <li className="flex justify-between gap-4">
      {what}
      <span className="figures">{formatDecimalInput(amount, 2)}</span>
    </li>
  )
}
