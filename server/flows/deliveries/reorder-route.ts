import { invalid, Refusal } from '#shared/http/refusal.ts'
import { type LegOf, travelMatrix } from '#shared/logistics/distance.ts'
import { optimiseRoute } from '#shared/logistics/optimise-route.ts'
import type { RouteCost } from '#shared/logistics/routes/route.ts'
import { scheduleStops } from '#shared/logistics/routes/schedule-stops.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import type { MeasureRoads } from '#server/logistics/routes/road-legs.ts'
import { lockRoute, noteRoute, assertPlanned } from '#server/logistics/routes/route-lock.ts'
import { type Drive, legsOf, moment, readDrive, reschedule, spotsOf } from '#server/logistics/routes/route-schedule.ts'
import { orderStops } from '#server/logistics/routes/stops.ts'

/** Reorders the stops of a PLANNED route; `stopIds` must contain each of them once. */
export async function reorderStops(work: Work, id: string, seen: number, stopIds: readonly string[]): Promise<void> {
  const route = await lockRoute(work, id)
  if (seen > 0 && seen !== route.version) {
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: route.version } })
  }
  assertPlanned(route)
  refuseOthers(
    route.stops.map((stop) => stop.id),
    stopIds,
  )
  await orderStops(work, stopIds)
  await reschedule(work, id)
  await noteRoute(work, route, 'reordered')
}

function refuseOthers(known: readonly string[], given: readonly string[]): void {
  const isSame =
    known.length === given.length && new Set(given).size === given.length && known.every((id) => given.includes(id))
  if (!isSame) throw invalid('stopIds', 'must name every stop of the route once')
}

/** The database, and the function that measures distances which are not known yet. */
export interface Roads {
  db: Db
  measure: MeasureRoads
}

/** Time and distance of the stops in their current order and in another one. */
export async function costStops(
  { db, measure }: Roads,
  id: string,
  now: Date,
  stopIds: readonly string[],
): Promise<{ before: RouteCost; after: RouteCost }> {
  const drive = await readDrive(db, id, now)
  const known = drive.stops.map((stop) => stop.id)
  refuseOthers(known, stopIds)
  await measure(db, spotsOf(drive))
  const legOf = await legsOf(db, drive)
  return { before: costOf(drive, known, legOf), after: costOf(drive, stopIds, legOf) }
}

function costOf(drive: Drive, stopIds: readonly string[], legOf: LegOf): RouteCost {
  const stops = stopIds.flatMap((id) => drive.stops.find((stop) => stop.id === id) ?? [])
  const { stops: times, endsAt, ...sums } = scheduleStops(stops, drive.from, drive.end, legOf)
  return { stopIds: [...stopIds], ...sums, endsAt: moment(endsAt), etas: times.map(({ eta }) => moment(eta)) }
}

export interface Optimising {
  lockedStopIds: readonly string[]
  budgetMs: number
}

/** The best order found within the time budget; stops without coordinates keep their positions. */
export async function findOrder(
  { db, measure }: Roads,
  id: string,
  now: Date,
  { lockedStopIds, budgetMs }: Optimising,
) {
  const drive = await readDrive(db, id, now)
  const { stops, from, end } = drive
  await measure(db, spotsOf(drive))
  const legOf = await legsOf(db, drive)
  const before = costOf(
    drive,
    stops.map((stop) => stop.id),
    legOf,
  )
  const { spot } = from
  if (!spot || !end || stops.length < 2) return { before, after: before }
  const places = stops.map(({ latitude, longitude }) => ({
    latitude: latitude ?? spot.latitude,
    longitude: longitude ?? spot.longitude,
  }))
  const isFixed = (stop: (typeof stops)[number]) => stop.latitude === null || lockedStopIds.includes(stop.id)
  const seconds = (at: number | null, otherwise: number) => (at === null ? otherwise : (at - from.at) / 1000)
  const plan = optimiseRoute({
    travelSeconds: travelMatrix([spot, ...places, end], legOf),
    windows: [
      { from: 0, to: Infinity },
      ...stops.map(({ windowFrom, windowTo }) => ({ from: seconds(windowFrom, 0), to: seconds(windowTo, Infinity) })),
      { from: 0, to: Infinity },
    ],
    serviceSeconds: [0, ...stops.map(({ serviceMinutes }) => serviceMinutes * 60), 0],
    locked: new Map(stops.flatMap((stop, at) => (isFixed(stop) ? [[at + 1, at] as const] : []))),
    budgetMs,
  })
  const order = plan.order.flatMap((place) => stops[place - 1]?.id ?? [])
  return { before, after: costOf(drive, order, legOf) }
}

/** Saves an order of stops that was computed without locking the route; throws if the stops have changed meanwhile. */
export async function applyOrder(work: Work, id: string, stopIds: readonly string[]): Promise<void> {
  const route = await lockRoute(work, id)
  assertPlanned(route)
  const known = route.stops.map((stop) => stop.id)
  if (known.length !== stopIds.length || known.some((stop) => !stopIds.includes(stop))) {
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: route.version } })
  }
  await orderStops(work, stopIds)
  await reschedule(work, id)
  await noteRoute(work, route, 'optimised')
}
