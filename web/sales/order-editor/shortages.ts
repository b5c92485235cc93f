import type { Order } from '#shared/sales/orders/order.ts'
import { type OrderShortage, shortagesOf } from '#shared/sales/orders/order-shortages.ts'

/** What a whole order lacks; one that is confirmed lacks nothing. */
export const orderShortages = ({ status, orderLines }: Pick<Order, 'status' | 'orderLines'>): OrderShortage[] =>
  status === 'PENDING' || status === 'AWAITING_STOCK' ? shortagesOf(orderLines) : []
