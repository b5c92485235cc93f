import { orderStatuses } from '#shared/sales/orders/order-transitions.ts'

const ended: readonly string[] = ['DELIVERED', 'CANCELLED', 'RETURNED']

/** Orders of which the customer still expects something. */
export const openOrderStatuses = orderStatuses.filter((status) => !ended.includes(status))
