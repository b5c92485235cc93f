import type { DeliveryFailure } from '#shared/logistics/shipments/shipment-status.ts'
import { deliveryFailureNames } from '#shared/logistics/shipments/shipment-status.ts'
import type { Work } from '#server/kernel/work.ts'
import { noteRoute } from '#server/logistics/routes/route-lock.ts'
import { reschedule, announceTracking } from '#server/logistics/routes/route-schedule.ts'
import { changeStop } from '#server/logistics/routes/stops.ts'
import { changeShipments } from '#server/logistics/shipments/shipments.ts'
import { transitionOrder, assertTransition } from '#server/sales/orders/order-lock.ts'
import { driveOn, type Journey, assertOpen, stopUnderWay } from './drive-route.ts'

/** How a stop ended. */
export type StopEnd =
  | { status: 'DELIVERED'; receivedBy: string; note: string | null }
  | { status: 'FAILED_DELIVERY'; reason: DeliveryFailure; note: string | null }

export interface EndedBy {
  /** When it ended, as far as known. */
  at: Date
  /** The event from the driver's phone; null if staff recorded the end. */
  eventId: string | null
  /** Records the end even if the goods must not be used, because the customer has them already. */
  evenStopped?: boolean
}

/** Ends a stop, with its shipment and order; the driver goes on to the next stop. */
export async function finishStop(
  work: Work,
  journey: Journey,
  stopId: string,
  end: StopEnd,
  by: EndedBy,
): Promise<void> {
  const { route, orders } = journey
  const stop = stopUnderWay(journey, stopId)
  assertOpen(stop)
  const locked = orders.get(stop.orderId)
  if (!locked) throw new Error(`Order ${stop.orderId} is not locked`)
  const order = by.evenStopped ? { ...locked, stopped: [] } : locked
  const isDelivered = end.status === 'DELIVERED'
  assertTransition(order, isDelivered ? 'deliver' : 'failDelivery')
  await changeStop(work, stopId, {
    status: end.status,
    finished_at: by.at,
    received_by: isDelivered ? end.receivedBy : null,
    failure_reason: isDelivered ? null : end.reason,
    note: end.note,
    final_event_id: by.eventId,
  })
  stop.status = end.status
  await changeShipments(
    work,
    [stop.shipmentId],
    isDelivered
      ? { status: 'DELIVERED', delivered_at: by.at, received_by: end.receivedBy, note: end.note }
      : { status: 'FAILED_DELIVERY', failed_at: by.at, failure_reason: end.reason, note: end.note },
  )
  let why = end.note
  if (isDelivered) {
    const reason = end.note ? `Received by ${end.receivedBy}: ${end.note}` : `Received by ${end.receivedBy}`
    orders.set(
      order.id,
      await transitionOrder(work, order, 'deliver', { reason: reason.slice(0, 500), deliveredDate: work.today }),
    )
  } else {
    const words = deliveryFailureNames[end.reason]
    why = (end.note ? `${words}: ${end.note}` : words).slice(0, 500)
    orders.set(order.id, await transitionOrder(work, order, 'failDelivery', { reason: why }))
  }
  await driveOn(work, journey)
  await noteRoute(work, route, isDelivered ? 'stopDelivered' : 'stopFailed', { stopId, reason: why })
  announceTracking(work, route, null, await reschedule(work, route.id))
}
