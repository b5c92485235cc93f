import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { roleDefaults } from '#shared/access/roles.ts'
import { deliverStop } from '#server/flows/deliveries/deliver-stop.ts'
import { lockJourney, startRoute } from '#server/flows/deliveries/drive-route.ts'
import { finishStop } from '#server/flows/deliveries/finish-stop.ts'
import type { Work } from '#server/kernel/work.ts'
import { hashOf, proofOf } from '#server/logistics/driver/proofs.ts'
import { parcelLines } from '#server/logistics/shipments/handed-lines.ts'
import { noteRoute } from '#server/logistics/routes/route-lock.ts'
import { arriveAt } from '#server/logistics/routes/stops.ts'
import type { On } from './on-day.ts'

export interface Crew {
  id: string
  name: string
  vehicleId: string
}

const dayMs = 86_400_000
const minuteMs = 60_000
export const minutesBetweenStops = 12

/**
 * The driver starts and makes `stops` stops, one every `minutes`; a third of the time is at the stop. `failed` and `partial`
 * are indexes of stops.
 */
export async function drive(
  on: On,
  routeId: string,
  crew: Crew,
  daysAgo: number,
  {
    stops,
    failed,
    partial,
    minutes = minutesBetweenStops,
  }: { stops: number; failed: number; partial: number; minutes?: number },
): Promise<void> {
  await on(daysAgo, (work) => startRoute(as(work, crew), routeId, crew.id))
  for (let at = 0; at < stops; at += 1) {
    const there = daysAgo - ((at + 1) * minutes * minuteMs) / dayMs
    await on(there, (work) => arrive(as(work, crew), routeId))
    await on(there - ((minutes / 3) * minuteMs) / dayMs, (work) =>
      at === failed
        ? fail(as(work, crew), routeId, crew.id)
        : handOver(as(work, crew), routeId, crew.id, at === partial ? 2 : 0),
    )
  }
}

/** The same transaction, on behalf of a driver. */
export const as = (work: Work, { id, name }: Crew): Work => ({
  ...work,
  caller: { userId: id, name, role: 'driver', permissions: roleDefaults.driver, sessionId: randomUUID() },
})

async function currentStop(work: Work, routeId: string) {
  const { rows } = await sql<{ id: string; latitude: number; longitude: number; name: string }>`select p.id, p.latitude,
      p.longitude, a.name from route_stops p join sales_orders o on o.id = p.order_id join accounts a on a.id = o.account_id
    where p.route_id = ${routeId} and p.removed_at is null and p.status = 'ON_THE_WAY'`.execute(work.tx)
  const [stop] = rows
  if (!stop) throw new Error(`Route ${routeId} has no current stop`)
  return stop
}

async function arrive(work: Work, routeId: string): Promise<void> {
  const { route } = await lockJourney(work, routeId)
  const stop = await currentStop(work, routeId)
  await arriveAt(work, stop.id, work.now)
  await noteRoute(work, route, 'stopArrived', { stopId: stop.id })
}

async function handOver(work: Work, routeId: string, driverId: string, refused: number): Promise<void> {
  const journey = await lockJourney(work, routeId, driverId)
  const current = await currentStop(work, routeId)
  const stop = journey.route.stops.find(({ id }) => id === current.id)
  if (!stop) throw new Error(`Stop ${current.id} is not on its route`)
  const parcel = await parcelLines(work, stop.shipmentId)
  const at = work.now.toISOString()
  const delivery = {
    receivedBy: 'Receiving desk',
    typedName: 'Receiving desk',
    photos: [],
    scanned: await scannedPackages(work, stop.shipmentId),
    notes: refused > 0 ? 'Two boxes refused: outer carton wet' : null,
    lines: parcel.map(({ id, quantity }, line) => ({
      lineId: id,
      delivered: line === 0 ? quantity - refused : quantity,
      refused: line === 0 ? refused : 0,
      damaged: 0,
      note: null,
    })),
    hash: '',
    place: { latitude: current.latitude, longitude: current.longitude },
  }
  const hash = hashOf(proofOf(stop, parcel, delivery, at))
  const event = {
    eventId: randomUUID(),
    seq: 1,
    at,
    type: 'stop.deliver' as const,
    routeId,
    stopId: stop.id,
    payload: {},
  }
  await deliverStop(work, journey, event, { ...delivery, hash }, work.now)
}

async function scannedPackages(work: Work, shipmentId: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`select coalesce(k.sscc, s.number || '-' || k.number) as code
    from shipment_packages k join shipments s on s.id = k.shipment_id where s.id = ${shipmentId} order by k.number`.execute(
    work.tx,
  )
  return rows.map(({ code }) => code)
}

async function fail(work: Work, routeId: string, driverId: string): Promise<void> {
  const journey = await lockJourney(work, routeId, driverId)
  const { id } = await currentStop(work, routeId)
  const end = { status: 'FAILED_DELIVERY', reason: 'CLOSED', note: 'Stores closed, nobody at the gate' } as const
  await finishStop(work, journey, id, end, { at: work.now, eventId: null })
}
