import type { Estimate } from '#shared/sales/estimates/api.ts'
import type { EstimateStatus } from '#shared/sales/estimates/estimate-transitions.ts'
import { useIsUnsent } from '#web/session/settings.ts'
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

type EstimateStatusBadgeProps = { status: EstimateStatus; mailState: Estimate['mailState'] }

/** The status badge of an estimate. It says "Not sent" if the email could not be sent. */
export function EstimateStatusBadge({ status, mailState }: EstimateStatusBadgeProps) {
  const isUnsent = useIsUnsent(mailState)
  if (status === 'Sent' && isUnsent) return <StatusBadge tone="warn">Not sent</StatusBadge>
  return <StatusBadge tone={estimateStatusTones[status]}>{status}</StatusBadge>
}
