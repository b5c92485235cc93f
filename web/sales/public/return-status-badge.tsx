import type { ReturnStatus } from '#shared/sales/returns/return-transitions.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'

/** The colour of each return status, for lists, pages and timelines. */
export const returnStatusTones = {
  Requested: 'warn',
  Approved: 'info',
  Received: 'info',
  Inspected: 'info',
  Completed: 'good',
  Rejected: 'bad',
  Cancelled: 'neutral',
} as const satisfies Record<ReturnStatus, Tone>

/** The status badge of a return. */
export function ReturnStatusBadge({ status }: { status: ReturnStatus }) {
  return <StatusBadge tone={returnStatusTones[status]}>{status}</StatusBadge>
}
