import { type OrderStatus, orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'

/** The colour of each order status, for lists, pages and timelines. */
export const orderStatusTones = {
  PENDING: 'neutral',
  CONFIRMED: 'info',
  AWAITING_STOCK: 'warn',
  PROCESSING: 'info',
  READY_FOR_SHIPPING: 'info',
  FOR_SHIPPING: 'info',
  SHIPPED: 'info',
  IN_TRANSIT: 'info',
  OUT_FOR_DELIVERY: 'info',
  DELIVERED: 'good',
  CANCELLED: 'neutral',
  RETURNED: 'neutral',
  FAILED_DELIVERY: 'bad',
} as const satisfies Record<OrderStatus, Tone>

/** The status badge of an order. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <StatusBadge tone={orderStatusTones[status]}>{orderStatusNames[status]}</StatusBadge>
}
