import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'

/** What is said of a purchase order once it has moved. */
export const purchaseStatusMessage = ({ number, status }: PurchaseOrder) => `${number} is now: ${status}`
