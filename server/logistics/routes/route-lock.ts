import { sql } from 'kysely'
import { openShipments } from '#shared/logistics/shipments/shipment-status.ts'
import { oneOf } from '#server/db/one-of.ts'
import { Refusal } from '#shared/http/refusal.ts'
import {
  routeMachine,
  type RouteTransition,
  whyNotReorderable,
  whyNotUnderWay,
  whyRouteNotOpen,
} from '#shared/logistics/routes/route-transitions.ts'
import type { RouteStatus } from '#shared/logistics/shipments/route-status.ts'
import type { ShipmentStatus } from '#shared/logistics/shipments/shipment-status.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'

export interface LockedStop {
  id: string
  sequence: number
  status: ShipmentStatus
  shipmentId: string
  orderId: string
  finalEventId: string | null
  hasArrived: boolean
}

/** A route locked by this transaction, with its current stops in their order. */
export interface LockedRoute {
  id: string
  number: string
  status: RouteStatus
  driverId: string
  date: string
  version: number
  stops: LockedStop[]
}

export const isOpen = ({ status }: Pick<LockedStop, 'status'>): boolean =>
  status === 'READY_FOR_SHIPPING' || status === 'ON_THE_WAY'

/** The refusal for a route that isn't the driver's, whether or not it exists. */
export const routeGone = () =>
  new Refusal('NOT_FOUND', 'This route is no longer yours: the office gave it to another driver or deleted it.')

/** Locks a route, and with it its stops, until the commit. Throws NOT_FOUND, also for another driver's route. */
export async function lockRoute(work: Work, id: string, driverId?: string): Promise<LockedRoute> {
  work.locks.take('route', id)
  const { rows } = await sql<
    Omit<LockedRoute, 'stops'>
  >`select id, number, status, driver_id as "driverId", date, version
    from routes where id = ${id} and deleted_at is null and ${driverId ? sql`driver_id = ${driverId}` : sql`true`}
    for no key update`.execute(work.tx)
  const [route] = rows
  if (!route) throw driverId ? routeGone() : new Refusal('NOT_FOUND')
  // A separate statement, so that it sees what was committed while this one waited for the lock.
  const stops = await sql<LockedStop>`select id, sequence, status, shipment_id as "shipmentId", order_id as "orderId",
      final_event_id as "finalEventId", arrived_at is not null as "hasArrived"
    from route_stops where route_id = ${id} and removed_at is null order by sequence`.execute(work.tx)
  return { ...route, stops: stops.rows }
}

/** Locks the route that an order's goods are on; null if there is none. Call it before the order is locked. */
export async function lockRouteOf(work: Work, orderId: string): Promise<LockedRoute | null> {
  const { rows } = await sql<{ id: string }>`select r.id from route_stops p join routes r on r.id = p.route_id
    where p.order_id = ${orderId} and p.removed_at is null and p.status in ${oneOf(openShipments)}
      and r.deleted_at is null`.execute(work.tx)
  return rows[0] ? lockRoute(work, rows[0].id) : null
}

/** Throws INVALID_TRANSITION, with the allowed transitions, unless the state machine and the facts allow this one. */
export function assertRouteTransition(
  route: LockedRoute,
  transition: RouteTransition,
  more: { otherRoute?: string | null } = {},
): void {
  const why = whyRouteNotOpen(transition, {
    status: route.status,
    stops: route.stops.length,
    openStops: route.stops.filter(isOpen).length,
    otherRoute: more.otherRoute ?? null,
    blocked: [],
  })
  if (why === null) return
  throw new Refusal('INVALID_TRANSITION', why, {
    details: { status: route.status, allowed: routeMachine.movesFrom(route.status) },
  })
}

/** Throws NOT_EDITABLE once the route has started. */
export function assertPlanned(route: LockedRoute): void {
  const why = whyNotReorderable(route.status)
  if (why) throw new Refusal('NOT_EDITABLE', why, { details: { status: route.status } })
}

/** Throws INVALID_TRANSITION unless the route is in progress. */
export function assertUnderWay(route: LockedRoute): void {
  const why = whyNotUnderWay(route)
  if (why) throw new Refusal('INVALID_TRANSITION', why)
}

interface About {
  stopId?: string | null
  reason?: string | null
}

const eventOf = (work: Work, routeId: string, act: string, { stopId, reason }: About = {}) => ({
  route_id: routeId,
  stop_id: stopId ?? null,
  act,
  reason: reason ?? null,
  actor_id: work.caller.userId,
  at: work.now,
})

/** Only adds to a route's history, for callers that announce the change themselves. */
export async function addRouteEvent(work: Work, routeId: string, act: string): Promise<void> {
  await work.tx
    .insertInto('route_events')
    .values(eventOf(work, routeId, act))
    .execute()
}

/** Adds to a locked route's history, increments its version and announces the change. */
export async function noteRoute(
  work: Work,
  route: Pick<LockedRoute, 'id' | 'number' | 'status'>,
  act: string,
  more: About = {},
): Promise<void> {
  await work.tx
    .with('noted', (db) => db.insertInto('route_events').values(eventOf(work, route.id, act, more)))
    .updateTable('routes')
    .set({ version: nextVersion, updated_at: work.now })
    .where('id', '=', route.id)
    .execute()
  work.audit(`route.${act}`, 'route', route.id, { number: route.number, ...more })
  work.announce('route_updated', { routeId: route.id, status: route.status })
}
