import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { progressOf } from '#web/documents/progress-steps.ts'
import { purchaseStatusTones } from '#web/purchasing/public/purchase-status-badge.tsx'

/** The progress of a purchase order. */
export const purchaseProgress = ({ status, timeline }: Pick<PurchaseOrder, 'status' | 'timeline'>) =>
  progressOf({
    status,
    steps: [
      ['Draft', 'Pending Approval'],
      ['Open', 'Partially Received'],
      ['Received', 'Closed'],
    ],
    tone: purchaseStatusTones[status],
    timeline,
  })
