import type { Transfer } from '#shared/inventory/transfers/api.ts'
import type { Progress } from '#web/documents/progress-steps.ts'

/** The progress of a transfer; null for a cancelled one. */
export function transferProgress(transfer: Transfer | undefined): Progress | null {
  if (transfer?.status === 'cancelled') return null
  return {
    steps: [
      { name: 'Pending', at: transfer?.createdAt },
      { name: 'In transit', at: transfer?.dispatchedAt },
      { name: 'Completed', at: transfer?.completedAt },
    ],
    current: transfer?.status === 'completed' ? 2 : transfer?.dispatchedAt ? 1 : 0,
    tone: 'info',
  }
}
