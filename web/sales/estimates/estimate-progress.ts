import type { Estimate } from '#shared/sales/estimates/api.ts'
import { type Progress, progressOf } from '#web/documents/progress-steps.ts'
import { estimateStatusTones } from '#web/sales/public/estimate-status-badge.tsx'

/** The progress of an estimate; if no email was sent, its step is shown as skipped, "Not sent". */
export function estimateProgress(
  { status, timeline }: Pick<Estimate, 'status' | 'timeline'>,
  isUnsent: boolean,
): Progress | null {
  const progress = progressOf({
    status,
    steps: [['Draft'], ['Sent'], ['Accepted', 'Declined', 'Expired'], ['Converted']],
    tone: isUnsent && status === 'Sent' ? 'warn' : estimateStatusTones[status],
    timeline,
  })
  if (!progress || !isUnsent) return progress
  return {
    ...progress,
    steps: progress.steps.map((step) => (step.name === 'Sent' ? { name: 'Not sent', isSkipped: true } : step)),
  }
}
