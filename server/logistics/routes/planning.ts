import { type RawBuilder, sql } from 'kysely'
import type { WaitingShipment } from '#shared/logistics/routes/plans-api.ts'
import type { Vehicle } from '#shared/logistics/routes/vehicles-api.ts'
import { addDays } from '#shared/dates.ts'
import { openRoutes } from '#shared/logistics/shipments/route-status.ts'
import type { ShipmentRow } from '#shared/logistics/shipments/shipment.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Db } from '#server/db/database.ts'
import { oneOf } from '#server/db/one-of.ts'
import { acquireAdvisoryLock, advisoryLocks } from '#server/kernel/advisory-locks.ts'
import type { Work } from '#server/kernel/work.ts'
import { blockedLotsSql } from '#server/logistics/shipments/blocked-lots.ts'
import {
  shipmentColumns,
  shipmentFrom,
  shipmentRow,
  type ShipmentSqlRow,
} from '#server/logistics/shipments/shipment-rows.ts'

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
  /** The midnight at which the day begins. */
  dayStart: Date
  /** The clock at that day, in seconds of the day: negative before it. */
  now: number
  /** When drivers and vehicles are out that day on open routes, in seconds of the day, the earliest first. */
  busy: { id: string; from: number; until: number }[]
}

/** The shipments that wait to be put on a route, expected up to that day. */
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
    // The window is of the day that is planned.
    row: { ...shipmentRow({ ...row, expectedDate: date }), expectedDate: row.expectedDate },
    isBlocked: blocked.length > 0,
  }))
}

const timeZone = sql`coalesce((select content ->> 'timeZone' from settings), 'UTC')`

/** The moments at which the clock of the company has run so many seconds on a day: on days of its change not as many after midnight. */
export async function momentsOfDay(db: Db, date: string, seconds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{
    at: string
  }>`select (${date}::date + make_interval(secs => s.seconds)) at time zone ${timeZone} as at
    from unnest(${[...seconds]}::float8[]) with ordinality as s(seconds, place) order by s.place`.execute(db)
  return rows.map(({ at }) => at)
}

/** What a day is planned from: the start, the vehicles, and the shipments that wait, up to that day or those named. */
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
  const [dayStart = ''] = await momentsOfDay(db, wish.date, [0])
  const day = await sql<{ now: number }>`select
    extract(epoch from (${now}::timestamptz at time zone ${timeZone}) - ${wish.date}::date)::bigint as now`.execute(db)
  // A route whose end is not known takes the rest of its day. One of the day before may run past midnight.
  const busy = await sql<Planning['busy'][number]>`select k.id,
      extract(epoch from r.date + r.starts_at::time - ${wish.date}::timestamp)::bigint as from,
      coalesce(extract(epoch from (r.ends_at at time zone ${timeZone}) - ${wish.date}::timestamp),
        extract(epoch from r.date + 1 - ${wish.date}::timestamp))::bigint as until
    from routes r cross join lateral (values (r.driver_id), (r.vehicle_id)) k(id)
    where r.date between ${wish.date}::date - 1 and ${wish.date}::date and r.deleted_at is null and r.status in ${oneOf(openRoutes)}
      and k.id is not null
    order by "from", until`.execute(db)
  return {
    start: start.rows[0] ?? null,
    vehicles: new Map(vehicles.rows.map((vehicle) => [vehicle.id, vehicle])),
    shipments: await readWaiting(db, wish.date, chosen),
    dayStart: new Date(dayStart),
    now: day.rows[0]?.now ?? 0,
    busy: busy.rows,
  }
}

/** One after the other saves what was planned for a day or the one before or after, until the commit. */
export async function holdDay({ tx }: Work, date: string): Promise<void> {
  for (const day of [date, addDays(date, 1)]) await acquireAdvisoryLock(tx, advisoryLocks.routesOf(day))
}

const startOf = (r: string) =>
  sql`((${sql.ref(`${r}.date`)} + ${sql.ref(`${r}.starts_at`)}::time) at time zone ${timeZone})`
const endOf = (r: string) =>
  sql`coalesce(${sql.ref(`${r}.ends_at`)}, (${sql.ref(`${r}.date`)} + 1)::timestamp at time zone ${timeZone})`

/** Refuses these new routes where a driver or a vehicle of them is out on another at that time, or on two of them. */
export async function assertCrewsFree({ tx }: Work, routeIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ who: string; number: string; isNew: boolean; from: string; until: string | null }>`
    select case when r.driver_id = n.driver_id then u.name else v.name end as who, r.number, r.starts_at as from,
      r.id = any(${[...routeIds]}::uuid[]) as "isNew", to_char(r.ends_at at time zone ${timeZone}, 'HH24:MI') as until
    from routes n join routes r on r.date between n.date - 1 and n.date + 1 and r.id <> n.id and r.deleted_at is null
      and r.status in ${oneOf(openRoutes)} and (r.driver_id = n.driver_id or r.vehicle_id = n.vehicle_id)
    join users u on u.id = n.driver_id left join vehicles v on v.id = n.vehicle_id
    where n.id = any(${[...routeIds]}::uuid[]) and ${startOf('r')} < ${endOf('n')} and ${startOf('n')} < ${endOf('r')}
    order by "isNew", r.date, r.starts_at, r.number limit 1`.execute(tx)
  const [busy] = rows
  if (!busy) return
  const time = busy.until ? `from ${busy.from} to ${busy.until}` : `from ${busy.from} on`
  const why = busy.isNew ? `has two of these routes at ${busy.from}` : `is on ${busy.number} ${time}`
  throw new Refusal('IN_USE', `${busy.who} ${why}. Propose the routes again.`)
}
