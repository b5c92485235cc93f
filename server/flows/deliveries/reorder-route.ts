import { invalid, Refusal } from '#shared/http/refusal.ts'
import { travelMatrix } from '#shared/logistics/distance.ts'
import { optimiseRoute } from '#shared/logistics/optimise-route.ts'
import type { RouteCost } from '#shared/logistics/routes/route.ts'
import { scheduleStops } from '#shared/logistics/routes/schedule-stops.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { learntDriving } from '#server/logistics/routes/driving.ts'
import { lockRoute, noteRoute, assertPlanned } from '#server/logistics/routes/route-lock.ts'
import { type Drive, moment, readDrive, reschedule } from '#server/logistics/routes/route-schedule.ts'
import { orderStops } from '#server/logistics/routes/stops.ts'

/** Puts the stops of a PLANNED route in this order; it must name each of them once. */
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

/** What the stops cost as they are, and in another order. */
export async function costStops(
  db: Db | Tx,
  id: string,
  now: Date,
  stopIds: readonly string[],
): Promise<{ before: RouteCost; after: RouteCost }> {
  const drive = await readDrive(db, id, now)
  const known = drive.stops.map((stop) => stop.id)
  refuseOthers(known, stopIds)
  return { before: await costOf(db, drive, known), after: await costOf(db, drive, stopIds) }
}

async function costOf(db: Db | Tx, drive: Drive, stopIds: readonly string[]): Promise<RouteCost> {
  const driving = await learntDriving(db, drive.from.spot, new Date(drive.from.at))
  const stops = stopIds.flatMap((id) => drive.stops.find((stop) => stop.id === id) ?? [])
  const { stops: times, endsAt, ...sums } = scheduleStops(stops, drive.from, drive.end, driving)
  return { stopIds: [...stopIds], ...sums, endsAt: moment(endsAt), etas: times.map(({ eta }) => moment(eta)) }
}

export interface Optimising {
  lockedStopIds: readonly string[]
  budgetMs: number
}

/** The best order that the budget finds; stops that are not on the map keep their places. */
export async function findOrder(db: Db | Tx, id: string, now: Date, { lockedStopIds, budgetMs }: Optimising) {
  const drive = await readDrive(db, id, now)
  const { stops, from, end } = drive
  const before = await costOf(
    db,
    drive,
    stops.map((stop) => stop.id),
  )
  const { spot } = from
  if (!spot || !end || stops.length < 2) return { before, after: before }
  const driving = await learntDriving(db, spot, new Date(from.at))
  const places = stops.map(({ latitude, longitude }) => ({
    latitude: latitude ?? spot.latitude,
    longitude: longitude ?? spot.longitude,
  }))
  const isFixed = (stop: (typeof stops)[number]) => stop.latitude === null || lockedStopIds.includes(stop.id)
  const seconds = (at: number | null, otherwise: number) => (at === null ? otherwise : (at - from.at) / 1000)
  const plan = optimiseRoute({
    travelSeconds: travelMatrix([spot, ...places, end], driving),
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
  return { before, after: await costOf(db, drive, order) }
}

/** Saves an order that was found without holding the route; refused where its stops changed meanwhile. */
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
