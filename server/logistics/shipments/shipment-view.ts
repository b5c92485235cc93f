import { sql } from 'kysely'
import { openShipments } from '#shared/logistics/shipments/shipment-status.ts'
import { oneOf } from '#server/db/one-of.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { kilograms, packageCode } from '#shared/logistics/shipments/packages.ts'
import type { Package, Shipment } from '#shared/logistics/shipments/shipment.ts'
import {
  type ShipmentAction,
  shipmentActions,
  whyShipmentNotOpen,
} from '#shared/logistics/shipments/shipment-transitions.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { statement } from '#server/db/flat-sql.ts'
import { utc } from '#server/db/timestamps.ts'
import { blockedLotsSql } from './blocked-lots.ts'
import { phoneRecords } from './phone-records.ts'
import { shipmentColumns, shipmentFrom, shipmentRow, type ShipmentSqlRow } from './shipment-rows.ts'
import { returnNumbers } from '#server/kernel/shipped-goods.ts'
import { companyToday } from '#server/kernel/company-day.ts'

/** A package as selected by SQL, before its weight and code are formatted. */
export type PackageJson = Omit<Package, 'weight' | 'code'> & { grams: number | null }

/** The lines of the shipment `s` with lots and their results at the delivery. */
export const linesSql = sql`coalesce((select json_agg(json_build_object('id', x.id,
      'product', json_build_object('id', i.id, 'name', i.name, 'sku', i.sku),
      'location', json_build_object('id', w.id, 'name', w.name),
      'lot', json_build_object('id', t.id, 'number', t.lot_number, 'expiryDate', t.expiry_date,
        'remainingDays', t.expiry_date - ${companyToday}, 'status', t.status, 'isNone', t.id = i.id),
      'quantity', x.quantity, 'delivered', v.delivered, 'refused', coalesce(v.refused, 0), 'damaged', coalesce(v.damaged, 0))
      order by i.name, t.expiry_date, t.lot_number, x.id)
    from shipment_lines x join items i on i.id = x.item_id join lots t on t.id = x.lot_id join locations w on w.id = x.location_id
    left join lateral (select * from delivered_lines h where h.shipment_line_id = x.id
      order by h.stop_id desc limit 1) v on true
    where x.shipment_id = s.id), '[]'::json)`

/** The packages of the shipment `s` on its stop `p`: packages loaded for an earlier stop don't count as loaded. */
export const packagesSql = sql`coalesce((select json_agg(json_build_object('id', k.id, 'number', k.number, 'kind', k.kind,
      'grams', k.weight_grams, 'isCold', k.is_cold, 'sscc', k.sscc, 'loadedAt', case when k.loaded_at >= p.created_at then ${utc(sql`k.loaded_at`)} end,
      'contents', coalesce((select json_agg(json_build_object('lineId', l.shipment_line_id, 'quantity', l.quantity)
        order by l.shipment_line_id) from shipment_package_lines l where l.package_id = k.id), '[]'::json)) order by k.number)
    from shipment_packages k where k.shipment_id = s.id), '[]'::json)`

export const packageOf = (shipment: string, { grams, ...shown }: PackageJson): Package => ({
  ...shown,
  weight: grams === null ? null : kilograms(grams),
  code: packageCode(shipment, shown),
})

const proofsSql = sql`coalesce((select json_agg(json_build_object('id', f.id, 'stopId', f.stop_id, 'receivedBy', f.received_by,
      'signature', f.signature, 'typedName', f.typed_name, 'strokes', f.strokes, 'photos', f.photos, 'scanned', f.scanned, 'deviceAt', ${utc(sql`f.device_at`)},
      'receivedAt', ${utc(sql`f.received_at`)}, 'latitude', f.latitude, 'longitude', f.longitude, 'hash', f.hash,
      'document', f.document) order by f.received_at)
    from delivery_proofs f where f.shipment_id = s.id and f.undone_at is null), '[]'::json)`

const returnsSql = sql`coalesce((select json_agg(json_build_object('id', b.id, 'number', b.number) order by b.number)
    from sales_returns b where b.order_id = o.id), '[]'::json)`

/** The history, from the audit log and the drivers' phones. */
const timelineSql = sql`coalesce((select json_agg(json_build_object('at', ${utc(sql`t.at`)}, 'actor', t.actor, 'act', t.act,
      'status', t.details ->> 'status', 'method', t.details ->> 'method', 'carrier', t.details ->> 'carrier',
      'packages', (t.details ->> 'packages')::int, 'record', t.record,
      'reason', coalesce(t.details ->> 'reason', t.details ->> 'note'), 'failureReason', t.details ->> 'failure_reason')
      order by t.at desc, t.place desc)
    from (select g.at, g.id as place, n.name as actor, null as stop, null::json as record, g.act, g.details
        from audit_log g left join users n on n.id = g.actor_id where g.entity = 'shipment' and g.entity_id = s.id
      union all select h.*, 'phone', null
        from (${phoneRecords(sql`v.stop_id in (select q.id from route_stops q where q.shipment_id = s.id)`)}) h) t), '[]'::json)`

type Row = ShipmentSqlRow &
  Pick<
    Shipment,
    'lines' | 'deliveryWindows' | 'deliveryNote' | 'phone' | 'trackingNumber' | 'receivedBy' | 'failureReason' | 'note'
  > &
  Pick<Shipment, 'proofs' | 'returns' | 'timeline' | 'version'> & {
    shipmentPackages: PackageJson[]
    blocked: string[]
    returnNumbers: string[]
    isOnRoute: boolean
  }

const readShipment = statement<Row, [id: string]>(
  (id) => sql`select ${shipmentColumns}, ${linesSql} as lines, ${packagesSql} as "shipmentPackages",
      a.delivery_windows as "deliveryWindows", a.delivery_note as "deliveryNote", a.phone, s.tracking_number as "trackingNumber",
      s.received_by as "receivedBy", s.failure_reason as "failureReason", s.note, ${proofsSql} as proofs,
      ${returnsSql} as returns, ${timelineSql} as timeline, ${blockedLotsSql} as blocked, ${returnNumbers} as "returnNumbers",
      coalesce(p.status in ${oneOf(openShipments)}, false) as "isOnRoute", s.version
    from ${shipmentFrom} where s.id = ${id} and s.deleted_at is null`,
)

/** One shipment with everything that its page shows. Throws NOT_FOUND. */
export async function getShipment(db: Db | Tx, id: string): Promise<Shipment> {
  const [row] = await readShipment(db, id)
  if (!row) throw new Refusal('NOT_FOUND')
  const { blocked, returnNumbers: returns, isOnRoute, shipmentPackages, version, ...rest } = row
  const facts = {
    orderStatus: row.order.status,
    method: row.method,
    route: isOnRoute && row.route ? { number: row.route.number, isUnderWay: row.route.status === 'IN_PROGRESS' } : null,
    blocked,
    returns,
  }
  const actions = Object.keys(shipmentActions) as ShipmentAction[]
  return {
    ...rest,
    ...shipmentRow(row),
    shipmentPackages: shipmentPackages.map((one) => packageOf(row.number, one)),
    blocked,
    transitions: actions.map((action) => {
      const reason = whyShipmentNotOpen(action, facts)
      return { action, open: reason === null, reason }
    }),
    version,
  }
}
