import { sql } from 'kysely'
import type { Work } from '#server/kernel/work.ts'

/** A shipment that was delivered before the company used Wardstock. */
export interface HistoricalShipment {
  id: string
  number: string
  /** The order's reference and its own: one delivery note may cover two orders. */
  ref: string
  /** The delivery note's number, shown as the tracking number. */
  note: string
  orderId: string
  carrier: string | null
  /** YYYY-MM-DD. */
  expected: string
  /** RFC 3339. */
  deliveredAt: string
  /** Grams and minor units; null if unknown. */
  weight: number | null
  freight: number | null
}

export interface HistoricalParcel {
  id: string
  shipmentId: string
  orderLineId: string
  itemId: string
  locationId: string
  lotId: string
  quantity: number
}

/** Locks the shipments that an earlier import created: reference → id. */
export async function lockHistoricalShipments(work: Work, refs: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; ref: string }>`select id, external_ref as ref from shipments
    where external_ref = any(${refs}) order by id for no key update`.execute(work.tx)
  work.locks.take('shipment', ...rows.map((row) => row.id))
  return new Map(rows.map(({ ref, id }) => [ref, id]))
}

/** Inserts DELIVERED shipments. */
export async function addHistoricalShipments(work: Work, shipments: readonly HistoricalShipment[]): Promise<void> {
  const [first] = shipments
  if (!first) return
  await work.tx
    .insertInto('shipments')
    .columns([
      'id',
      'number',
      'order_id',
      'status',
      'method',
      'carrier',
      'tracking_number',
      'expected_date',
      'delivered_at',
      'weight_grams',
      'freight',
      'external_ref',
      'created_at',
      'updated_at',
    ])
    .expression(sql`select id, number, "orderId", 'DELIVERED', 'carrier', carrier, note, expected, "deliveredAt", weight, freight, ref,
      "deliveredAt", ${work.now}
    from json_to_recordset(${JSON.stringify(shipments)}) as s(id uuid, number text, ref text, note text, "orderId" uuid,
      carrier text, expected date, "deliveredAt" timestamptz, weight bigint, freight bigint)`)
    .execute()
  work.announce('shipping_updated', { shippingId: first.id })
}

/** Adds details that are known now to shipments from lockHistoricalShipments. */
export async function extendHistoricalShipments(
  work: Work,
  additions: readonly { id: string; deliveredAt: string; weight: number | null; freight: number | null }[],
): Promise<void> {
  if (additions.length === 0) return
  await work.tx
    .updateTable('shipments as s')
    .from(
      sql<{
        id: string
        deliveredAt: string
        weight: number
        freight: number
      }>`json_to_recordset(${JSON.stringify(additions)})`.as<'a'>(
        sql`a(id uuid, "deliveredAt" timestamptz, weight bigint, freight bigint)`,
      ),
    )
    .set({
      delivered_at: sql<string>`greatest(s.delivered_at, a."deliveredAt")`,
      version: sql<number>`s.version + 1`,
      weight_grams: sql<number>`case when a.weight is null then s.weight_grams else coalesce(s.weight_grams, 0) + a.weight end`,
      freight: sql<number>`case when a.freight is null then s.freight else coalesce(s.freight, 0) + a.freight end`,
      updated_at: work.now,
    })
    .whereRef('s.id', '=', 'a.id')
    .execute()
  for (const { id } of additions) work.announce('shipping_updated', { shippingId: id })
}

/** The lines of each shipment; all goods were accepted. */
export async function addHistoricalParcels(work: Work, parcels: readonly HistoricalParcel[]): Promise<void> {
  await sql`with p as (
      insert into shipment_lines (id, shipment_id, order_line_id, item_id, location_id, lot_id, quantity)
      select id, "shipmentId", "orderLineId", "itemId", "locationId", "lotId", quantity
      from json_to_recordset(${JSON.stringify(parcels)}) as n(id uuid, "shipmentId" uuid, "orderLineId" uuid, "itemId" uuid,
        "locationId" uuid, "lotId" uuid, quantity int) returning id, quantity)
    insert into delivered_lines (shipment_line_id, delivered) select id, quantity from p`.execute(work.tx)
}
