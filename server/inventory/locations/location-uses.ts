import { sql } from 'kysely'
import { openCounts } from '#shared/inventory/counts/count-transitions.ts'
import { openPurchases } from '#shared/purchasing/orders/purchase-transitions.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Tx } from '#server/db/database.ts'
import { type Used, usedBy } from '#server/inventory/stock/named-records.ts'

const are = (count: number, one: string, many = `${one}s`) => (count === 1 ? `1 ${one} is` : `${count} ${many} are`)

/** All that keeps a location from being deleted: goods, whose home it is, and every document that is not over. */
export const usesOfLocation = (id: string): readonly ((tx: Tx) => Promise<Used | null>)[] => [
  (tx) =>
    usedBy(
      tx,
      sql`select i.kind, i.id, i.name from items i where i.location_id = ${id} and i.deleted_at is null`,
      (count) =>
        count === 1 ? 'This is the default location of 1 item.' : `This is the default location of ${count} items.`,
    ),
  (tx) =>
    usedBy(
      tx,
      sql`select i.kind, i.id, i.name || ': ' || sum(b.on_hand) as name
        from stock_balance b join items i on i.id = b.item_id
        where b.location_id = ${id} and b.on_hand > 0 group by i.id, i.kind, i.name`,
      (count) => `There is stock in this location: ${count} ${count === 1 ? 'item' : 'items'}.`,
    ),
  (tx) =>
    usedBy(
      tx,
      sql`select 'stockTransfer' as kind, t.id, t.number as name from stock_transfers t
        where (t.source_id = ${id} or t.destination_id = ${id}) and t.status = 'pending' and t.deleted_at is null`,
      (count) => `${are(count, 'stock transfer')} pending from or to here.`,
    ),
  (tx) =>
    usedBy(
      tx,
      sql`select 'kitOrder' as kind, k.id, k.number as name from kit_orders k
        where k.location_id = ${id} and k.status = 'pending' and k.deleted_at is null`,
      (count) => `${are(count, 'kit order')} pending here.`,
    ),
  (tx) =>
    usedBy(
      tx,
      sql`select 'purchaseOrder' as kind, o.id, o.number as name from purchase_orders o
        where o.location_id = ${id} and o.status in ${oneOf(openPurchases)}
          and o.deleted_at is null`,
      (count) => `${are(count, 'purchase order')} to be received here.`,
    ),
  (tx) =>
    usedBy(
      tx,
      sql`select 'stockCount' as kind, c.id, c.number as name from stock_counts c
        where c.location_id = ${id} and c.status in ${oneOf(openCounts)}`,
      (count) => `${are(count, 'count')} open here.`,
    ),
]
