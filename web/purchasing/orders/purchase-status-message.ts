import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'

/** The message after a transition of a purchase order. */
export const purchaseStatusMessage = ({ number, status }: PurchaseOrder) => `${number} is now: ${status}`
