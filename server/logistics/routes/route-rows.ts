import { sql } from 'kysely'
import { kilograms } from '#shared/logistics/shipments/packages.ts'
import type { RouteRow } from '#shared/logistics/routes/route.ts'
import { gramsSql } from '#server/logistics/shipments/shipment-rows.ts'

const ofRoute = sql`from route_stops p where p.route_id = r.id and p.removed_at is null`

export const routeFrom = sql`routes r join users u on u.id = r.driver_id left join vehicles v on v.id = r.vehicle_id
    join locations w on w.id = r.start_location_id`

/** An open stop that the driver leaves, or reached, after its window: the same that scheduleStops counts. */
export const stopIsLate = sql`coalesce(p.finished_at is null and coalesce(p.arrived_at,
    greatest(p.eta, p.window_from) + p.service_minutes * interval '1 minute') > p.window_to, false)`

export const routeColumns = sql`r.id, r.number, r.date, r.status, json_build_object('id', u.id, 'name', u.name) as driver,
    case when v.id is not null then json_build_object('id', v.id, 'name', v.name, 'plate', v.plate) end as vehicle,
    json_build_object('id', w.id, 'name', w.name) as start, r.starts_at as "startsAt",
    (select count(*) ${ofRoute}) as stops, (select count(*) ${ofRoute} and p.status = 'DELIVERED') as delivered,
    (select count(*) ${ofRoute} and p.status = 'FAILED_DELIVERY') as failed, (select count(*) ${ofRoute} and ${stopIsLate}) as late,
    (select coalesce(sum(s.packages), 0)::int from route_stops p join shipments s on s.id = p.shipment_id
      where p.route_id = r.id and p.removed_at is null) as packages,
    (select coalesce(sum(${gramsSql}), 0)::bigint from route_stops p join shipments s on s.id = p.shipment_id
      where p.route_id = r.id and p.removed_at is null) as grams,
    r.distance, r.travel_seconds as "travelSeconds", r.ends_at as "endsAt", r.started_at as "startedAt",
    r.ended_at as "endedAt", r.created_at as "createdAt", r.version`

export type RouteSqlRow = Omit<RouteRow, 'weight'> & { grams: number }

export const routeRow = ({ grams, ...row }: RouteSqlRow): RouteRow => ({ ...row, weight: kilograms(grams) })
