import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { DeliveryWindow } from '#shared/crm/partners/delivery-windows.ts'
import { windowOn } from '#shared/logistics/shipments/delivery-window.ts'
import type { Work } from '#server/kernel/work.ts'
import { placeSql } from '#server/logistics/shipments/shipment-rows.ts'

/** Puts shipments behind the last stop of a locked route; their orders are locked, too. */
export async function appendStops(
  work: Work,
  route: { id: string; date: string; stops: readonly { sequence: number }[] },
  shipmentIds: readonly string[],
): Promise<void> {
  const last = Math.max(0, ...route.stops.map((stop) => stop.sequence))
  const stops = shipmentIds.map((shipmentId, at) => ({ id: newId(), shipmentId, sequence: last + at + 1 }))
  await sql`insert into route_stops (id, route_id, shipment_id, order_id, sequence, address, latitude, longitude, created_at)
    select n.id, ${route.id}, s.id, s.order_id, n.sequence, coalesce(d.address, a.address),
      case when d.latitude is null then a.latitude else d.latitude end,
      case when d.latitude is null then a.longitude else d.longitude end, ${work.now}
    from jsonb_to_recordset(${JSON.stringify(stops)}::jsonb) as n(id uuid, "shipmentId" uuid, sequence int)
    join shipments s on s.id = n."shipmentId" join sales_orders o on o.id = s.order_id join accounts a on a.id = o.account_id
    left join lateral ${placeSql} d on true`.execute(work.tx)
  await setWindows(work, route)
}

/** Takes the customers' hours of the route's day for its open stops. */
export async function setWindows(work: Work, route: { id: string; date: string }): Promise<void> {
  const { rows } = await sql<{ id: string; windows: DeliveryWindow[] }>`select p.id, a.delivery_windows as windows
    from route_stops p join sales_orders o on o.id = p.order_id join accounts a on a.id = o.account_id
    where p.route_id = ${route.id} and p.removed_at is null and p.status = 'READY_FOR_SHIPPING'`.execute(work.tx)
  const windows = rows.map(({ id, windows: all }) => {
    const window = windowOn(all, route.date)
    return { id, from: window?.from ?? null, to: window?.to ?? null }
  })
  await sql`update route_stops p set
      window_from = (${route.date}::date + w."from"::time) at time zone ${timeZoneSql},
      window_to = (${route.date}::date + w."to"::time) at time zone ${timeZoneSql}
    from jsonb_to_recordset(${JSON.stringify(windows)}::jsonb) as w(id uuid, "from" text, "to" text) where p.id = w.id`.execute(
    work.tx,
  )
}

const timeZoneSql = sql`coalesce((select content ->> 'timeZone' from settings), 'UTC')`

/** Takes stops off a locked route; the others close up. */
export async function dropStops(work: Work, routeId: string, stopIds: readonly string[]): Promise<void> {
  await sql`update route_stops set removed_at = ${work.now}, sequence = null, eta = null
    where route_id = ${routeId} and id = any(${[...stopIds]}::uuid[])`.execute(work.tx)
  await sql`update route_stops p set sequence = n.place
    from (select id, row_number() over (order by sequence) as place from route_stops
      where route_id = ${routeId} and removed_at is null) n
    where p.id = n.id and p.sequence <> n.place`.execute(work.tx)
}

/** Puts the stops of a locked route in this order, from the place `first` on. */
export async function orderStops(work: Work, stopIds: readonly string[], first = 1): Promise<void> {
  const places = stopIds.map((id, at) => ({ id, place: first + at }))
  await sql`update route_stops p set sequence = n.place
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as n(id uuid, place int) where p.id = n.id`.execute(
    work.tx,
  )
}

export interface StopChange {
  status?: 'READY_FOR_SHIPPING' | 'ON_THE_WAY' | 'DELIVERED' | 'FAILED_DELIVERY'
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
