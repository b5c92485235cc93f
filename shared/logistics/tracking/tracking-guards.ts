import type { ShipmentMethod } from '#shared/logistics/shipments/shipment-status.ts'
import { type OrderFacts, whyReturned } from '#shared/sales/orders/order-guards.ts'
import type { Tracking } from './api.ts'

/* Why a customer can't do something by the link of a delivery any more, in words for them; null if they can. */

type Instructed = Pick<Tracking, 'status'> & { method: ShipmentMethod | null }

export function whyNotInstructed({ status, method }: Instructed): string | null {
  if (status === 'DELIVERED') return 'The goods are delivered.'
  if (method === 'carrier') return 'A carrier delivers the goods. Ask them.'
  return method === 'pick_up' ? 'The goods are picked up, not delivered.' : null
}

/** Depends on the order: goods that are back, or on their way back, aren't delivered on another day. */
export function whyNotRescheduled({ status, returns }: Pick<OrderFacts, 'status' | 'returns'>): string | null {
  if (status !== 'FAILED_DELIVERY') return 'A new day can be chosen after a failed delivery only.'
  return whyReturned({ returns }) ? 'The goods are being returned to us. Contact us to order them again.' : null
}
