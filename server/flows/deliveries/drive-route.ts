import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { whyStopped } from '#shared/sales/orders/order-guards.ts'
import type { Work } from '#server/kernel/work.ts'
import {
  isOpen,
  type LockedRoute,
  type LockedStop,
  lockRoute,
  noteRoute,
  routeGone,
  assertRouteTransition,
  assertUnderWay,
} from '#server/logistics/routes/route-lock.ts'
import { reschedule, announceTracking } from '#server/logistics/routes/route-schedule.ts'
import { changeStop, orderStops } from '#server/logistics/routes/stops.ts'
import { changeRoute, countPostponement } from '#server/logistics/routes/write-route.ts'
import { changeShipments } from '#server/logistics/shipments/shipments.ts'
import { notifyCustomers } from '#server/logistics/tracking/delivery-notices.ts'
import { type LockedOrder, lockOrders, transitionOrder } from '#server/sales/orders/order-lock.ts'

/** A route with the orders of its open stops, all locked. */
export interface Journey {
  route: LockedRoute
  orders: Map<string, LockedOrder>
}

/** Locks a route, the orders of its open stops, and `more`. With `driverId`: throws NOT_FOUND for another's route. */
export async function lockJourney(
  work: Work,
  routeId: string,
  driverId?: string,
  more: readonly string[] = [],
): Promise<Journey> {
  const route = await lockRoute(work, routeId, driverId)
  const ids = route.stops.filter((stop) => isOpen(stop) || more.includes(stop.id)).map((stop) => stop.orderId)
  const orders = await lockOrders(work, ids)
  return { route, orders: new Map(orders.map((order) => [order.id, order])) }
}

/** Starts a route: the first stop is ON_THE_WAY, the others are in transit. */
export async function startRoute(work: Work, routeId: string, driverId?: string): Promise<void> {
  const held = await holdDriver(work, routeId, driverId)
  const { route, orders } = await lockJourney(work, routeId, driverId)
  // The route was given to another driver before it was locked, and that driver is not locked.
  if (route.driverId !== held) throw new Refusal('REQUEST_IN_PROGRESS')
  const { rows } = await sql<{ number: string }>`select number from routes where driver_id = ${route.driverId}
    and status = 'IN_PROGRESS' and deleted_at is null and id <> ${routeId}`.execute(work.tx)
  assertRouteTransition(route, 'start', { otherRoute: rows[0]?.number ?? null })
  for (const order of orders.values()) {
    const why = whyStopped(order)
    if (why) throw new Refusal('GOODS_STOPPED', `Order ${order.number} must not leave. ${why}`)
  }
  await changeShipments(
    work,
    route.stops.map((stop) => stop.shipmentId),
    { status: 'ON_THE_WAY', dispatched_at: work.now },
  )
  const [first] = route.stops
  for (const order of orders.values()) {
    const shipped = await transitionOrder(work, order, 'handOver')
    const onTheWay = order.id === first?.orderId ? 'approach' : 'setOff'
    orders.set(order.id, await transitionOrder(work, shipped, onTheWay))
  }
  if (first) await changeStop(work, first.id, { status: 'ON_THE_WAY' })
  await changeRoute(work, routeId, { status: 'IN_PROGRESS', started_at: work.now })
  await noteRoute(work, { ...route, status: 'IN_PROGRESS' }, 'started')
  announceTracking(work, { id: routeId, status: 'IN_PROGRESS' }, null, await reschedule(work, routeId))
  const [next, ...later] = route.stops.map((stop) => stop.shipmentId)
  await notifyCustomers(work, 'left', later)
  await notifyCustomers(work, 'next', next ? [next] : [])
}

/**
 * Locks the route's driver, so that two of their routes start one after the other. Returns the driver; throws NOT_FOUND if it
 * isn't `driverId`.
 */
async function holdDriver(work: Work, routeId: string, driverId: string | undefined): Promise<string> {
  const { rows } = await sql<{ driver: string }>`select driver_id as driver from routes where id = ${routeId}`.execute(
    work.tx,
  )
  const [found] = rows
  if (driverId && found?.driver !== driverId) throw routeGone()
  if (!found) throw new Refusal('NOT_FOUND')
  work.locks.take('users', found.driver)
  await sql`select 1 from users where id = ${found.driver} for no key update`.execute(work.tx)
  return found.driver
}

export async function completeRoute(
  work: Work,
  routeId: string,
  drivenKm: number | null | undefined,
  driverId?: string,
): Promise<void> {
  const route = await lockRoute(work, routeId, driverId)
  assertRouteTransition(route, 'complete')
  const metres = metresOf(drivenKm)
  await changeRoute(work, routeId, {
    status: 'COMPLETED',
    ended_at: work.now,
    ends_at: work.now,
    driven_metres: metres,
  })
  await noteRoute(work, { ...route, status: 'COMPLETED' }, 'completed')
  announceTracking(work, { id: routeId, status: 'COMPLETED' }, null, null)
}

const metresOf = (km: number | null | undefined) => (km == null ? null : Math.round(km * 1000))

/** Adds the driver's kilometres to a route that staff completed without them. Returns whether there were any to add. */
export async function addDrivenKm(work: Work, route: LockedRoute, km: number | null | undefined): Promise<boolean> {
  const metres = metresOf(km)
  const { rows } = await sql`select 1 from routes where id = ${route.id} and driven_metres is null`.execute(work.tx)
  if (metres === null || rows.length === 0) return false
  await changeRoute(work, route.id, { driven_metres: metres })
  await noteRoute(work, route, 'changed')
  return true
}

/** Throws INVALID_TRANSITION unless the route is under way, NOT_FOUND for a stop that is not on it. */
export function stopUnderWay({ route }: Journey, stopId: string): LockedStop {
  const stop = route.stops.find((one) => one.id === stopId)
  if (!stop) throw new Refusal('NOT_FOUND')
  assertUnderWay(route)
  return stop
}

export function assertOpen(stop: LockedStop): void {
  if (!isOpen(stop))
    throw new Refusal('ALREADY_DONE', 'The stop has its end already.', { details: { status: stop.status } })
}

/** Moves an open stop after the other open ones, or after one of them. */
export async function postponeStop(
  work: Work,
  journey: Journey,
  stopId: string,
  { reason, afterStopId }: { reason: string; afterStopId?: string | null | undefined },
): Promise<void> {
  const { route } = journey
  const stop = stopUnderWay(journey, stopId)
  assertOpen(stop)
  const others = route.stops.filter((one) => one.id !== stopId)
  const after = afterStopId ? others.find((one) => one.id === afterStopId) : others.findLast(isOpen)
  if (!after || !isOpen(after)) {
    throw new Refusal('INVALID_TRANSITION', afterStopId ? 'That stop is not open.' : 'It is the only open stop.')
  }
  route.stops = others.toSpliced(others.indexOf(after) + 1, 0, stop)
  await orderStops(
    work,
    route.stops.map((one) => one.id),
  )
  await countPostponement(work, stopId)
  if (stop.status === 'ON_THE_WAY') await stepBack(work, journey, stop)
  await driveOn(work, journey)
  await noteRoute(work, route, 'stopPostponed', { stopId, reason })
  announceTracking(work, route, null, await reschedule(work, route.id))
}

/** Makes the current stop an ordinary open stop again. */
async function stepBack(work: Work, { orders }: Journey, stop: LockedStop): Promise<void> {
  stop.status = 'READY_FOR_SHIPPING'
  await changeStop(work, stop.id, { status: 'READY_FOR_SHIPPING' })
  const order = orders.get(stop.orderId)
  if (order?.status === 'OUT_FOR_DELIVERY') orders.set(order.id, await transitionOrder(work, order, 'postpone'))
}

/** Makes a stop the only one that the driver is on the way to. */
export async function makeCurrent(work: Work, journey: Journey, stop: LockedStop): Promise<void> {
  for (const other of journey.route.stops) {
    if (other !== stop && other.status === 'ON_THE_WAY') await stepBack(work, journey, other)
  }
  if (stop.status === 'ON_THE_WAY') return
  stop.status = 'ON_THE_WAY'
  await changeStop(work, stop.id, { status: 'ON_THE_WAY' })
  const order = journey.orders.get(stop.orderId)
  // A stopped order stays in transit: its goods must not be handed over, until the driver reports otherwise.
  if (order && order.stopped.length === 0 && order.status !== 'OUT_FOR_DELIVERY') {
    journey.orders.set(order.id, await transitionOrder(work, order, 'approach'))
  }
  if (order && order.stopped.length === 0) await notifyCustomers(work, 'next', [stop.shipmentId])
}

/** Makes the next open stop ON_THE_WAY, unless a stop is already. */
export async function driveOn(work: Work, journey: Journey): Promise<void> {
  const { stops } = journey.route
  const next = stops.some((stop) => stop.status === 'ON_THE_WAY') ? undefined : stops.find(isOpen)
  if (next) await makeCurrent(work, journey, next)
}
