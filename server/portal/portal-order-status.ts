import { orderStatuses } from '#shared/sales/orders/order-transitions.ts'

const ended: readonly string[] = ['DELIVERED', 'CANCELLED', 'RETURNED']

/** Orders that aren't completed for the customer. */
export const openOrderStatuses = orderStatuses.filter((status) => !ended.includes(status))
