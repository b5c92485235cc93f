import type { Return } from '#shared/sales/returns/api.ts'
import { progressOf } from '#web/documents/progress-steps.ts'
import { returnStatusTones } from '#web/sales/public/return-status-badge.tsx'

/** How far a return has come; its timeline begins with the oldest. */
export const returnProgress = ({ status, timeline }: Pick<Return, 'status' | 'timeline'>) =>
  progressOf({
    status,
    steps: [['Requested'], ['Approved'], ['Received'], ['Inspected'], ['Completed']],
    tone: returnStatusTones[status],
    timeline: timeline.toReversed(),
  })
