import type { PaymentStatus } from '#shared/invoicing/payment-status.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'

const tones = {
  Unpaid: 'neutral',
  'Partially Paid': 'warn',
  'Paid in Full': 'good',
} as const satisfies Record<PaymentStatus, Tone>

/** The payment status badge of an invoice. */
export function PaymentStatusBadge({ status }: { status: PaymentStatus }) {
  return <StatusBadge tone={tones[status]}>{status}</StatusBadge>
}
