import type { EstimateStatus } from '#shared/sales/estimates/estimate-transitions.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'

export const estimateStatusTones = {
  Draft: 'neutral',
  Sent: 'info',
  Accepted: 'good',
  Converted: 'good',
  Declined: 'bad',
  Expired: 'warn',
  Cancelled: 'neutral',
} as const satisfies Record<EstimateStatus, Tone>

/** The status of an estimate: its word and its colour. */
export function EstimateStatusBadge({ status }: { status: EstimateStatus }) {
  return <StatusBadge tone={estimateStatusTones[status]}>{status}</StatusBadge>
}
