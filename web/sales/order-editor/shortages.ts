import type { Order } from '#shared/sales/orders/order.ts'
import { type OrderShortage, shortagesOf } from '#shared/sales/orders/order-shortages.ts'

/** The shortages of an order that is not confirmed; empty for later statuses. */
export const orderShortages = ({ status, orderLines }: Pick<Order, 'status' | 'orderLines'>): OrderShortage[] =>
  status === 'PENDING' || status === 'AWAITING_STOCK' ? shortagesOf(orderLines) : []
