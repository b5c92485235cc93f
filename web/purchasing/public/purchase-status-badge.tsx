import type { PurchaseStatus } from '#shared/purchasing/orders/purchase-transitions.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'

/** What the colour of a purchase order's status says; the one table for lists, pages and timelines. */
export const purchaseStatusTones = {
  Draft: 'neutral',
  'Pending Approval': 'warn',
  Open: 'info',
  'Partially Received': 'info',
  Received: 'good',
  Closed: 'neutral',
  Cancelled: 'neutral',
} as const satisfies Record<PurchaseStatus, Tone>

/** The status of a purchase order: its word and its colour. */
export function PurchaseStatusBadge({ status }: { status: PurchaseStatus }) {
  return <StatusBadge tone={purchaseStatusTones[status]}>{status}</StatusBadge>
}
