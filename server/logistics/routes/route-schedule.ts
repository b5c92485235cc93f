import { sql } from 'kysely'
import { openShipments } from '#shared/logistics/shipments/shipment-status.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { LegOf, Spot } from '#shared/logistics/distance.ts'
import { type Schedule, type ScheduledStop, scheduleStops } from '#shared/logistics/routes/schedule-stops.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { readLegs } from './road-legs.ts'
import { learntDriving } from './driving.ts'

interface OpenStop extends ScheduledStop {
  id: string
}

/** The input of a route's schedule: its open stops, and where and when the drive to them begins. */
export interface Drive {
  stops: OpenStop[]
  from: { spot: Spot | null; at: number }
  /** The stop before, or the start: the leg to the first open stop is measured from there, wherever the driver is now. */
  before: Spot | null
  end: Spot | null
}

interface Row {
  status: string
  plannedAt: string
  start: Spot | null
  stops: (Omit<OpenStop, 'windowFrom' | 'windowTo'> & { windowFrom: number | null; windowTo: number | null })[]
  last: Place | null
  lastStop: Place | null
}

interface Place {
  latitude: number | null
  longitude: number | null
}

const millis = (moment: string) => sql.raw(`(extract(epoch from ${moment}) * 1000)::bigint`)

export async function readDrive(db: Db | Tx, routeId: string, now: Date): Promise<Drive> {
  const { rows } = await sql<Row>`select r.status,
      ((r.date + r.starts_at::time) at time zone coalesce((select content ->> 'timeZone' from settings), 'UTC')) as "plannedAt",
      case when w.latitude is not null then json_build_object('latitude', w.latitude, 'longitude', w.longitude) end as start,
      coalesce((select json_agg(json_build_object('id', p.id, 'latitude', p.latitude, 'longitude', p.longitude,
          'windowFrom', ${millis('p.window_from')}, 'windowTo', ${millis('p.window_to')}, 'serviceMinutes', p.service_minutes)
          order by p.sequence)
        from route_stops p where p.route_id = r.id and p.removed_at is null and p.status in ${oneOf(openShipments)}),
        '[]'::json) as stops,
      (select json_build_object('latitude', q.latitude, 'longitude', q.longitude) from (
          select latitude, longitude, at from (select latitude, longitude, at from driver_positions where route_id = r.id
            order by at desc limit 1) h
          union all select latitude, longitude, coalesce(finished_at, arrived_at) from route_stops
            where route_id = r.id and coalesce(finished_at, arrived_at) is not null
          order by at desc limit 1) q) as last,
      (select json_build_object('latitude', latitude, 'longitude', longitude) from route_stops
        where route_id = r.id and coalesce(finished_at, arrived_at) is not null
        order by coalesce(finished_at, arrived_at) desc limit 1) as "lastStop"
    from routes r join locations w on w.id = r.start_location_id where r.id = ${routeId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`No route ${routeId}`)
  const isUnderWay = row.status === 'IN_PROGRESS'
  const spot = (isUnderWay && spotOf(row.last)) || row.start
  const before = isUnderWay && row.lastStop ? spotOf(row.lastStop) : row.start
  const at = isUnderWay ? now.getTime() : new Date(row.plannedAt).getTime()
  return { stops: row.stops, from: { spot, at }, before, end: row.start }
}

function spotOf(place: Place | null): Spot | null {
  if (place === null || place.latitude === null || place.longitude === null) return null
  return { latitude: place.latitude, longitude: place.longitude }
}

/** All places of a drive. */
export const spotsOf = ({ from, before, stops, end }: Drive): Spot[] =>
  [from.spot, before, ...stops, end].flatMap((one) => spotOf(one) ?? [])

/** The legs of a drive: by road if known, else estimated with the learnt speed. */
export async function legsOf(db: Db | Tx, drive: Drive): Promise<LegOf> {
  const driving = await learntDriving(db, drive.from.spot, new Date(drive.from.at))
  return readLegs(db, spotsOf(drive), driving)
}

/** Recomputes and stores the arrival time of each open stop. The route must be locked. */
export async function reschedule(work: Work, routeId: string): Promise<Schedule> {
  const drive = await readDrive(work.tx, routeId, work.now)
  const legOf = await legsOf(work.tx, drive)
  const schedule = scheduleStops(drive.stops, drive.from, drive.end, legOf)
  const first = spotOf(drive.stops[0] ?? null)
  const firstWay = drive.before && first && legOf(drive.before, first)
  const wayTo = (at: number) =>
    at === 0
      ? { distance: firstWay?.metres ?? null, seconds: firstWay?.seconds ?? null }
      : { distance: schedule.stops[at]?.distance ?? null, seconds: schedule.stops[at]?.travelSeconds ?? null }
  const times = drive.stops.map(({ id }, at) => ({
    id,
    ...wayTo(at),
    eta: moment(schedule.stops[at]?.eta ?? null),
  }))
  await sql`with times as (
      update route_stops p set eta = t.eta,
        distance = case when p.arrived_at is null then t.distance else p.distance end,
        travel_seconds = case when p.arrived_at is null then t.seconds else p.travel_seconds end
      from jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as t(id uuid, distance int, seconds int, eta timestamptz)
      where p.id = t.id)
    update routes set ends_at = ${moment(schedule.endsAt)},
      distance = case when status = 'PLANNED' then ${schedule.distance} else distance end,
      travel_seconds = case when status = 'PLANNED' then ${schedule.travelSeconds} else travel_seconds end
    where id = ${routeId}`.execute(work.tx)
  return schedule
}

export const moment = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** Announces the driver's position and when they reach the next stop. */
export function announceTracking(
  work: Work,
  route: { id: string; status: string },
  currentLocation: unknown,
  schedule: Schedule | null,
): void {
  const eta = moment(schedule?.stops[0]?.eta ?? null)
  work.announce('tracking_updated', { routeId: route.id, currentLocation, status: route.status, eta })
}
