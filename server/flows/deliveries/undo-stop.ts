import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { undoSeconds } from '#shared/logistics/driver/events.ts'
import { droppedReturns } from '#shared/sales/returns/return-transitions.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Work } from '#server/kernel/work.ts'
import { deviceTimeOf } from '#server/logistics/driver/driver-events.ts'
import { undoProof } from '#server/logistics/driver/proofs.ts'
import { noteRoute } from '#server/logistics/routes/route-lock.ts'
import { reschedule } from '#server/logistics/routes/route-schedule.ts'
import { changeStop } from '#server/logistics/routes/stops.ts'
import { changeShipments } from '#server/logistics/shipments/shipments.ts'
import { transitionOrder } from '#server/sales/orders/order-lock.ts'
import { cancelReturn } from '#server/sales/returns/returns.ts'
import { voidPayment } from '#server/flows/money/take-payment.ts'
import { type Journey, makeCurrent, stopUnderWay } from './drive-route.ts'

const why = 'Taken back by the driver within seconds'

/**
 * Undoes a delivery or failure that was tapped by mistake: the stop is the current one again, and its effects are reversed. Only
 * within the undo window by the phone's clock, and only for the event that ended the stop.
 */
export async function undoStop(
  work: Work,
  journey: Journey,
  stopId: string,
  eventId: string,
  at: string,
): Promise<void> {
  const { route, orders } = journey
  const stop = stopUnderWay(journey, stopId)
  const ended = await deviceTimeOf(work, eventId)
  if (!ended || stop.finalEventId !== eventId) {
    throw new Refusal('INVALID_TRANSITION', 'That event did not give the stop its end.')
  }
  const seconds = (Date.parse(at) - ended.getTime()) / 1000
  if (seconds < 0 || seconds > undoSeconds) {
    throw new Refusal('TOO_LATE', `It can be undone within ${undoSeconds} seconds only.`)
  }
  const order = orders.get(stop.orderId)
  if (!order) throw new Error(`Order ${stop.orderId} is not locked`)
  const { returns, payments } = await effectsOf(work, stop)
  for (const id of payments) await voidPayment(work, id, why)
  for (const id of returns) await cancelReturn(work, id, 0, why)
  orders.set(order.id, await transitionOrder(work, order, 'undoDelivery', { reason: why }))
  await undoProof(work, stopId)
  stop.status = 'READY_FOR_SHIPPING'
  await changeStop(work, stopId, {
    status: 'READY_FOR_SHIPPING',
    finished_at: null,
    received_by: null,
    failure_reason: null,
    note: null,
    final_event_id: null,
  })
  const shipment = {
    status: 'ON_THE_WAY',
    delivered_at: null,
    received_by: null,
    failed_at: null,
    failure_reason: null,
    note: null,
  } as const
  await changeShipments(work, [stop.shipmentId], shipment)
  await makeCurrent(work, journey, stop)
  await noteRoute(work, route, 'stopUndone', { stopId, reason: why })
  await reschedule(work, route.id)
}

/** The return and the payment that the delivery created, recognized by their timestamps, unless they were ended since. */
async function effectsOf(work: Work, stop: { id: string; orderId: string }) {
  const { rows } = await sql<{ returns: string[]; payments: string[] }>`select
      coalesce((select json_agg(b.id) from sales_returns b where b.order_id = ${stop.orderId} and b.created_at = f.received_at
        and b.status not in ${oneOf(droppedReturns)}), '[]'::json) as returns,
      coalesce((select json_agg(y.id) from payments y join sales_orders o on o.account_id = y.account_id
        where o.id = ${stop.orderId} and y.at = f.received_at and y.method = 'cash' and y.voided_at is null), '[]'::json) as payments
    from delivery_proofs f where f.stop_id = ${stop.id} and f.undone_at is null`.execute(work.tx)
  return rows[0] ?? { returns: [], payments: [] }
}
