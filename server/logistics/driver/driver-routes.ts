import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { DriverRoute, DriverStop, InvoicedLine } from '#shared/logistics/driver/api.ts'
import { defaultProofPolicy, type ProofPolicy } from '#shared/logistics/shipments/proof-policy.ts'
import { formatAmount } from '#shared/money.ts'
import { defaultSettings } from '#shared/settings/api.ts'
import type { Db } from '#server/db/database.ts'
import { isUnfitLot, unfitWords } from '#server/logistics/shipments/blocked-lots.ts'
import { linesSql, type PackageJson, packageOf, packagesSql } from '#server/logistics/shipments/shipment-view.ts'
import { routeColumns, routeFrom, routeRow, type RouteSqlRow } from '#server/logistics/routes/route-rows.ts'
import { stopFields, type StopJson, stopOf } from '#server/logistics/routes/route-view.ts'

type Json = StopJson &
  Omit<DriverStop, keyof StopJson | 'cashDue' | 'shipmentPackages' | 'lines'> & {
    shipmentPackages: PackageJson[]
    lines: Omit<DriverStop['lines'][number], 'barcodes' | 'doNotHandOver' | 'invoiced'>[]
    due: number | null
    invoiced: Record<string, Omit<InvoicedLine, 'tax' | 'total'> & { tax: number; total: number }>
    scans: Record<string, { barcodes: string[]; unfit: string | null }>
  }
type Row = RouteSqlRow &
  Pick<DriverRoute, 'startPlace' | 'notes' | 'loadCheckedAt' | 'timeZone' | 'currency' | 'version'> & {
    proof: Partial<ProofPolicy> | null
    driverStops: Json[]
  }

/** For each line, the codes that the scanner accepts, and why its lot must not be handed over. */
const scansSql = sql`coalesce((select json_object_agg(x.id, json_build_object(
      'barcodes', to_jsonb(array_remove(array[i.barcode, i.sku, t.lot_number], null)),
      'unfit', case when ${isUnfitLot} then 'Lot ' || t.lot_number || ' ' || ${unfitWords} end))
    from shipment_lines x join items i on i.id = x.item_id join lots t on t.id = x.lot_id where x.shipment_id = s.id), '{}'::json)`

/** The balance due of the invoice, for customers who pay on delivery: those without payment terms. */
const dueSql = sql`case when a.payment_terms_days = 0 then (select v.total - v.paid from invoices v
    where v.order_id = o.id and v.voided_at is null and v.total > v.paid) end`

/** For each line, the line of the invoice that credits for it refer to. */
const invoicedSql = sql`coalesce((select json_object_agg(x.id, json_build_object('id', l.id, 'quantity', l.quantity, 'tax', l.tax,
      'total', l.gross, 'credited', coalesce((select sum(c.quantity) from credit_note_lines c where c.invoice_line_id = l.id), 0)::int))
    from shipment_lines x join lateral (select y.* from invoice_lines y join invoices v on v.id = y.invoice_id
      where v.order_id = o.id and v.voided_at is null and v.deleted_at is null and y.kind = 'item' and y.order_line_id = x.order_line_id
      order by y.position limit 1) l on true
    where x.shipment_id = s.id and a.payment_terms_days = 0), '{}'::json)`

const stopsSql = sql`coalesce((select json_agg(jsonb_build_object(${stopFields}) || jsonb_build_object('phone', a.phone,
      'contacts', coalesce((select json_agg(json_build_object('name', c.name, 'phone', c.phone, 'position', c.position) order by c.name)
        from contacts c where c.account_id = a.id and c.deleted_at is null), '[]'::json),
      'deliveryNote', a.delivery_note, 'instruction', s.instruction, 'lines', ${linesSql}, 'scans', ${scansSql},
      'shipmentPackages', ${packagesSql}, 'due', ${dueSql}, 'invoiced', ${invoicedSql}) order by p.sequence)
    from route_stops p join shipments s on s.id = p.shipment_id join sales_orders o on o.id = p.order_id
    join accounts a on a.id = o.account_id where p.route_id = r.id and p.removed_at is null), '[]'::json)`

async function routesWhere(db: Db, driverId: string, where: RawBuilder<unknown>): Promise<DriverRoute[]> {
  const { rows } = await sql<Row>`select ${routeColumns}, r.notes, r.load_checked_at as "loadCheckedAt",
      case when w.latitude is not null then json_build_object('latitude', w.latitude, 'longitude', w.longitude) end as "startPlace",
      coalesce((select content ->> 'timeZone' from settings), ${defaultSettings.timeZone}) as "timeZone",
      coalesce((select content ->> 'currency' from settings), ${defaultSettings.currency}) as currency,
      (select content #> '{logistics,proof}' from settings) as proof,
      ${stopsSql} as "driverStops"
    from ${routeFrom} where r.driver_id = ${driverId} and r.deleted_at is null and r.status <> 'CANCELLED' and ${where}
    order by r.date, r.starts_at, r.id limit 100`.execute(db)
  return rows.map(({ startPlace, notes, loadCheckedAt, timeZone, currency, proof, driverStops, ...row }) => ({
    ...routeRow(row),
    startPlace,
    notes,
    loadCheckedAt,
    timeZone,
    currency,
    proof: { ...defaultProofPolicy, ...proof },
    driverStops: driverStops.map(driverStop),
  }))
}

function driverStop(json: Json): DriverStop {
  const { due, invoiced, scans, lines, shipmentPackages, ...stop } = json
  return {
    ...stop,
    ...stopOf(json),
    lines: lines.map((line) => ({
      ...line,
      barcodes: scans[line.id]?.barcodes ?? [],
      doNotHandOver: scans[line.id]?.unfit ?? null,
      invoiced: due === null ? null : invoicedLine(invoiced[line.id]),
    })),
    shipmentPackages: shipmentPackages.map((one) => packageOf(json.shipment.number, one)),
    cashDue: due === null ? null : formatAmount(due),
  }
}

const invoicedLine = (line: Json['invoiced'][string] | undefined): InvoicedLine | null =>
  line ? { ...line, tax: formatAmount(line.tax), total: formatAmount(line.total) } : null

/** The driver's own routes of these days, and all of theirs that are in progress. */
export const listDriverRoutes = (db: Db, driverId: string, from: string, to: string) =>
  routesWhere(db, driverId, sql`(r.date between ${from} and ${to} or r.status = 'IN_PROGRESS')`)

/** One of the driver's own routes; NOT_FOUND for another driver's. */
export async function getDriverRoute(db: Db, driverId: string, id: string): Promise<DriverRoute> {
  const [route] = await routesWhere(db, driverId, sql`r.id = ${id}`)
  if (!route) throw new Refusal('NOT_FOUND')
  return route
}
