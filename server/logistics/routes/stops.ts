import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { DeliveryWindow } from '#shared/crm/partners/delivery-windows.ts'
import { type Spot, straightMetres } from '#shared/logistics/distance.ts'
import { regionOf } from '#shared/logistics/routes/learn-speed.ts'
import { windowOn } from '#shared/logistics/shipments/delivery-window.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { shipToSql, shipToText } from '#server/kernel/document-addresses.ts'

/** Adds shipments after the last stop of a locked route; their orders must be locked, too. */
export async function appendStops(
  work: Work,
  route: { id: string; date: string; stops: readonly { sequence: number }[] },
  shipmentIds: readonly string[],
): Promise<void> {
  const last = Math.max(0, ...route.stops.map((stop) => stop.sequence))
  const stops = shipmentIds.map((shipmentId, at) => ({ id: newId(), shipmentId, sequence: last + at + 1 }))
  await work.tx
    .insertInto('route_stops')
    .columns([
      'id',
      'route_id',
      'shipment_id',
      'order_id',
      'sequence',
      'address',
      'latitude',
      'longitude',
      'created_at',
    ])
    .expression(sql`select n.id, ${route.id}, s.id, s.order_id, n.sequence, ${shipToText}, d.latitude, d.longitude,
      ${work.now}
    from jsonb_to_recordset(${JSON.stringify(stops)}::jsonb) as n(id uuid, "shipmentId" uuid, sequence int)
    join shipments s on s.id = n."shipmentId" join sales_orders o on o.id = s.order_id join accounts a on a.id = o.account_id
    left join lateral ${shipToSql} d on true`)
    .execute()
  await setWindows(work, route)
}

/** Open stops without coordinates whose address has got some since; their orders are `o` and their addresses `d`. */
const placeable = sql`route_stops p join sales_orders o on o.id = p.order_id join accounts a on a.id = o.account_id
    join lateral ${shipToSql} d on true
  where p.latitude is null and d.latitude is not null and p.removed_at is null and p.finished_at is null
    and p.address = ${shipToText}`

export async function isPlaceable(db: Db | Tx, routeId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${placeable} and p.route_id = ${routeId} limit 1`.execute(db)
  return rows.length > 0
}

/** Puts them on the map. The route must be locked. */
export async function placeStops(work: Work, routeId: string): Promise<void> {
  await work.tx
    .updateTable('route_stops as s')
    .from(
      sql<{ id: string; latitude: number; longitude: number }>`(select p.id, d.latitude, d.longitude
        from ${placeable} and p.route_id = ${routeId})`.as('n'),
    )
    .set((update) => ({ latitude: update.ref('n.latitude'), longitude: update.ref('n.longitude') }))
    .whereRef('s.id', '=', 'n.id')
    .execute()
}

/** Sets the delivery windows of open stops to the customers' hours on the route's day. */
export async function setWindows(work: Work, route: { id: string; date: string }): Promise<void> {
  const { rows } = await sql<{ id: string; windows: DeliveryWindow[] }>`select p.id, a.delivery_windows as windows
    from route_stops p join sales_orders o on o.id = p.order_id join accounts a on a.id = o.account_id
    where p.route_id = ${route.id} and p.removed_at is null and p.status = 'READY_FOR_SHIPPING'`.execute(work.tx)
  const windows = rows.map(({ id, windows: all }) => {
    const window = windowOn(all, route.date)
    return { id, from: window?.from ?? null, to: window?.to ?? null }
  })
  await work.tx
    .updateTable('route_stops as p')
    .from(
      sql<{ id: string; from: string; to: string }>`jsonb_to_recordset(${JSON.stringify(windows)}::jsonb)`.as<'w'>(
        sql`w(id uuid, "from" text, "to" text)`,
      ),
    )
    .set({
      window_from: sql<string>`(${route.date}::date + w."from"::time) at time zone ${timeZoneSql}`,
      window_to: sql<string>`(${route.date}::date + w."to"::time) at time zone ${timeZoneSql}`,
    })
    .whereRef('p.id', '=', 'w.id')
    .execute()
}

const timeZoneSql = sql`coalesce((select content ->> 'timeZone' from settings), 'UTC')`

/** Removes stops from a locked route and renumbers the others. */
export async function dropStops(work: Work, routeId: string, stopIds: readonly string[]): Promise<void> {
  await work.tx
    .updateTable('route_stops')
    .set({ removed_at: work.now, sequence: null, eta: null })
    .where('route_id', '=', routeId)
    .where('id', '=', sql<string>`any(${[...stopIds]}::uuid[])`)
    .execute()
  const places = sql<{ id: string; place: number }>`(select id, row_number() over (order by sequence) as place
    from route_stops where route_id = ${routeId} and removed_at is null)`
  await work.tx
    .updateTable('route_stops as p')
    .from(places.as('n'))
    .set((eb) => ({ sequence: eb.ref('n.place') }))
    .whereRef('p.id', '=', 'n.id')
    .whereRef('p.sequence', '<>', 'n.place')
    .execute()
}

/** Puts the stops of a locked route in this order, starting at the sequence number `first`. */
export async function orderStops(work: Work, stopIds: readonly string[], first = 1): Promise<void> {
  const places = stopIds.map((id, at) => ({ id, place: first + at }))
  await work.tx
    .updateTable('route_stops as p')
    .from(
      sql<{ id: string; place: number }>`jsonb_to_recordset(${JSON.stringify(places)}::jsonb)`.as<'n'>(
        sql`n(id uuid, place int)`,
      ),
    )
    .set((eb) => ({ sequence: eb.ref('n.place') }))
    .whereRef('p.id', '=', 'n.id')
    .execute()
}

export interface StopChange {
  status?: 'READY_FOR_SHIPPING' | 'ON_THE_WAY' | 'DELIVERED' | 'FAILED_DELIVERY'
  service_minutes?: number
  arrived_at?: Date | null
  finished_at?: Date | null
  received_by?: string | null
  failure_reason?: string | null
  note?: string | null
  final_event_id?: string | null
}

export async function changeStop(work: Work, id: string, change: StopChange): Promise<void> {
  await work.tx.updateTable('route_stops').set(change).where('id', '=', id).execute()
}

/** Records the arrival at a stop; learns the driving speed from the drive from the last stop. */
export async function arriveAt(work: Work, stopId: string, at: Date): Promise<void> {
  await work.tx
    .updateTable('route_stops')
    .set({ arrived_at: sql<string>`coalesce(arrived_at, ${at})` })
    .where('id', '=', stopId)
    .execute()
  const { rows } = await sql<Spot & { fromLatitude: number; fromLongitude: number; seconds: number; hour: number }>`
    select p.latitude, p.longitude, q.latitude as "fromLatitude", q.longitude as "fromLongitude",
      extract(epoch from p.arrived_at - q.finished_at)::int as seconds,
      extract(hour from p.arrived_at at time zone ${timeZoneSql})::int as hour
    from route_stops p join lateral (select * from route_stops b where b.route_id = p.route_id and b.finished_at <= p.arrived_at
      and b.removed_at is null order by b.finished_at desc limit 1) q on true
    where p.id = ${stopId} and p.latitude is not null and q.latitude is not null`.execute(work.tx)
  const [drive] = rows
  if (!drive || drive.seconds < 60 || drive.seconds > 4 * 3600) return
  const from = { latitude: drive.fromLatitude, longitude: drive.fromLongitude }
  const metres = Math.round(straightMetres(from, drive))
  if (metres < 200) return
  await work.tx
    .insertInto('driving_observations')
    .values({
      stop_id: stopId,
      hour: drive.hour,
      region: regionOf(from),
      straight_metres: metres,
      seconds: drive.seconds,
      observed_at: work.now,
    })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Marks packages of a route as loaded by their codes; returns the codes that match no package. */
export async function loadPackages(
  work: Work,
  routeId: string,
  codes: readonly string[],
  isComplete: boolean,
): Promise<string[]> {
  const codeSql = sql<string>`coalesce(k.sscc, s.number || '-' || k.number)`
  const rows = await work.tx
    .updateTable('shipment_packages as k')
    .from('shipments as s')
    .innerJoin('route_stops as p', 'p.shipment_id', 's.id')
    .set({
      loaded_at: sql<string>`case when k.loaded_at >= p.created_at then k.loaded_at else ${work.now}::timestamptz end`,
    })
    .whereRef('k.shipment_id', '=', 's.id')
    .where('p.route_id', '=', routeId)
    .where('p.removed_at', 'is', null)
    .where(codeSql, '=', sql<string>`any(${[...codes]}::text[])`)
    .returning(codeSql.as('code'))
    .execute()
  if (isComplete) {
    await work.tx.updateTable('routes').set({ load_checked_at: work.now }).where('id', '=', routeId).execute()
  }
  const known = new Set(rows.map((row) => row.code))
  return codes.filter((code) => !known.has(code))
}
