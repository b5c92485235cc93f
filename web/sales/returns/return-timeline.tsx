import { type ReturnTransition, type ReturnStatus, returnStatuses } from '#shared/sales/returns/return-transitions.ts'
import type { Return } from '#shared/sales/returns/api.ts'
import { Card } from '#web/ui/card.tsx'
import { returnStatusTones } from '#web/sales/public/return-status-badge.tsx'
import { Timeline } from '#web/ui/timeline.tsx'

/** Each event as the predicate of a sentence: "Ana approved the return". */
const past: Record<ReturnTransition | 'request' | 'mail', string> = {
  request: 'requested the return',
  approve: 'approved the return',
  reject: 'rejected the return',
  receive: 'received the goods',
  inspect: 'inspected the goods',
  complete: 'completed the return',
  cancel: 'cancelled the return',
  mail: 'emailed the credit note',
}

/** The history of a return, newest first. */
export function ReturnTimeline({ found }: { found: Return }) {
  const entries = found.timeline.toReversed()
  return (
    <Card title="History">
      <Timeline
        label="History of the return"
        entries={entries.map(({ at, actor, move, to, reason }, index) => ({
          id: String(entries.length - index),
          who: actor ?? 'Wardstock',
          what: past[move as keyof typeof past] ?? move,
          at,
          tone: isStatus(to) ? returnStatusTones[to] : 'neutral',
          detail: reason && (
            <p className="text-pretty break-words">{move === 'mail' ? `To ${reason}` : `“${reason}”`}</p>
          ),
        }))}
      />
    </Card>
  )
}

const isStatus = (name: string): name is ReturnStatus => returnStatuses.some((status) => status === name)
