import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { droppedReturns } from '#shared/sales/returns/return-transitions.ts'
import type { Returnable } from '#shared/sales/returns/api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { isShipmentOf } from '#server/kernel/shipped-goods.ts'

export interface DeliveredLot {
  orderLineId: string
  itemId: string
  lotId: string
  lotNumber: string
  delivered: number
  returnable: number
  /** The most that the customer can still have of the lot, from all their orders; null if no recall took any back. */
  most: number | null
}

/** Shipped pieces of an order by line and lot, from the ledger, which includes imported orders. */
const shipped = (orderId: RawBuilder<unknown>) => sql`select e.source_line_id as line_id, e.item_id, e.lot_id,
    -sum(e.d_on_hand)::int as quantity
  from stock_entry e where ${isShipmentOf('e', orderId)}
  group by 1, 2, 3 having sum(e.d_on_hand) < 0`

/** Pieces of a line's lot that were returned or are expected: the received quantity, or else the requested one. */
const comingBack = sql`select l.order_line_id, l.lot_id, sum(coalesce(l.received, l.quantity))::int as quantity
  from sales_return_lines l join sales_returns r on r.id = l.return_id
  where r.status <> all(${[...droppedReturns]}::text[])`

/** What can still be returned of a delivered order, by line and lot. */
export async function deliveredLots(db: Db | Tx, orderId: string): Promise<DeliveredLot[]> {
  const { rows } = await sql<DeliveredLot>`
    with shipped as (${shipped(sql`${orderId}::uuid`)}),
    back as (${comingBack} and r.order_id = ${orderId} group by 1, 2),
    -- a recall books what comes back by customer and lot, not by order
    recalled as (select c.lot_id, c.account_id, sum(c.quantity) as quantity from recall_returns c
      where c.account_id = (select account_id from sales_orders where id = ${orderId})
        and c.lot_id in (select lot_id from shipped) group by 1, 2),
    most as (select c.lot_id, greatest(0, (select -coalesce(sum(e.d_on_hand), 0) from stock_entry e
          join sales_orders o on ${isShipmentOf('e', sql`o.id`)} where e.lot_id = c.lot_id and o.account_id = c.account_id)
        - c.quantity - coalesce((select sum(coming.quantity) from (${comingBack} and r.account_id = c.account_id
          and l.lot_id = c.lot_id group by 1, 2) coming), 0))::int as quantity from recalled c)
    select s.line_id as "orderLineId", s.item_id as "itemId", s.lot_id as "lotId", lot.lot_number as "lotNumber",
      s.quantity as delivered, greatest(0, least(s.quantity - coalesce(b.quantity, 0), m.quantity))::int as returnable,
      m.quantity as most
    from shipped s join lots lot on lot.id = s.lot_id join sales_order_lines l on l.id = s.line_id
    left join back b on b.order_line_id = s.line_id and b.lot_id = s.lot_id
    left join most m on m.lot_id = s.lot_id
    order by l.position, lot.expiry_date, lot.lot_number`.execute(db)
  return rows
}

/** The same with names, for the form. Throws NOT_FOUND. */
export async function listReturnable(db: Db, orderId: string): Promise<Returnable> {
  const { rows } = await sql<{
    number: string
    status: string
    account: { id: string; name: string }
    names: Record<string, { name: string; sku: string; isDeleted: boolean }> | null
    lots: Record<string, string | null> | null
  }>`select o.number, o.status, json_build_object('id', a.id, 'name', a.name) as account,
      (select json_object_agg(i.id, json_build_object('name', i.name, 'sku', i.sku, 'isDeleted', i.deleted_at is not null)) from items i
        where i.id in (select l.item_id from sales_order_lines l where l.order_id = o.id)) as names,
      (select json_object_agg(t.id, t.expiry_date) from lots t where t.id in (
        select e.lot_id from stock_entry e where e.source_type in ('sales_order', 'import') and e.source_id = o.id
          and e.effect = 'SHIP')) as lots
    from sales_orders o join accounts a on a.id = o.account_id where o.id = ${orderId} and o.deleted_at is null`.execute(
    db,
  )
  const [order] = rows
  if (!order) throw new Refusal('NOT_FOUND')
  const canReturn = order.status === 'DELIVERED' || order.status === 'FAILED_DELIVERY'
  const lots = canReturn ? await deliveredLots(db, orderId) : []
  return {
    order: { id: orderId, number: order.number },
    account: order.account,
    isWhole: order.status === 'FAILED_DELIVERY',
    lines: lots.map(({ orderLineId, itemId, lotId, lotNumber, delivered, returnable }) => ({
      orderLineId,
      product: { id: itemId, name: order.names?.[itemId]?.name ?? '', sku: order.names?.[itemId]?.sku ?? '' },
      lot: { id: lotId, number: lotNumber, expiryDate: order.lots?.[lotId] ?? null, isNone: lotId === itemId },
      delivered,
      returnable,
      isProductDeleted: order.names?.[itemId]?.isDeleted ?? false,
    })),
  }
}
