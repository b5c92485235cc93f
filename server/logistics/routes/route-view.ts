import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Position } from '#shared/logistics/shipments/position.ts'
import { kilograms } from '#shared/logistics/shipments/packages.ts'
import type { Route, RouteStop } from '#shared/logistics/routes/route.ts'
import { type RouteTransition, routeTransitions, whyRouteNotOpen } from '#shared/logistics/routes/route-transitions.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { statement } from '#server/db/flat-sql.ts'
import { utc } from '#server/db/timestamps.ts'
import { blockedLotsSql } from '#server/logistics/shipments/blocked-lots.ts'
import { phoneRecords } from '#server/logistics/shipments/phone-records.ts'
import { gramsSql } from '#server/logistics/shipments/shipment-rows.ts'
import { formatOverlap, type Overlap, overlapsSql, startOf } from './crew-times.ts'
import { readRoads } from './road-legs.ts'
import { learntDriving } from './driving.ts'
import { routeColumns, routeFrom, routeRow, type RouteSqlRow, stopIsLate } from './route-rows.ts'

export type StopJson = Omit<RouteStop, 'weight'> & { grams: number }
export const stopOf = ({ grams, ...stop }: StopJson): RouteStop => ({ ...stop, weight: kilograms(grams) })

/** The fields of a stop `p` with its shipment `s`, order `o` and customer `a`, as arguments of json_build_object. */
export const stopFields = sql`'id', p.id, 'sequence', p.sequence, 'status', p.status,
    'shipment', json_build_object('id', s.id, 'number', s.number), 'order', json_build_object('id', o.id, 'number', o.number),
    'account', json_build_object('id', a.id, 'name', a.name), 'address', p.address, 'latitude', p.latitude,
    'longitude', p.longitude, 'window', case when p.window_from is not null then json_build_object(
      'from', ${utc(sql`p.window_from`)}, 'to', ${utc(sql`p.window_to`)}) end,
    'serviceMinutes', p.service_minutes, 'eta', case when p.finished_at is null then ${utc(sql`p.eta`)} end,
    'isLate', ${stopIsLate}, 'distance', p.distance, 'travelSeconds', p.travel_seconds, 'packages', s.packages,
    'grams', ${gramsSql}, 'isCold', s.is_cold, 'arrivedAt', ${utc(sql`p.arrived_at`)}, 'finishedAt', ${utc(sql`p.finished_at`)},
    'postponements', p.postponements, 'receivedBy', p.received_by, 'failureReason', p.failure_reason, 'note', p.note,
    'blockedLots', case when p.finished_at is null then ${blockedLotsSql} else '[]'::json end`

/** The stops of the route `r` in their order, with these fields. */
export const stopsWith = (
  fields: RawBuilder<unknown>,
) => sql`coalesce((select json_agg(json_build_object(${fields}) order by p.sequence)
    from route_stops p join shipments s on s.id = p.shipment_id join sales_orders o on o.id = p.order_id
    join accounts a on a.id = o.account_id where p.route_id = r.id and p.removed_at is null), '[]'::json)`

const stopsSql = stopsWith(stopFields)

/** The history of the route `r`, newest first. */
const timelineSql = sql`coalesce((select json_agg(json_build_object('at', ${utc(sql`t.at`)}, 'actor', t.actor, 'act', t.act,
      'stop', t.stop, 'reason', t.reason, 'record', t.record) order by t.at desc, t.place desc)
    from (select e.at, e.id as place, n.name as actor, b.name as stop, null::json as record, e.act, e.reason
        from route_events e left join users n on n.id = e.actor_id left join route_stops k on k.id = e.stop_id
        left join sales_orders c on c.id = k.order_id left join accounts b on b.id = c.account_id where e.route_id = r.id
      union all select h.*, 'phone', null from (${phoneRecords(sql`v.route_id = r.id`)}) h) t), '[]'::json)`

/** The last position of the driver of the route `r`, while it is in progress. */
export const positionSql = sql`case when r.status = 'IN_PROGRESS' then (select json_build_object('latitude', h.latitude,
      'longitude', h.longitude, 'accuracy', h.accuracy, 'at', ${utc(sql`h.at`)})
    from driver_positions h where h.route_id = r.id order by h.at desc limit 1) end`

interface Row extends RouteSqlRow {
  startPlace: Route['startPlace']
  routeStops: StopJson[]
  notes: string | null
  cancelReason: string | null
  drivenMetres: number | null
  position: Position | null
  timeline: Route['timeline']
  otherRoute: string | null
  overlaps: Overlap[]
  maxKg: number | null
  maxPackages: number | null
  hasColdBox: boolean | null
  leavesAt: string
}

const readRoute = statement<Row, [id: string]>(
  (id) => sql`select ${routeColumns},
      case when w.latitude is not null then json_build_object('latitude', w.latitude, 'longitude', w.longitude) end as "startPlace",
      ${stopsSql} as "routeStops", r.notes, r.cancel_reason as "cancelReason", r.driven_metres as "drivenMetres",
      ${positionSql} as position,
      ${timelineSql} as timeline,
      (select x.number from routes x where x.driver_id = r.driver_id and x.status = 'IN_PROGRESS' and x.id <> r.id
        and x.deleted_at is null) as "otherRoute",
      ${overlapsSql} as overlaps,
      v.max_kg as "maxKg", v.max_packages as "maxPackages", v.has_cold_box as "hasColdBox",
      ${utc(startOf('r'))} as "leavesAt"
    from ${routeFrom} where r.id = ${id} and r.deleted_at is null`,
)

/** One route with everything that its page shows. Throws NOT_FOUND. */
export async function getRoute(db: Db | Tx, id: string): Promise<Route> {
  const [row] = await readRoute(db, id)
  if (!row) throw new Refusal('NOT_FOUND')
  const routeStops = row.routeStops.map(stopOf)
  const names = Object.keys(routeTransitions) as RouteTransition[]
  const facts = {
    status: row.status,
    stops: row.stops,
    openStops: routeStops.filter((stop) => stop.finishedAt === null).length,
    otherRoute: row.otherRoute,
    blocked: routeStops.flatMap((stop) => stop.blockedLots),
  }
  return {
    ...routeRow(row),
    startPlace: row.startPlace,
    leavesAt: row.leavesAt,
    driving: await learntDriving(db, row.startPlace, new Date(row.leavesAt)),
    roads: row.status === 'PLANNED' ? await readRoads(db, [row.startPlace, ...routeStops]) : null,
    routeStops,
    warnings: warningsOf(row),
    // A route without stops has no end time yet.
    overlaps: row.stops > 0 ? row.overlaps.map(formatOverlap) : [],
    notes: row.notes,
    cancelReason: row.cancelReason,
    drivenKm: row.drivenMetres === null ? null : row.drivenMetres / 1000,
    position: row.position,
    timeline: row.timeline,
    transitions: names.map((transition) => {
      const reason = whyRouteNotOpen(transition, facts)
      return { transition, open: reason === null, reason }
    }),
  }
}

/** How far the load exceeds the capacity of the vehicle. */
function warningsOf(row: Row): string[] {
  const { vehicle } = row
  if (!vehicle) return []
  const warnings: string[] = []
  if (row.maxKg !== null && row.grams > row.maxKg * 1000) {
    warnings.push(`${kilograms(row.grams)} kg are more than ${vehicle.name} carries (${row.maxKg} kg).`)
  }
  if (row.maxPackages !== null && row.packages > row.maxPackages) {
    warnings.push(`${row.packages} packages are more than ${vehicle.name} takes (${row.maxPackages}).`)
  }
  if (!row.hasColdBox && row.routeStops.some((stop) => stop.isCold)) warnings.push(`${vehicle.name} has no cold box.`)
  return warnings
}
