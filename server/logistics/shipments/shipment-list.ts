import { sql } from 'kysely'
import type { RequestOf } from '#shared/http/route.ts'
import type { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { closedOrders } from '#shared/sales/orders/order-transitions.ts'
import { shipmentStatuses } from '#shared/logistics/shipments/shipment-status.ts'
import type { Db } from '#server/db/database.ts'
import { containing, type ListPlan, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { oneOf } from '#server/db/one-of.ts'
import { countByStatus } from '#server/db/status-counts.ts'
import {
  isLateSql,
  lastStopSql,
  shipmentColumns,
  shipmentFrom,
  shipmentRow,
  type ShipmentSqlRow,
} from './shipment-rows.ts'

type Choice = RequestOf<(typeof shipmentsApi.getNeighbours)['spec']>['query'] & { q?: string | undefined }
type Query = RequestOf<(typeof shipmentsApi.listShipments)['spec']>['query']

const sorts = {
  createdAt: { by: sql`s.created_at`, type: 'timestamptz' },
  expectedDate: { by: sql`coalesce(s.expected_date, '9999-12-31'::date)`, type: 'date' },
  failedAt: { by: sql`coalesce(s.failed_at, '9999-12-31 00:00:00+00'::timestamptz)`, type: 'timestamptz' },
  number: { by: sql`s.number`, type: 'text' },
  customer: { by: sql`lower(a.name)`, type: 'text', isJoined: true },
} as const satisfies Record<string, Omit<ListPlan['sort'], 'descending'>>

const isPlanned = sql`(s.method is not null)`

/** The filters and sort order of the list of shipments. */
export function shipmentPlan(query: Choice): ListPlan<ShipmentSqlRow> {
  const { name, descending } = sortOf(query.sort)
  const where = [sql`s.deleted_at is null`]
  if (query.status) where.push(sql`s.status = ${query.status}`)
  if (query.method) where.push(sql`s.method = ${query.method}`)
  if (query.from) where.push(sql`s.expected_date >= ${query.from}`)
  if (query.to) where.push(sql`s.expected_date <= ${query.to}`)
  if (query.account) where.push(sql`s.account_id = ${query.account}`)
  if (query.route || query.driver) {
    const of = query.route ? sql`k.id = ${query.route}` : sql`k.driver_id = ${query.driver}`
    // As lists of ids: a join would read all stops of all routes to count those of one driver.
    const routes = sql`array(select k.id from routes k where k.deleted_at is null and ${of})`
    where.push(sql`s.id = any(array(select h.shipment_id from route_stops h
      where h.removed_at is null and h.route_id = any(${routes})))
      and (select p.route_id from ${lastStopSql} p) = any(${routes})`)
  }
  if (query.planned) {
    where.push(sql`s.status = 'READY_FOR_SHIPPING'`, query.planned === 'yes' ? isPlanned : sql`not ${isPlanned}`)
  }
  if (query.late) where.push(isLateSql)
  if (query.order) {
    // Orders of delivered shipments are closed: an index finds the others.
    where.push(
      sql`s.status <> 'DELIVERED'`,
      sql`not exists (select 1 from sales_orders c where c.id = s.order_id and c.status in ${oneOf(closedOrders)})`,
    )
  }
  if (query.q) {
    const like = containing(query.q)
    // A union of the search results: an "or" of two conditions would scan every shipment.
    where.push(sql`s.id in (with hit as materialized (select h.id from shipments h where h.deleted_at is null
        and (h.number || ' ' || coalesce(h.order_number, '') || ' ' || coalesce(h.tracking_number, '')) ilike ${like}
      union select h.id from shipments h where h.deleted_at is null and h.account_id in (select b.id from accounts b where (b.name || ' ' || coalesce(b.code, '')) ilike ${like})) select id from hit)`)
  }
  return {
    columns: shipmentColumns,
    from: shipmentFrom,
    narrow: name === 'customer' ? sql`shipments s join accounts a on a.id = s.account_id` : sql`shipments s`,
    where,
    sort: { ...sorts[name], descending },
    id: sql`s.id`,
    planEachTime: Boolean(query.q),
  }
}

export async function listShipments(db: Db, query: Query) {
  return pageOfRows(await listPage(db, shipmentPlan(query), query), shipmentRow)
}

export const countShipments = (db: Db) => countByStatus(db, sql`shipments where deleted_at is null`, shipmentStatuses)

/** Shipments of a day that are on none of its routes. */
export async function listOffRoute(db: Db, date: string) {
  const { rows } = await sql<ShipmentSqlRow>`select ${shipmentColumns} from ${shipmentFrom}
    where s.deleted_at is null and s.expected_date = ${date}
      and not coalesce(r.date = ${date}, false) order by s.number limit 500`.execute(db)
  return rows.map(shipmentRow)
}
