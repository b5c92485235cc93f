import { type RawBuilder, sql } from 'kysely'
import { openPurchases } from '#shared/purchasing/orders/purchase-transitions.ts'
import { startedCounts } from '#shared/inventory/counts/count-transitions.ts'
import { closedOrders } from '#shared/sales/orders/order-transitions.ts'
import { oneOf } from '#server/db/one-of.ts'
import { can } from '#shared/access/can.ts'
import type { ProductUse } from '#shared/inventory/products/product-list-api.ts'
import type { Db } from '#server/db/database.ts'
import type { Caller } from '#server/kernel/work.ts'

const maxShownPerKind = 20

/** Only open orders: closed ones don't commit stock any more. */
const orderIsOpen = sql`o.status not in ${oneOf(closedOrders)} and o.deleted_at is null`

/** Kits and open documents of a product, the newest of each kind first; only kinds that the user may see. */
export async function listUses(db: Db, caller: Caller, id: string): Promise<ProductUse[]> {
  const kinds: RawBuilder<unknown>[] = [
    sql`select 'kit' as kind, k.id, k.name, null as status, c.quantity, k.created_at as at
      from kit_components c join items k on k.id = c.kit_id where c.item_id = ${id} and k.deleted_at is null`,
    sql`select 'stockTransfer', t.id, t.number, t.status, sum(l.quantity), t.created_at
      from stock_transfer_lines l join stock_transfers t on t.id = l.transfer_id
      where l.item_id = ${id} and t.status = 'pending' group by t.id`,
    sql`select 'kitOrder', o.id, o.number, o.status, l.per_kit * o.quantity, o.created_at
      from kit_order_lines l join kit_orders o on o.id = l.order_id where l.item_id = ${id} and o.status = 'pending'`,
    sql`select 'stockCount', c.id, c.number, c.status, null, c.created_at from stock_counts c
      where c.status in ${oneOf(startedCounts)}
      and exists (select 1 from stock_count_lines l where l.count_id = c.id and l.item_id = ${id})`,
  ]
  if (can(caller, 'salesOrders.view'))
    kinds.push(sql`select 'salesOrder', o.id, o.number, o.status, sum(l.quantity), o.created_at
      from sales_order_lines l join sales_orders o on o.id = l.order_id
      where l.item_id = ${id} and ${orderIsOpen} group by o.id`)
  if (can(caller, 'purchaseOrders.view'))
    kinds.push(sql`select 'purchaseOrder', o.id, o.number, o.status, sum(l.quantity), o.created_at
      from purchase_order_lines l join purchase_orders o on o.id = l.order_id
      where l.item_id = ${id} and o.status in ${oneOf(openPurchases)}
      and o.deleted_at is null group by o.id`)
  const limited = kinds.map((one) => sql`(${one} order by 6 desc, 2 limit ${maxShownPerKind})`)
  const { rows } = await sql<ProductUse>`select kind, id, name, status, quantity::int from (
      ${sql.join(limited, sql` union all `)}) u(kind, id, name, status, quantity, at) order by kind, at desc, id`.execute(
    db,
  )
  return rows
}
