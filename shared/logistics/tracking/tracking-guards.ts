import { type OrderFacts, whyReturned } from '#shared/sales/orders/order-guards.ts'
import type { Tracking } from './api.ts'

/* What a customer can no longer do by the link of a delivery, in words for them; null where they can. */

export const whyNotInstructed = ({ status }: Pick<Tracking, 'status'>): string | null =>
  status === 'DELIVERED' ? 'The goods are delivered.' : null

/** Of the order whose goods they are: what is back, or on its way back, does not come another day. */
export function whyNotRescheduled({ status, returns }: Pick<OrderFacts, 'status' | 'returns'>): string | null {
  if (status !== 'FAILED_DELIVERY') return 'A new day can be chosen after a failed delivery only.'
  return whyReturned({ returns }) ? 'The goods are being returned to us. Contact us to order them again.' : null
}
