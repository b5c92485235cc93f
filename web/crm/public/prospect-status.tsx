import type { ProspectStatus } from '#shared/crm/prospects/prospect-transitions.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'
import { formatDay } from '#shared/format-day.ts'

export const prospectStatusTones = {
  New: 'info',
  Contacted: 'info',
  'Follow-up': 'warn',
  Converted: 'good',
  Disqualified: 'neutral',
} as const satisfies Record<ProspectStatus, Tone>

/** The status badge of a prospect. */
export function ProspectStatusBadge({ status }: { status: ProspectStatus }) {
  return <StatusBadge tone={prospectStatusTones[status]}>{status}</StatusBadge>
}

type FollowUpProps = { prospect: { followUpDate: string | null; due: boolean; overdue: boolean } }

/** The follow-up date, highlighted when it is due. */
export function FollowUp({ prospect: { followUpDate, due, overdue } }: FollowUpProps) {
  if (followUpDate === null) return <span className="text-muted">–</span>
  if (!due) return formatDay(followUpDate)
  return (
    <span className={overdue ? 'font-medium text-bad' : 'font-medium text-warn'}>
      {formatDay(followUpDate)} · {overdue ? 'overdue' : 'today'}
    </span>
  )
}
