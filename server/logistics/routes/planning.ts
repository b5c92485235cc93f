import { type RawBuilder, sql } from 'kysely'
import type { WaitingShipment } from '#shared/logistics/routes/plans-api.ts'
import type { Vehicle } from '#shared/logistics/routes/vehicles-api.ts'
import { openRoutes } from '#shared/logistics/shipments/route-status.ts'
import type { ShipmentRow } from '#shared/logistics/shipments/shipment.ts'
import type { Db } from '#server/db/database.ts'
import { oneOf } from '#server/db/one-of.ts'
import { blockedLotsSql } from '#server/logistics/shipments/blocked-lots.ts'
import {
  shipmentColumns,
  shipmentFrom,
  shipmentRow,
  type ShipmentSqlRow,
} from '#server/logistics/shipments/shipment-rows.ts'
import { endOf, startOf, timeZone } from './crew-times.ts'

interface Start {
  id: string
  name: string
  latitude: number | null
  longitude: number | null
}

export interface Planning {
  start: Start | null
  vehicles: Map<string, Pick<Vehicle, 'id' | 'name' | 'maxKg' | 'maxPackages' | 'hasColdBox'>>
  shipments: { row: ShipmentRow; isBlocked: boolean }[]
  /** Midnight at the beginning of the day. */
  dayStart: Date
  /** Now, in seconds after `dayStart`, rounded to full minutes; negative before `dayStart`. */
  now: number
  /** When drivers and vehicles are on open routes that day, in seconds after `dayStart`, the earliest first. */
  busy: { id: string; from: number; until: number }[]
}

/** Shipments without a route that are expected by that day. */
export async function listWaiting(db: Db, date: string): Promise<WaitingShipment[]> {
  return (await readWaiting(db, date, sql`s.expected_date <= ${date}`)).map(({ row, isBlocked }) => ({
    ...row,
    isBlocked,
  }))
}

async function readWaiting(db: Db, date: string, chosen: RawBuilder<unknown>): Promise<Planning['shipments']> {
  const { rows } = await sql<
    ShipmentSqlRow & { blocked: string[] }
  >`select ${shipmentColumns}, ${blockedLotsSql} as blocked
    from ${shipmentFrom} where s.deleted_at is null and s.status = 'READY_FOR_SHIPPING' and s.method is null and ${chosen}
    order by s.expected_date, s.number limit 1000`.execute(db)
  return rows.map(({ blocked, ...row }) => ({
    // The window applies to the planned day.
    row: { ...shipmentRow({ ...row, expectedDate: date }), expectedDate: row.expectedDate },
    isBlocked: blocked.length > 0,
  }))
}

/**
 * Converts local times (HH:MM, up to 24:00) of a day to seconds after `dayStart`; on days of a clock change they differ from
 * what the clock shows.
 */
export async function secondsOfClock(db: Db, date: string, clocks: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ clock: string; seconds: number }>`select clock,
      ${secondsOf(date, sql`(${date}::date + clock::interval) at time zone ${timeZone}`)} as seconds
    from unnest(${[...new Set(clocks)]}::text[]) clock`.execute(db)
  return new Map(rows.map(({ clock, seconds }) => [clock, seconds]))
}

/** Converts seconds after `dayStart` to local times (HH:MM). */
export async function clockOfSeconds(db: Db, dayStart: Date, seconds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ second: number; clock: string }>`select second,
      to_char((${dayStart}::timestamptz + make_interval(secs => second)) at time zone ${timeZone}, 'HH24:MI') as clock
    from unnest(${[...new Set(seconds)]}::float8[]) second`.execute(db)
  return new Map(rows.map(({ second, clock }) => [second, clock]))
}

const midnight = (date: string) => sql`${date}::timestamp at time zone ${timeZone}`
const secondsOf = (date: string, moment: RawBuilder<unknown>) =>
  sql`extract(epoch from (${moment}) - (${midnight(date)}))::float8`
/** The first full minute from a timestamp on at which a route can start; if the clock shows an hour twice, the second one. */
const nextMinute = (moment: RawBuilder<unknown>) =>
  sql`(date_trunc('minute', ${moment} + interval '59.999999 seconds') at time zone ${timeZone}) at time zone ${timeZone}`

/** The input of a day's plan: the start, the vehicles, and the waiting shipments: all up to that day, or the named ones. */
export async function readPlanning(
  db: Db,
  wish: { date: string; startId: string; shipmentIds?: readonly string[] | undefined },
  now: Date,
): Promise<Planning> {
  const start = await sql<Start>`select id, name, latitude, longitude from locations
    where id = ${wish.startId} and deleted_at is null`.execute(db)
  const vehicles = await sql<Vehicle>`select id, name, max_kg as "maxKg", max_packages as "maxPackages",
    has_cold_box as "hasColdBox" from vehicles where deleted_at is null`.execute(db)
  const chosen = wish.shipmentIds
    ? sql`s.id = any(${[...wish.shipmentIds]}::uuid[])`
    : sql`s.expected_date <= ${wish.date}`
  const day = await sql<{ start: string; now: number }>`select (${midnight(wish.date)}) as start,
    ${secondsOf(wish.date, nextMinute(sql`${now}::timestamptz`))} as now`.execute(db)
  const [{ start: dayStart, now: nowSeconds } = { start: '', now: 0 }] = day.rows
  // A route of the day before may run past midnight.
  const busy = await sql<Planning['busy'][number]>`select k.id, ${secondsOf(wish.date, startOf('r'))} as from,
      ${secondsOf(wish.date, nextMinute(endOf('r')))} as until
    from routes r cross join lateral (values (r.driver_id), (r.vehicle_id)) k(id)
    where r.date between ${wish.date}::date - 1 and ${wish.date}::date and r.deleted_at is null and r.status in ${oneOf(openRoutes)}
      and k.id is not null
    order by "from", until`.execute(db)
  return {
    start: start.rows[0] ?? null,
    vehicles: new Map(vehicles.rows.map((vehicle) => [vehicle.id, vehicle])),
    shipments: await readWaiting(db, wish.date, chosen),
    dayStart: new Date(dayStart),
    now: nowSeconds,
    busy: busy.rows,
  }
}
