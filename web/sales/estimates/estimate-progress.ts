import type { Estimate } from '#shared/sales/estimates/api.ts'
import { progressOf } from '#web/documents/progress-steps.ts'
import { estimateStatusTones } from '#web/sales/public/estimate-status-badge.tsx'

/** How far an estimate has come; what is issued without a mail server is not sent. */
export const estimateProgress = ({ status, timeline }: Pick<Estimate, 'status' | 'timeline'>, isUnsent: boolean) =>
  progressOf({
    status,
    steps: [['Draft'], ['Sent'], ['Accepted', 'Declined', 'Expired'], ['Converted']],
    names: isUnsent ? { Sent: 'Not sent' } : {},
    tone: isUnsent && status === 'Sent' ? 'warn' : estimateStatusTones[status],
    timeline,
  })
