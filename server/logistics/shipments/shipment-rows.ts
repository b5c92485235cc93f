import { sql } from 'kysely'
import { openShipments } from '#shared/logistics/shipments/shipment-status.ts'
import { selection } from '#server/db/selection.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { DeliveryWindow } from '#shared/crm/partners/delivery-windows.ts'
import { windowOn } from '#shared/logistics/shipments/delivery-window.ts'
import { kilograms } from '#shared/logistics/shipments/packages.ts'
import { shipToSql, shipToText } from '#server/kernel/document-addresses.ts'
import type { ShipmentRow } from '#shared/logistics/shipments/shipment.ts'
import { utc } from '#server/db/timestamps.ts'
import { companyToday } from '#server/kernel/company-day.ts'

/** Grams of the shipment `s`: of its packages if all were weighed, else of its products. */
export const gramsSql = sql`coalesce(s.weight_grams, (select sum(x.quantity * coalesce(i.weight_grams, 0))::bigint
    from shipment_lines x join items i on i.id = x.item_id where x.shipment_id = s.id), 0)`

/** The stop that the shipment `s` is on or ended at; none if it is planned again or goes another way. */
export const lastStopSql = sql`(select p.* from route_stops p join routes r on r.id = p.route_id
    where p.shipment_id = s.id and p.removed_at is null and r.deleted_at is null and r.status <> 'CANCELLED'
      and s.method = 'own_driver' and (p.finished_at is null or p.status = s.status)
    order by p.created_at desc, p.id desc limit 1)`

export const isLateSql = sql`(s.status in ${oneOf(openShipments)} and s.expected_date < ${companyToday})`

export const shipmentFrom = sql`shipments s join sales_orders o on o.id = s.order_id join accounts a on a.id = o.account_id
    left join lateral ${shipToSql} d on true left join lateral ${lastStopSql} p on true
    left join routes r on r.id = p.route_id left join users u on u.id = r.driver_id`

export const shipmentColumns = selection<ShipmentSqlRow, { a: 'accounts'; s: 'shipments' }>({
  id: 's.id',
  number: 's.number',
  order: sql`json_build_object('id', o.id, 'number', o.number, 'status', o.status)`,
  account: sql`json_build_object('id', a.id, 'name', a.name)`,
  address: shipToText,
  latitude: sql`d.latitude`,
  longitude: sql`d.longitude`,
  status: 's.status',
  method: 's.method',
  carrier: 's.carrier',
  expectedDate: 's.expected_date',
  windows: 'a.delivery_windows',
  route: sql`case when r.id is not null then json_build_object('id', r.id, 'number', r.number, 'status', r.status,
      'driver', json_build_object('id', u.id, 'name', u.name)) end`,
  stop: sql`case when p.id is not null then json_build_object('id', p.id, 'sequence', p.sequence, 'eta', ${utc(sql`p.eta`)}) end`,
  packages: 's.packages',
  grams: gramsSql,
  isCold: 's.is_cold',
  attempt: 's.attempt',
  isLate: sql`coalesce(${isLateSql} or (p.eta > p.window_to and p.finished_at is null), false)`,
  dispatchedAt: 's.dispatched_at',
  deliveredAt: 's.delivered_at',
  failedAt: 's.failed_at',
  createdAt: 's.created_at',
})

export type ShipmentSqlRow = Omit<ShipmentRow, 'weight' | 'window'> & { grams: number; windows: DeliveryWindow[] }

export function shipmentRow({ grams, windows, ...row }: ShipmentSqlRow): ShipmentRow {
  return { ...row, weight: kilograms(grams), window: row.expectedDate ? windowOn(windows, row.expectedDate) : null }
}
