import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { v7 as newId } from 'uuid'
import type { DeliveryFailure, ShipmentMethod, ShipmentStatus } from '#shared/logistics/shipments/shipment-status.ts'
import { nextNumber } from '#server/kernel/numbers.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { momentSql } from '#server/db/moment.ts'

interface Parcel {
  lineId: string
  itemId: string
  locationId: string
  lotId: string
  quantity: number
}

/** Creates a shipment: the contents of the parcel by line and lot. */
export async function createShipment(
  work: Work,
  order: { id: string; rule: { expectedOn: string } },
  parcels: readonly Parcel[],
): Promise<void> {
  const id = newId()
  const number = await nextNumber(work, 'SH')
  await sql`with s as (
      insert into shipments (id, number, order_id, status, expected_date, created_at)
      values (${id}, ${number}, ${order.id}, 'READY_FOR_SHIPPING', ${order.rule.expectedOn}, ${work.now}))
    insert into shipment_lines (id, shipment_id, order_line_id, item_id, location_id, lot_id, quantity)
    select id, ${id}, line_id, item_id, location_id, lot_id, quantity
    from unnest(${listOf(parcels.map(() => newId()))}, ${parcels.map((one) => one.lineId)}::uuid[],
      ${parcels.map((one) => one.itemId)}::uuid[], ${parcels.map((one) => one.locationId)}::uuid[],
      ${parcels.map((one) => one.lotId)}::uuid[], ${parcels.map((one) => one.quantity)}::int[])
      as t(id, line_id, item_id, location_id, lot_id, quantity)`.execute(work.tx)
  work.locks.made('shipment', id)
  work.audit('shipment.created', 'shipment', id, { number, orderId: order.id })
  work.announce('shipping_updated', { shippingId: id })
}

export interface ShipmentChange {
  status?: ShipmentStatus
  method?: ShipmentMethod | null
  carrier?: string | null
  tracking_number?: string | null
  dispatched_at?: Date | null
  delivered_at?: Date | null
  received_by?: string | null
  failed_at?: Date | null
  failure_reason?: DeliveryFailure | null
  note?: string | null
}

/** Changes the shipment of an order; `again` counts another attempt. The order must be locked. */
export async function changeShipment(
  work: Work,
  orderId: string,
  change: ShipmentChange,
  again = false,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from shipments
    where order_id = ${orderId} and deleted_at is null order by created_at desc, id desc limit 1 for no key update`.execute(
    work.tx,
  )
  const [shipment] = rows
  if (!shipment) throw new Error(`Order ${orderId} has no shipping record`)
  work.locks.take('shipment', shipment.id)
  await work.tx
    .updateTable('shipments')
    .set((table) => ({
      ...change,
      version: table('version', '+', 1),
      attempt: table('attempt', '+', again ? 1 : 0),
      updated_at: work.now,
    }))
    .where('id', '=', shipment.id)
    .execute()
  work.audit('shipment.changed', 'shipment', shipment.id, { ...change })
  work.announce('shipping_updated', { shippingId: shipment.id })
}

/** Makes the same change to several shipments; their orders must be locked. */
export async function changeShipments(work: Work, ids: readonly string[], change: ShipmentChange): Promise<void> {
  const sorted = [...new Set(ids)].toSorted()
  if (sorted.length === 0) return
  work.locks.take('shipment', ...sorted)
  await sql`select 1 from shipments where id = any(${listOf(sorted)}) order by id for no key update`.execute(work.tx)
  await work.tx
    .updateTable('shipments')
    .set((table) => ({ ...change, version: table('version', '+', 1), updated_at: work.now }))
    .where('id', 'in', sorted)
    .execute()
  for (const id of sorted) {
    work.audit('shipment.changed', 'shipment', id, { ...change })
    work.announce('shipping_updated', { shippingId: id })
  }
}

/** Deletes an order's shipments. */
export async function deleteShipments(work: Work, orderId: string): Promise<void> {
  const rows = await work.tx
    .updateTable('shipments')
    .set({ deleted_at: momentSql, deleted_by: work.caller.userId, version: nextVersion })
    .where('order_id', '=', orderId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of rows) {
    work.locks.take('shipment', id)
    work.audit('shipment.deleted', 'shipment', id, { orderId })
    work.announce('shipping_updated', { shippingId: id })
  }
}
