import { sql } from 'kysely'
import type { OrderPreview, StockEffect } from '#shared/sales/orders/order-preview-api.ts'
import type { Work } from '#server/kernel/work.ts'
import type { LockedOrder } from '#server/sales/orders/order-lock.ts'

interface Row extends Omit<StockEffect, 'onHand' | 'committed'> {
  onHand: number
  committed: number
  dOnHand: number
  dCommitted: number
}

/** The stock effects on an order since it was locked, by lot and location, from the ledger's entries. */
export async function stockEffectsOf(
  work: Work,
  order: LockedOrder,
  newOrders: readonly string[],
): Promise<StockEffect[]> {
  const { rows } = await sql<Row>`select json_build_object('id', i.id, 'name', i.name, 'sku', i.sku) as item,
      json_build_object('id', p.id, 'name', p.name) as location, t.id as "lotId", t.lot_number as "lotNumber",
      t.expiry_date as "expiryDate", b.on_hand as "onHand", b.committed,
      sum(e.d_on_hand)::int as "dOnHand", sum(e.d_committed)::int as "dCommitted"
    from stock_entry e join items i on i.id = e.item_id join locations p on p.id = e.location_id join lots t on t.id = e.lot_id
    join stock_balance b on (b.item_id, b.location_id, b.lot_id) = (e.item_id, e.location_id, e.lot_id)
    where e.source_type = 'sales_order' and (e.source_id = ${order.id} and e.cycle >= ${order.cycle}
        or e.source_id = any(${newOrders}::uuid[]))
    group by i.id, p.id, t.id, b.on_hand, b.committed
    having sum(e.d_on_hand) <> 0 or sum(e.d_committed) <> 0
    order by i.name, i.id, t.expiry_date nulls last, p.name, p.id, t.id`.execute(work.tx)
  return rows.map(({ onHand, committed, dOnHand, dCommitted, ...row }) => ({
    ...row,
    onHand: { before: onHand - dOnHand, after: onHand },
    committed: { before: committed - dCommitted, after: committed },
  }))
}

/** The missing pieces of an order: its lines less what is committed to them. */
export async function missingOf(work: Work, orderId: string): Promise<OrderPreview['missing']> {
  const { rows } = await sql<{
    item: string
    pieces: number
  }>`select i.name as item, sum(l.quantity - coalesce(k.held, 0))::int as pieces
    from sales_order_lines l join items i on i.id = l.item_id
    left join lateral (select sum(quantity) as held from commitment k
      where k.source_id = l.order_id and k.source_line_id = l.id and k.state = 'open') k on true
    where l.order_id = ${orderId} group by i.id having sum(l.quantity - coalesce(k.held, 0)) > 0
    order by i.name, i.id`.execute(work.tx)
  return rows
}
