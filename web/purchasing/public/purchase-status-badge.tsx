import type { PurchaseStatus } from '#shared/purchasing/orders/purchase-transitions.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'

/** The colour of each purchase order status, for lists, pages and timelines. */
export const purchaseStatusTones = {
  Draft: 'neutral',
  'Pending Approval': 'warn',
  Open: 'info',
  'Partially Received': 'info',
  Received: 'good',
  Closed: 'neutral',
  Cancelled: 'neutral',
} as const satisfies Record<PurchaseStatus, Tone>

/** The status badge of a purchase order. */
export function PurchaseStatusBadge({ status }: { status: PurchaseStatus }) {
  return <StatusBadge tone={purchaseStatusTones[status]}>{status}</StatusBadge>
}
