import type { Return } from '#shared/sales/returns/api.ts'
import { progressOf } from '#web/documents/progress-steps.ts'
import { returnStatusTones } from '#web/sales/public/return-status-badge.tsx'

/** The progress of a return; its timeline begins with the oldest event. */
export const returnProgress = ({ status, timeline }: Pick<Return, 'status' | 'timeline'>) =>
  progressOf({
    status,
    steps: [['Requested'], ['Approved'], ['Received'], ['Inspected'], ['Completed']],
    tone: returnStatusTones[status],
    timeline: timeline.toReversed(),
  })
