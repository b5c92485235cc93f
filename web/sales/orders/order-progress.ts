import type { Order } from '#shared/sales/orders/order.ts'
import { orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import { progressOf } from '#web/documents/progress-steps.ts'
import { orderStatusTones } from '#web/sales/public/order-status-badge.tsx'

/** The progress of an order, with the time of each step; null for a cancelled one. */
export const orderProgress = ({ status, timeline }: Pick<Order, 'status' | 'timeline'>) =>
  progressOf({
    status,
    steps: [
      ['PENDING'],
      ['CONFIRMED', 'AWAITING_STOCK', 'PROCESSING'],
      ['READY_FOR_SHIPPING', 'FOR_SHIPPING'],
      ['SHIPPED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'FAILED_DELIVERY'],
      ['DELIVERED', 'RETURNED'],
    ],
    names: orderStatusNames,
    tone: orderStatusTones[status],
    timeline,
  })
