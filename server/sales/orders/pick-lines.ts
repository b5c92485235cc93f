import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { PostalAddress } from '#shared/crm/partners/postal-address.ts'
import { compareNames } from '#shared/natural-order.ts'
import { type OrderStatus, unpacked } from '#shared/sales/orders/order-transitions.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { orderAddress } from '#server/kernel/document-addresses.ts'

export interface PickLine {
  itemId: string
  name: string
  sku: string
  location: string
  /** The item's zone in the location; null if none is stored. */
  zone: string | null
  lotId: string
  /** Null for items without lots. */
  lotNumber: string | null
  expiryDate: string | null
  quantity: number
}

/** An order to pick. */
export interface PickedOrder {
  id: string
  number: string
  status: OrderStatus
  customer: string
  reference: string | null
  requestedDate: string | null
  shipTo: PostalAddress
  deliveryNote: string | null
  hold: string | null
  lines: PickLine[]
}

const linesSql = sql`coalesce((select json_agg(json_build_object('itemId', i.id, 'name', i.name, 'sku', i.sku, 'location', p.name,
    'zone', z.name, 'lotId', t.id, 'lotNumber', case when t.id <> t.item_id then t.lot_number end, 'expiryDate', t.expiry_date,
    'quantity', k.quantity))
  from (select location_id, lot_id, sum(quantity)::int as quantity from commitment
      where source_id = o.id and state = 'open' group by 1, 2) k
  join lots t on t.id = k.lot_id join items i on i.id = t.item_id join locations p on p.id = k.location_id
  left join lateral (select x.name from zone_goods g join zones x on x.id = g.zone_id and x.deleted_at is null
    where g.location_id = k.location_id and g.item_id = i.id and (g.lot_id is null or g.lot_id = t.id)
    order by g.lot_id nulls last limit 1) z on true), '[]'::json)`

/** By location and zone, then by name; lines without a zone or expiry date come last. */
function byPlace(a: PickLine, b: PickLine): number {
  return (
    compareNames(a.location, b.location) ||
    Number(a.zone === null) - Number(b.zone === null) ||
    compareNames(a.zone ?? '', b.zone ?? '') ||
    compareNames(a.name, b.name) ||
    compareNames(a.expiryDate ?? '9999', b.expiryDate ?? '9999') ||
    compareNames(a.lotNumber ?? '', b.lotNumber ?? '') ||
    (a.lotId < b.lotId ? -1 : 1)
  )
}

/** The orders with their committed stock, in the given order. Throws NOT_FOUND, and NOT_READY if nothing is committed. */
export async function pickedOrders(db: Db | Tx, ids: readonly string[]): Promise<PickedOrder[]> {
  const { rows } = await sql<PickedOrder>`select o.id, o.number, o.status, a.name as customer, o.reference,
      o.requested_date as "requestedDate", ${orderAddress('ship')} as "shipTo", a.delivery_note as "deliveryNote",
      o.hold_reason as hold, ${linesSql} as lines
    from sales_orders o join accounts a on a.id = o.account_id
    where o.id = any(${ids}::uuid[]) and o.deleted_at is null`.execute(db)
  const found = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(ids.map((id) => id.toLowerCase()))].map((id) => {
    const order = found.get(id)
    if (!order) throw new Refusal('NOT_FOUND')
    if (order.lines.length === 0 || !unpacked.includes(order.status))
      throw new Refusal('NOT_READY', `${order.number} has nothing to pick: no stock is reserved for it.`)
    return { ...order, lines: order.lines.toSorted(byPlace) }
  })
}
