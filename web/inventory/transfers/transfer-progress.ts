import type { Transfer } from '#shared/inventory/transfers/api.ts'
import type { Progress } from '#web/documents/progress-steps.ts'

/** How far a transfer has come; nothing is known of a new one, and a cancelled one is on no way. */
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
