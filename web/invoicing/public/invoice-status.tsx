import type { InvoiceRow } from '#shared/invoicing/api.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { PaymentStatusBadge } from './payment-status-badge.tsx'

type InvoiceStatusProps = { invoice: Pick<InvoiceRow, 'voided' | 'overdue' | 'paymentStatus'> }

/** The status badges of an invoice: void, or its payment status and whether it is overdue. */
export function InvoiceStatus({ invoice }: InvoiceStatusProps) {
  if (invoice.voided) return <StatusBadge>Void</StatusBadge>
  return (
    <span className="inline-flex gap-1.5">
      <PaymentStatusBadge status={invoice.paymentStatus} />
      {invoice.overdue && <StatusBadge tone="bad">Overdue</StatusBadge>}
    </span>
  )
}
