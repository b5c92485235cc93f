import { sql } from 'kysely'
import { oneOf } from '#server/db/one-of.ts'
import { receivedOrders } from '#shared/sales/orders/order-transitions.ts'
import { arrivedReturns } from '#shared/sales/returns/return-transitions.ts'
import type { DeliveredLot } from '#shared/portal/shelf-stock.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { utc } from '#server/db/timestamps.ts'
import { isShipmentOf } from '#server/kernel/shipped-goods.ts'
import { openOrderStatuses } from './portal-order-status.ts'

/** Pieces of an item that a customer has ordered. */
export interface Ordered {
  itemId: string
  /** The shelf whose count they were ordered from; null: any. */
  shelfId: string | null
  quantity: number
  /** When they arrived; null if they have not. */
  arrivedAt: string | null
}

/** Consignment stock that was used was there before, and is gone. */
const isDelivered = sql`not exists (select 1 from consignment_counts used where used.order_id = o.id)`

/** Days of deliveries that a count on a phone may not have seen. */
const arrivedWithinDays = 15

/** What a customer has ordered or requested of these items, and what has arrived lately. */
export async function orderedItems(db: Db | Tx, accountId: string, itemIds: readonly string[]): Promise<Ordered[]> {
  const { rows } = await sql<Ordered>`select l.item_id as "itemId", coalesce(s.shelf_id, q.shelf_id) as "shelfId",
      sum(l.quantity)::int as quantity, ${utc(sql`p.at`)} as "arrivedAt"
    from sales_orders o join sales_order_lines l on l.order_id = o.id
    left join lateral (select max(p.delivered_at) as at from shipments p
      where p.order_id = o.id and p.deleted_at is null) p on true
    left join shelf_orders s on s.order_id in (o.id, o.parent_id)
    left join (requisitions r join shelf_orders q on q.requisition_id = r.id) on r.order_id in (o.id, o.parent_id)
    where o.account_id = ${accountId} and o.deleted_at is null and ${isDelivered} and l.item_id = any(${itemIds}::uuid[])
      and (o.status in ${oneOf(openOrderStatuses)}
        or o.status in ${oneOf(receivedOrders)} and p.at > moment() - make_interval(days => ${arrivedWithinDays}))
    group by l.item_id, coalesce(s.shelf_id, q.shelf_id), p.at
    union all
    select i.id, s.shelf_id, sum((l->>'quantity')::int)::int, null
    from requisitions r cross join jsonb_array_elements(r.lines) l join items i on i.id = (l->>'productId')::uuid
    left join shelf_orders s on s.requisition_id = r.id
    where r.account_id = ${accountId} and r.status = 'Waiting' and i.id = any(${itemIds}::uuid[])
    group by 1, 2`.execute(db)
  return rows
}

/** Lots of these items that were delivered to a customer, less returns. */
export async function deliveredLotsOf(
  db: Db | Tx,
  accountId: string,
  itemIds: readonly string[],
): Promise<(DeliveredLot & { itemId: string })[]> {
  const { rows } = await sql<DeliveredLot & { itemId: string }>`
    select t.item_id as "itemId", t.lot_number as "lotNumber", t.expiry_date as "expiryDate", sum(x.quantity)::int as quantity
    from (
      select e.lot_id, -e.d_on_hand as quantity from sales_orders o
        join stock_entry e on ${isShipmentOf('e', sql`o.id`)}
        where o.account_id = ${accountId} and o.status in ${oneOf(receivedOrders)} and o.deleted_at is null and ${isDelivered}
          and e.item_id = any(${itemIds}::uuid[])
      union all
      select l.lot_id, -coalesce(l.received, 0) from sales_returns r join sales_return_lines l on l.return_id = r.id
        join sales_orders o on o.id = r.order_id
        where r.account_id = ${accountId} and (r.status = 'Completed' or r.status in ${oneOf(arrivedReturns)})
          and o.status in ${oneOf(receivedOrders)} and l.item_id = any(${itemIds}::uuid[])
      union all
      select b.lot_id, -b.quantity from recall_returns b join lots t on t.id = b.lot_id
        where b.account_id = ${accountId} and t.item_id = any(${itemIds}::uuid[])) x
    join lots t on t.id = x.lot_id
    where t.id <> t.item_id group by t.id having sum(x.quantity) > 0`.execute(db)
  return rows
}
