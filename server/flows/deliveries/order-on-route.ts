import { sql } from 'kysely'
import { openShipments } from '#shared/logistics/shipments/shipment-status.ts'
import { oneOf } from '#server/db/one-of.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Work } from '#server/kernel/work.ts'
import { isOpen, type LockedRoute, lockRouteOf } from '#server/logistics/routes/route-lock.ts'
import { type LockedOrder, lockOrders } from '#server/sales/orders/order-lock.ts'

/** Locks an order, and first the route with its goods. For drivers, orders that are not on their own routes are NOT_FOUND. */
export async function lockOrderOnRoute(
  work: Work,
  orderId: string,
): Promise<{ order: LockedOrder; route: LockedRoute | null }> {
  const route = await lockRouteOf(work, orderId)
  if (work.caller.role === 'driver' && route?.driverId !== work.caller.userId) throw new Refusal('NOT_FOUND')
  // Ending a stop of a route under way also changes the next one, so the orders of all open stops are locked, in order of id.
  const others = route?.status === 'IN_PROGRESS' ? route.stops.filter(isOpen).map((stop) => stop.orderId) : []
  const order = (await lockOrders(work, [orderId, ...others])).find(({ id }) => id === orderId)
  if (!order) throw new Refusal('NOT_FOUND')
  const { rows } = await sql<{ id: string }>`select route_id as id from route_stops where order_id = ${orderId}
    and removed_at is null and status in ${oneOf(openShipments)}`.execute(work.tx)
  if ((rows[0]?.id ?? null) !== (route?.id ?? null)) {
    throw new Refusal('REQUEST_IN_PROGRESS', 'Somebody is planning this order at the moment. Try again.')
  }
  return { order, route }
}

/** The same for what carriers do: throws ON_ROUTE if the goods are on one of our own routes. */
export async function lockOrderOffRoute(work: Work, orderId: string): Promise<LockedOrder> {
  const { order, route } = await lockOrderOnRoute(work, orderId)
  if (route)
    throw new Refusal('ON_ROUTE', `Order ${order.number} is on route ${route.number}: its driver records that.`)
  return order
}

/** Throws ON_ROUTE while an order's goods are in one of our vans, whatever the status of its stop. */
export async function refuseInVan(work: Work, order: Pick<LockedOrder, 'id' | 'number'>): Promise<void> {
  const { rows } = await sql<{ number: string }>`select r.number from route_stops p join routes r on r.id = p.route_id
    where p.order_id = ${order.id} and p.removed_at is null and r.status = 'IN_PROGRESS' limit 1`.execute(work.tx)
  if (rows[0]) {
    throw new Refusal('ON_ROUTE', `Order ${order.number} is on route ${rows[0].number}, which is under way.`)
  }
}
