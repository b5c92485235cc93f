import { type OrderStatus, orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'

/** What the colour of an order's status says; the one table for lists, pages and timelines. */
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

/** The status of an order: its word and its colour. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <StatusBadge tone={orderStatusTones[status]}>{orderStatusNames[status]}</StatusBadge>
}
