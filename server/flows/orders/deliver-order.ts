import type { RequestOf } from '#shared/http/route.ts'
import type { salesApi } from '#shared/sales/orders/api.ts'
import { deliveryFailureNames } from '#shared/logistics/shipments/shipment-status.ts'
import type { Work } from '#server/kernel/work.ts'
import { changeShipment } from '#server/logistics/shipments/shipments.ts'
import { acceptLines, withholdsBlockedLots, shipmentOfOrder } from '#server/flows/deliveries/accept-lines.ts'
import { lockJourney } from '#server/flows/deliveries/drive-route.ts'
import { finishStop } from '#server/flows/deliveries/finish-stop.ts'
import { lockOrderOffRoute, lockOrderOnRoute } from '#server/flows/deliveries/order-on-route.ts'
import { leaveRoute } from '#server/flows/deliveries/plan-route.ts'
import { notifyCustomerOfOrder } from '#server/logistics/tracking/delivery-notices.ts'
import { transitionOrder, assertTransition } from '#server/sales/orders/order-lock.ts'

type Body<K extends 'assign' | 'deliver' | 'failDelivery'> = RequestOf<(typeof salesApi)[K]['spec']>['body']

/** Assigns the shipment to a carrier, to an own driver without a route, or for pickup by the customer. */
export async function assignOrder(
  work: Work,
  orderId: string,
  { method, carrier, trackingNumber }: Body<'assign'>,
): Promise<void> {
  const order = await lockOrderOffRoute(work, orderId)
  assertTransition(order, 'assign')
  await changeShipment(work, order.id, { method, carrier, tracking_number: trackingNumber })
  await transitionOrder(work, order, 'assign')
}

/** Takes the shipment back from its carrier, or from its route while that is planned. */
export async function unassignOrder(work: Work, orderId: string): Promise<void> {
  const { order, route } = await lockOrderOnRoute(work, orderId)
  assertTransition(order, 'unassign')
  if (route) await leaveRoute(work, route, orderId)
  await changeShipment(work, order.id, { method: null, carrier: null, tracking_number: null })
  await transitionOrder(work, order, 'unassign')
}

/** Records that the shipment left the warehouse. */
export async function handOverOrder(work: Work, orderId: string): Promise<void> {
  const order = await lockOrderOffRoute(work, orderId)
  assertTransition(order, 'handOver')
  await changeShipment(work, order.id, { status: 'ON_THE_WAY', dispatched_at: work.now })
  await transitionOrder(work, order, 'handOver')
  await notifyCustomerOfOrder(work, order.id)
}

/** Records a carrier's tracking status: in transit, out for delivery, or postponed. */
export const trackOrder = (move: 'setOff' | 'approach' | 'postpone') => async (work: Work, orderId: string) => {
  const order = await lockOrderOffRoute(work, orderId)
  assertTransition(order, move)
  await transitionOrder(work, order, move)
}

/**
 * Records a delivery, with who received it and how that is known. Blocked goods must not be handed over; if the customer has them
 * already, staff record that, and a recall finds the goods with the customer.
 */
export async function deliverOrder(
  work: Work,
  orderId: string,
  { receivedBy, reason: given, alreadyReceived, lines }: Body<'deliver'>,
): Promise<void> {
  const { order: locked, route } = await lockOrderOnRoute(work, orderId)
  const isStopped = locked.stopped.length > 0
  const tooLate = alreadyReceived && isStopped
  // If all pieces of blocked lots were withheld from the customer, the rest of the shipment may be delivered.
  const areBlockedLotsWithheld =
    isStopped && lines && (await withholdsBlockedLots(work, await shipmentOfOrder(work, orderId), lines))
  const order = tooLate || areBlockedLotsWithheld ? { ...locked, stopped: [] } : locked
  const reason = tooLate ? `They had it already (${locked.stopped.join('; ')}): ${given}`.slice(0, 500) : given
  assertTransition(order, 'deliver')
  const stop = route?.stops.find((one) => one.orderId === orderId)
  if (route && stop) {
    const by = { at: work.now, eventId: null, evenStopped: Boolean(tooLate || areBlockedLotsWithheld) }
    const journey = await lockJourney(work, route.id)
    await finishStop(work, journey, stop.id, { status: 'DELIVERED', receivedBy, note: reason }, by)
    return acceptLines(work, orderId, stop.id, lines)
  }
  await changeShipment(work, order.id, {
    status: 'DELIVERED',
    delivered_at: work.now,
    received_by: receivedBy,
    note: reason,
  })
  await transitionOrder(work, order, 'deliver', { reason, deliveredDate: work.today })
  await acceptLines(work, orderId, null, lines)
}

export async function failDelivery(
  work: Work,
  orderId: string,
  { failureReason, note }: Body<'failDelivery'>,
): Promise<void> {
  const { order, route } = await lockOrderOnRoute(work, orderId)
  assertTransition(order, 'failDelivery')
  const stop = route?.stops.find((one) => one.orderId === orderId)
  if (route && stop) {
    const end = { status: 'FAILED_DELIVERY', reason: failureReason, note } as const
    return finishStop(work, await lockJourney(work, route.id), stop.id, end, { at: work.now, eventId: null })
  }
  await changeShipment(work, order.id, {
    status: 'FAILED_DELIVERY',
    failed_at: work.now,
    failure_reason: failureReason,
    note,
  })
  const words = deliveryFailureNames[failureReason]
  await transitionOrder(work, order, 'failDelivery', { reason: note ? `${words}: ${note}` : words })
}

/** Another delivery attempt: the shipment is ready again. */
export async function replanOrder(work: Work, orderId: string): Promise<void> {
  const order = await lockOrderOffRoute(work, orderId)
  assertTransition(order, 'replan')
  await changeShipment(
    work,
    order.id,
    {
      status: 'READY_FOR_SHIPPING',
      method: null,
      carrier: null,
      tracking_number: null,
      dispatched_at: null,
      failed_at: null,
      failure_reason: null,
      note: null,
    },
    true,
  )
  await transitionOrder(work, order, 'replan')
}
