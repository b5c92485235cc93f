export const paymentStatuses = ['Unpaid', 'Partially Paid', 'Paid in Full'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** Computed from the payment ledger; an invoice of zero is paid. */
export function paymentStatusOf(total: bigint, paid: bigint): PaymentStatus {
  if (paid >= total) return 'Paid in Full'
  return paid > 0n ? 'Partially Paid' : 'Unpaid'
}

/** Statuses of invoices with a balance due. */
export const dueStatuses: readonly PaymentStatus[] = ['Unpaid', 'Partially Paid']
