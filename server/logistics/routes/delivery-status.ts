import { sql } from 'kysely'
import type { DeliveryStatus } from '#shared/logistics/routes/delivery-status-api.ts'
import type { Position } from '#shared/logistics/shipments/position.ts'
import type { Db } from '#server/db/database.ts'
import { listOffRoute } from '#server/logistics/shipments/shipment-list.ts'
import { routeColumns, routeFrom, routeRow, type RouteSqlRow } from './route-rows.ts'
import { positionSql, type StopJson, stopOf, stopsSql } from './route-view.ts'

type Row = RouteSqlRow & { position: Position | null; routeStops: StopJson[] }

/** Where every delivery of a day is: by route, those with late or failed stops first, then what is on no route. */
export async function getDeliveryStatus(db: Db, date: string): Promise<DeliveryStatus> {
  const { rows } = await sql<Row>`select ${routeColumns}, ${positionSql} as position, ${stopsSql} as "routeStops"
    from ${routeFrom} where r.date = ${date} and r.deleted_at is null and r.status <> 'CANCELLED'
    order by r.number limit 200`.execute(db)
  const routes = rows
    .map(({ routeStops, position, ...row }) => ({ ...routeRow(row), position, routeStops: routeStops.map(stopOf) }))
    .toSorted((a, b) => b.late + b.failed - (a.late + a.failed))
  const others = await listOffRoute(db, date)
  const stops = routes.flatMap((route) => route.routeStops)
  const count = (status: string) =>
    stops.filter((stop) => stop.status === status).length + others.filter((one) => one.status === status).length
  const onTheWay = routes
    .filter((route) => route.status === 'IN_PROGRESS')
    .flatMap((route) => route.routeStops.filter((stop) => stop.finishedAt === null)).length
  const waiting = stops.filter((stop) => stop.finishedAt === null).length - onTheWay
  return {
    date,
    counts: {
      waiting: waiting + others.filter((one) => one.status === 'READY_FOR_SHIPPING').length,
      onTheWay: onTheWay + others.filter((one) => one.status === 'ON_THE_WAY').length,
      delivered: count('DELIVERED'),
      failed: count('FAILED_DELIVERY'),
      late: stops.filter((stop) => stop.isLate).length + others.filter((one) => one.isLate).length,
    },
    routes,
    others,
  }
}
