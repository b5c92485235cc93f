import { sql } from 'kysely'
import type { DeliveryStatus } from '#shared/logistics/routes/delivery-status-api.ts'
import type { ShipmentStatus } from '#shared/logistics/shipments/shipment-status.ts'
import type { Position } from '#shared/logistics/shipments/position.ts'
import type { Db } from '#server/db/database.ts'
import { lastStopSql } from '#server/logistics/shipments/shipment-rows.ts'
import { listOffRoute } from '#server/logistics/shipments/shipment-list.ts'
import { routeColumns, routeFrom, routeRow, type RouteSqlRow } from './route-rows.ts'
import { positionSql, stopFields, type StopJson, stopOf, stopsWith } from './route-view.ts'

type StopOfDay = DeliveryStatus['routes'][number]['routeStops'][number]
type DayStopJson = StopJson & Pick<StopOfDay, 'isReplanned'> & { shipmentStatus: ShipmentStatus }
type Row = RouteSqlRow & { position: Position | null; routeStops: DayStopJson[] }

const dayStopsSql = stopsWith(sql`${stopFields}, 'shipmentStatus', s.status, 'isReplanned',
  p.finished_at is not null and not exists (select 1 from ${lastStopSql} c where c.id = p.id)`)
const dayStopOf = ({ shipmentStatus, ...stop }: DayStopJson): StopOfDay => ({
  ...stopOf(stop),
  isReplanned: stop.isReplanned,
  status: stop.finishedAt === null ? shipmentStatus : stop.status,
})

/** The status of every delivery of a day: by route, those with late or failed stops first, then deliveries without a route. */
export async function getDeliveryStatus(db: Db, date: string): Promise<DeliveryStatus> {
  const { rows } = await sql<Row>`select ${routeColumns}, ${positionSql} as position, ${dayStopsSql} as "routeStops"
    from ${routeFrom} where r.date = ${date} and r.deleted_at is null and r.status <> 'CANCELLED'
    order by r.number limit 200`.execute(db)
  const routes = rows
    .map(({ routeStops, position, ...row }) => ({ ...routeRow(row), position, routeStops: routeStops.map(dayStopOf) }))
    .toSorted((a, b) => b.late + b.failed - (a.late + a.failed))
  const others = await listOffRoute(db, date)
  const all = [...routes.flatMap(({ routeStops }) => routeStops.filter((stop) => !stop.isReplanned)), ...others]
  const count = (status: ShipmentStatus) => all.filter((one) => one.status === status).length
  return {
    date,
    counts: {
      waiting: count('READY_FOR_SHIPPING'),
      onTheWay: count('ON_THE_WAY'),
      delivered: count('DELIVERED'),
      failed: count('FAILED_DELIVERY'),
      late: all.filter((one) => one.isLate).length,
    },
    routes,
    others,
  }
}
