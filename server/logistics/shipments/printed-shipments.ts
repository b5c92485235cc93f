import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Package, ShipmentLine } from '#shared/logistics/shipments/shipment.ts'
import { kilograms } from '#shared/logistics/shipments/packages.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { shipToSql } from '#server/kernel/document-addresses.ts'
import { gramsSql, lastStopSql } from './shipment-rows.ts'
import { linesSql, type PackageJson, packageOf, packagesSql } from './shipment-view.ts'

/** The data on a shipment's documents and labels. */
export interface PrintedShipment {
  id: string
  number: string
  order: string
  reference: string | null
  customer: string
  /** "Dock 3" */
  addressName: string | null
  address: string | null
  country: string | null
  phone: string | null
  deliveryNote: string | null
  instruction: string | null
  expectedDate: string | null
  carrier: string | null
  trackingNumber: string | null
  route: string | null
  weight: string
  lines: ShipmentLine[]
  packages: Package[]
}

type Row = Omit<PrintedShipment, 'weight' | 'packages'> & { grams: number; packages: PackageJson[] }

/** These shipments with lots and packages, in the given order. Throws NOT_FOUND if one doesn't exist. */
export async function printedShipments(db: Db | Tx, ids: readonly string[]): Promise<PrintedShipment[]> {
  const { rows } = await sql<Row>`select s.id, s.number, o.number as order, o.reference, a.name as customer,
      d.name as "addressName", d.address, d.country, a.phone, a.delivery_note as "deliveryNote", s.instruction,
      s.expected_date as "expectedDate", s.carrier, s.tracking_number as "trackingNumber",
      (select r.number from routes r where r.id = p.route_id) as route,
      ${gramsSql} as grams, ${linesSql} as lines, ${packagesSql} as packages
    from shipments s join sales_orders o on o.id = s.order_id join accounts a on a.id = o.account_id
    left join lateral ${shipToSql} d on true left join lateral ${lastStopSql} p on true
    where s.id = any(${ids}::uuid[]) and s.deleted_at is null`.execute(db)
  const found = new Map(
    rows.map(({ grams, packages, ...row }) => [
      row.id,
      { ...row, weight: kilograms(grams), packages: packages.map((one) => packageOf(row.number, one)) },
    ]),
  )
  return ids.map((id) => {
    const shipment = found.get(id.toLowerCase())
    if (!shipment) throw new Refusal('NOT_FOUND')
    return shipment
  })
}
