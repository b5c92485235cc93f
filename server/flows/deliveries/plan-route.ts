import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { v7 as newId } from 'uuid'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { routesApi } from '#shared/logistics/routes/api.ts'
import { whyRouteNotDeletable } from '#shared/logistics/routes/route-transitions.ts'
import { openShipments } from '#shared/logistics/shipments/shipment-status.ts'
import { oneOf } from '#server/db/one-of.ts'
import { lockVersion, softDelete } from '#server/kernel/changes.ts'
import { nextNumber } from '#server/kernel/numbers.ts'
import type { Work } from '#server/kernel/work.ts'
import { holdDrivers } from '#server/logistics/routes/drivers.ts'
import {
  type LockedRoute,
  lockRoute,
  noteRoute,
  assertRouteTransition,
  assertPlanned,
} from '#server/logistics/routes/route-lock.ts'
import { reschedule } from '#server/logistics/routes/route-schedule.ts'
import { appendStops, changeStop, dropStops, setWindows } from '#server/logistics/routes/stops.ts'
import { changeRoute, columnsOfRoute, insertRoute } from '#server/logistics/routes/write-route.ts'
import { changeShipments } from '#server/logistics/shipments/shipments.ts'
import { type LockedOrder, lockOrders, transitionOrder, assertTransition } from '#server/sales/orders/order-lock.ts'

type Input = RequestOf<(typeof routesApi.createRoute)['spec']>['body']
type Change = RequestOf<(typeof routesApi.updateRoute)['spec']>['body']

/** Creates a PLANNED route; each of its shipments becomes FOR_SHIPPING. Returns its id. */
export async function createRoute(work: Work, input: Input): Promise<string> {
  const [id = ''] = await createRoutes(work, [input])
  return id
}

/** Creates several routes: their orders are locked together, their numbers drawn last. */
export async function createRoutes(work: Work, inputs: readonly Input[]): Promise<string[]> {
  await holdDrivers(
    work,
    inputs.map((input) => input.driverId),
  )
  await refuseUnknown(work, inputs)
  const routes = inputs.map((input) => ({ id: newId(), input })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  work.locks.take('route', ...routes.map((route) => route.id))
  const all = routes.flatMap(({ input }) => input.shipmentIds ?? [])
  const orders = all.length > 0 ? await lockParcels(work, all) : []
  for (const { id, input } of routes) {
    const { shipmentIds, ...columns } = input
    await insertRoute(work, id, columns)
    if (shipmentIds?.length) await appendStops(work, { id, date: input.date, stops: [] }, shipmentIds)
    await reschedule(work, id)
  }
  for (const order of orders) await transitionOrder(work, order, 'assign')
  // Last: other routes wait for the counter until this transaction commits.
  for (const { id } of routes) {
    const number = await nextNumber(work, 'RT')
    await changeRoute(work, id, { number })
    await noteRoute(work, { id, number, status: 'PLANNED' }, 'created')
  }
  return routes.map((route) => route.id)
}

export async function updateRoute(work: Work, id: string, version: number, change: Change): Promise<void> {
  await holdDrivers(work, change.driverId ? [change.driverId] : [])
  const route = await lockRoute(work, id)
  await lockVersion(work.tx, 'routes', id, version)
  assertPlanned(route)
  await refuseUnknown(work, [change])
  await changeRoute(work, id, columnsOfRoute(change))
  if (change.date !== undefined) await setWindows(work, { id, date: change.date })
  await reschedule(work, id)
  await noteRoute(work, route, 'changed')
  // The former driver is notified too, or the route would stay on their phone.
  if (change.driverId !== undefined && change.driverId !== route.driverId)
    work.announce('route_updated', { routeId: id, status: route.status }, { userId: route.driverId })
}

/** Adds shipments to the end of a PLANNED route. Each may be on one route only. */
export async function addStops(work: Work, id: string, shipmentIds: readonly string[]): Promise<void> {
  const route = await lockRoute(work, id)
  assertPlanned(route)
  await putOn(work, route, shipmentIds)
  await reschedule(work, id)
  await noteRoute(work, route, 'stopsAdded')
}

/** Removes a stop from a PLANNED route; its shipment can be planned again. */
export async function removeStop(work: Work, id: string, stopId: string): Promise<void> {
  const route = await lockRoute(work, id)
  const stop = route.stops.find((one) => one.id === stopId)
  if (!stop) throw new Refusal('NOT_FOUND')
  assertPlanned(route)
  await takeOff(work, route, [stopId])
  await noteRoute(work, route, 'stopRemoved', { stopId })
}

/** Changes how long the driver stays at a stop of a PLANNED route. */
export async function changeServiceTime(
  work: Work,
  id: string,
  stopId: string,
  seen: number,
  minutes: number,
): Promise<void> {
  const route = await lockRoute(work, id)
  if (!route.stops.some((stop) => stop.id === stopId)) throw new Refusal('NOT_FOUND')
  if (seen > 0 && seen !== route.version) {
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: route.version } })
  }
  assertPlanned(route)
  await changeStop(work, stopId, { service_minutes: minutes })
  await reschedule(work, id)
  await noteRoute(work, route, 'serviceTimeChanged', { stopId })
}

export async function cancelRoute(work: Work, id: string, reason: string): Promise<void> {
  const route = await lockRoute(work, id)
  assertRouteTransition(route, 'cancel')
  await takeOff(
    work,
    route,
    route.stops.map((stop) => stop.id),
  )
  await changeRoute(work, id, { status: 'CANCELLED', cancel_reason: reason })
  await noteRoute(work, { ...route, status: 'CANCELLED' }, 'cancelled', { reason })
}

/** Soft-deletes a route; its shipments can be planned again. */
export async function deleteRoute(work: Work, id: string): Promise<void> {
  const route = await lockRoute(work, id)
  const why = whyRouteNotDeletable(route.status)
  if (why) throw new Refusal('INVALID_TRANSITION', why, { details: { status: route.status } })
  await takeOff(
    work,
    route,
    route.stops.map((stop) => stop.id),
  )
  await noteRoute(work, route, 'deleted')
  await softDelete(work.tx, 'routes', id, work.caller.userId)
}

/**
 * Removes the stop of an order that won't be delivered from its PLANNED route; a route without stops is deleted. The caller
 * changes the order. Call it before the order is locked.
 */
export async function leaveRoute(work: Work, route: LockedRoute, orderId: string): Promise<void> {
  assertPlanned(route)
  const stop = route.stops.find((one) => one.orderId === orderId)
  if (!stop) return
  await dropStops(work, route.id, [stop.id])
  await reschedule(work, route.id)
  await noteRoute(work, route, 'stopRemoved', { stopId: stop.id })
  if (route.stops.length === 1) await softDelete(work.tx, 'routes', route.id, work.caller.userId)
}

async function putOn(
  work: Work,
  route: Pick<LockedRoute, 'id' | 'date' | 'stops'>,
  shipmentIds: readonly string[],
): Promise<void> {
  const orders = await lockParcels(work, shipmentIds)
  await appendStops(work, route, shipmentIds)
  for (const order of orders) await transitionOrder(work, order, 'assign')
}

/** Locks orders of shipments for a route, and sets own driver as their method. Throws INVALID for duplicates. */
async function lockParcels(work: Work, shipmentIds: readonly string[]): Promise<LockedOrder[]> {
  const known = await ordersOf(work, shipmentIds)
  const orders = await lockOrders(work, [...known.values()])
  if (orders.length < known.size) throw new Refusal('NOT_FOUND')
  // Until its order was locked, a parcel could be unpacked, and the order have another by now.
  await ordersOf(work, shipmentIds)
  await assertUnplanned(work, [...known.keys()])
  for (const order of orders) assertTransition(order, 'assign')
  await changeShipments(work, [...known.keys()], { method: 'own_driver', carrier: null, tracking_number: null })
  return orders
}

/** The order of each shipment. Throws INVALID for one that is unknown or named twice. */
async function ordersOf(work: Work, shipmentIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; orderId: string }>`select id, order_id as "orderId" from shipments
    where id = any(${listOf(shipmentIds)}) and deleted_at is null`.execute(work.tx)
  const known = new Map(rows.map((row) => [row.id, row.orderId]))
  for (const [at, id] of shipmentIds.entries()) {
    if (!known.has(id)) throw invalid(`shipmentIds.${at}`, 'is not a shipment')
    if (shipmentIds.indexOf(id) !== at) throw invalid(`shipmentIds.${at}`, 'is named twice')
  }
  return known
}

/** Throws ON_ROUTE for the first shipment that another dispatcher has planned meanwhile. The orders must be locked. */
async function assertUnplanned(work: Work, shipmentIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ number: string; route: string | null; carrier: string | null }>`
    select s.number, r.number as route, s.carrier from shipments s
    left join route_stops p on p.shipment_id = s.id and p.removed_at is null and p.status in ${oneOf(openShipments)}
    left join routes r on r.id = p.route_id and r.deleted_at is null
    where s.id = any(${listOf(shipmentIds)}) and s.status in ${oneOf(openShipments)}
      and (r.id is not null or s.carrier is not null)
    order by s.number limit 1`.execute(work.tx)
  const [taken] = rows
  if (!taken) return
  const where = taken.route ? `is on ${taken.route}` : `is assigned to ${taken.carrier}`
  throw new Refusal('ON_ROUTE', `${taken.number} ${where} already.`)
}

async function takeOff(work: Work, route: LockedRoute, stopIds: readonly string[]): Promise<void> {
  const gone = route.stops.filter((stop) => stopIds.includes(stop.id))
  const orders = await lockOrders(
    work,
    gone.map((stop) => stop.orderId),
  )
  for (const order of orders) await transitionOrder(work, order, 'unassign')
  await changeShipments(
    work,
    gone.map((stop) => stop.shipmentId),
    { method: null },
  )
  await dropStops(work, route.id, stopIds)
  await reschedule(work, route.id)
}

/** Checks and locks vehicles and start locations; drivers are locked before the route. */
async function refuseUnknown(
  work: Work,
  named: readonly Pick<Change, 'driverId' | 'vehicleId' | 'startId'>[],
): Promise<void> {
  const { rows } = await sql<{ kind: string; id: string }>`with vehicle as (
      select id from vehicles where id = any(${named.map((one) => one.vehicleId ?? null)}::uuid[]) and deleted_at is null
      order by id for share),
    start as (
      select id from locations where id = any(${named.map((one) => one.startId ?? null)}::uuid[]) and deleted_at is null
      order by id for share)
    select 'vehicleId' as kind, id from vehicle union all select 'startId', id from start
    union all select 'driverId', id from users where id = any(${named.map((one) => one.driverId ?? null)}::uuid[])
      and role = 'driver' and deleted_at is null and suspended_at is null`.execute(work.tx)
  const known = new Set(rows.map(({ kind, id }) => `${kind} ${id}`))
  const words = { driverId: 'is not a driver', vehicleId: 'is not a vehicle', startId: 'is not a location' } as const
  for (const one of named) {
    for (const field of ['driverId', 'vehicleId', 'startId'] as const) {
      const id = one[field]
      if (id && !known.has(`${field} ${id.toLowerCase()}`)) throw invalid(field, words[field])
    }
  }
}
