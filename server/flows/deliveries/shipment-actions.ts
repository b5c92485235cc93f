import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { whyReturned } from '#shared/sales/orders/order-guards.ts'
import { isSigned } from '#shared/signature.ts'
import { keepPickUpProof } from '#server/logistics/driver/proofs.ts'
import type { Work } from '#server/kernel/work.ts'
import { assignOrder, deliverOrder, handOverOrder } from '#server/flows/orders/deliver-order.ts'
import { assertOpen, assertTransition, lockOrder } from '#server/sales/orders/order-lock.ts'
import { createReturn } from '#server/sales/returns/returns.ts'
import { deliveredLots } from '#server/sales/returns/returnable.ts'

/** The order of a shipment. Throws NOT_FOUND. */
export async function orderOfShipment(work: Work, id: string): Promise<string> {
  const { rows } = await sql<{ order: string }>`select order_id as order from shipments
    where id = ${id} and deleted_at is null`.execute(work.tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0].order
}

type PickUp = RequestOf<(typeof shipmentsApi.pickUpShipment)['spec']>['body']

/** Records that the customer picked the goods up, with or without a signature. */
export async function pickUpOrder(
  work: Work,
  orderId: string,
  { receivedBy, signature, reason }: PickUp,
  shipmentId: string,
): Promise<void> {
  await assignOrder(work, orderId, { method: 'pick_up', carrier: null, trackingNumber: null })
  await handOverOrder(work, orderId)
  await deliverOrder(work, orderId, { receivedBy, reason: reason ?? 'Signed at pick-up' })
  if (isSigned(signature)) await keepPickUpProof(work, shipmentId, { receivedBy, signature })
}

/** The goods of a failed delivery are back: opens a return of all of them. Throws INVALID_TRANSITION, IN_USE. */
export async function checkInOrder(work: Work, orderId: string, note: string | null): Promise<void> {
  const order = await lockOrder(work, orderId)
  assertTransition(order, 'checkIn', 'system')
  assertOpen(whyReturned(order), order)
  const lots = await deliveredLots(work.tx, orderId)
  await createReturn(work, {
    orderId,
    notes: note,
    lines: lots
      .filter(({ returnable }) => returnable > 0)
      .map(({ orderLineId, lotId, returnable }) => ({
        orderLineId,
        lotId,
        quantity: returnable,
        reason: 'refused' as const,
        note: null,
      })),
  })
}
