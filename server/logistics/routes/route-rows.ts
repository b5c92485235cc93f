import { sql } from 'kysely'
import { kilograms } from '#shared/logistics/shipments/packages.ts'
import type { RouteRow } from '#shared/logistics/routes/route.ts'
import { selection } from '#server/db/selection.ts'
import { gramsSql } from '#server/logistics/shipments/shipment-rows.ts'

const ofRoute = sql`from route_stops p where p.route_id = r.id and p.removed_at is null`

export const routeFrom = sql`routes r join users u on u.id = r.driver_id left join vehicles v on v.id = r.vehicle_id
    join locations w on w.id = r.start_location_id`

/** An open stop that the driver leaves, or has reached, after its window: the same definition as in scheduleStops. */
export const stopIsLate = sql`coalesce(p.finished_at is null and coalesce(p.arrived_at,
    greatest(p.eta, p.window_from) + p.service_minutes * interval '1 minute') > p.window_to, false)`

export const routeColumns = selection<RouteSqlRow, { r: 'routes' }>({
  id: 'r.id',
  number: 'r.number',
  date: 'r.date',
  status: 'r.status',
  driver: sql`json_build_object('id', u.id, 'name', u.name)`,
  vehicle: sql`case when v.id is not null then json_build_object('id', v.id, 'name', v.name, 'plate', v.plate) end`,
  start: sql`json_build_object('id', w.id, 'name', w.name)`,
  startsAt: 'r.starts_at',
  stops: sql`(select count(*) ${ofRoute})`,
  delivered: sql`(select count(*) ${ofRoute} and p.status = 'DELIVERED')`,
  failed: sql`(select count(*) ${ofRoute} and p.status = 'FAILED_DELIVERY')`,
  late: sql`(select count(*) ${ofRoute} and ${stopIsLate})`,
  packages: sql`(select coalesce(sum(s.packages), 0)::int from route_stops p join shipments s on s.id = p.shipment_id
      where p.route_id = r.id and p.removed_at is null)`,
  grams: sql`(select coalesce(sum(${gramsSql}), 0)::bigint from route_stops p join shipments s on s.id = p.shipment_id
      where p.route_id = r.id and p.removed_at is null)`,
  distance: 'r.distance',
  travelSeconds: 'r.travel_seconds',
  endsAt: 'r.ends_at',
  startedAt: 'r.started_at',
  endedAt: 'r.ended_at',
  createdAt: 'r.created_at',
  version: 'r.version',
})

export type RouteSqlRow = Omit<RouteRow, 'weight'> & { grams: number }

export const routeRow = ({ grams, ...row }: RouteSqlRow): RouteRow => ({ ...row, weight: kilograms(grams) })
