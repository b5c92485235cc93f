import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import type { Work } from '#server/kernel/work.ts'

/**
 * Records that stock of an item was withdrawn from these orders, so that they don't get the same goods back. Call it last, after
 * everything else of the command is booked. The orders must be locked.
 */
export async function recordReleased(work: Work, orderIds: readonly string[], itemId: string): Promise<void> {
  await work.tx
    .insertInto('order_releases')
    .columns(['order_id', 'item_id', 'after_entry', 'after_move', 'at'])
    .expression(sql`select o.id, ${itemId}, coalesce((select max(id) from stock_entry where item_id = ${itemId}), 0),
      coalesce((select max(id) from sales_order_moves where order_id = o.id), 0), ${work.now}
    from unnest(${listOf([...new Set(orderIds)].toSorted())}) as o(id)`)
    .onConflict((oc) =>
      oc.columns(['order_id', 'item_id']).doUpdateSet((eb) => ({
        after_entry: eb.ref('excluded.after_entry'),
        after_move: eb.ref('excluded.after_move'),
        at: eb.ref('excluded.at'),
      })),
    )
    .execute()
}

/**
 * The items that were withdrawn from an order and are still blocked for it: none of them has arrived since, no lot of them was
 * released, and the order had no transition. The order must be locked.
 */
export async function releasedItems(work: Work, orderId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select r.item_id as id from order_releases r
    where r.order_id = ${orderId}
      and not exists (select 1 from sales_order_moves m where m.order_id = r.order_id and m.id > r.after_move)
      and not exists (select 1 from stock_entry e where e.item_id = r.item_id and e.id > r.after_entry and e.d_on_hand > 0)
      and not exists (select 1 from lots l join lot_changes c on c.lot_id = l.id
        where l.item_id = r.item_id and c.act = 'release' and c.at > r.at)`.execute(work.tx)
  return new Set(rows.map((row) => row.id))
}
