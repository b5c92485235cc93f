import { sql } from 'kysely'
import { addDays } from '#shared/dates.ts'
import { hasExpired } from '#shared/inventory/stock/usable-lots.ts'
import type { Shelf, ShelfItem, ShelfList } from '#shared/portal/shelf-api.ts'
import { lotsLeft, topUpOf } from '#shared/portal/shelf-stock.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { utc } from '#server/db/timestamps.ts'
import { deliveredLotsOf, type Ordered, orderedItems } from './shelf-stock.ts'

interface Row extends Omit<Shelf, 'items'> {
  items: Omit<ShelfItem, 'onOrder' | 'topUp' | 'expiring'>[] | null
}

/** From the latest count with the item. */
const counted = sql`(select l.counted, c.counted_at from shelf_counts c join shelf_count_lines l on l.count_id = c.id
  where c.shelf_id = x.shelf_id and l.item_id = x.item_id order by c.counted_at desc, c.id desc limit 1)`

/** True if a count (c) has an active order. */
export const orderedFromCount = sql`(exists (select 1 from shelf_orders w join sales_orders o on o.id = w.order_id
    where w.count_id = c.id and o.status <> 'CANCELLED' and o.deleted_at is null)
  or exists (select 1 from shelf_orders w join requisitions r on r.id = w.requisition_id
    left join sales_orders o on o.id = r.order_id
    where w.count_id = c.id and (r.status = 'Waiting' or o.status <> 'CANCELLED' and o.deleted_at is null)))`

async function readShelves(db: Db | Tx, accountId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`select s.id, s.name, s.version,
      (select json_agg(json_build_object('product', json_build_object('id', i.id, 'name', i.name, 'sku', i.sku, 'barcode', i.barcode),
          'par', x.par, 'unit', x.unit, 'packSize', i.pcs_per_case, 'minimum', i.moq, 'counted', n.counted,
          'countedAt', ${utc(sql`n.counted_at`)}) order by x.position)
        from shelf_items x join items i on i.id = x.item_id left join lateral ${counted} n on true
        where x.shelf_id = s.id and i.deleted_at is null and i.kind in ('product', 'kit')) as items,
      case when c.id is not null then json_build_object('id', c.id, 'at', ${utc(sql`c.counted_at`)}, 'by', u.name) end as "lastCount",
      c.id is not null and ${orderedFromCount} as "isOrdered"
    from shelves s
    left join lateral (select * from shelf_counts c where c.shelf_id = s.id order by c.counted_at desc, c.id desc limit 1) c on true
    left join users u on u.id = c.counted_by
    where s.account_id = ${accountId} and s.removed_at is null order by lower(s.name), s.id`.execute(db)
  return rows
}

async function expiryDaysOf(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ days: number | null }>`select (content #>> '{inventory,nearExpiryDays}')::int as days
    from settings`.execute(db)
  return rows[0]?.days ?? 90
}

/** A customer's shelves, with what is missing and what expires soon. */
export async function listShelves(db: Db | Tx, accountId: string, today: string): Promise<ShelfList> {
  const shelves = await readShelves(db, accountId)
  const itemIds = [...new Set(shelves.flatMap(({ items }) => (items ?? []).map(({ product }) => product.id)))]
  const expiryDays = await expiryDaysOf(db)
  const ordered = await orderedItems(db, accountId, itemIds)
  const delivered = await deliveredLotsOf(db, accountId, itemIds)
  // Deliveries are shared by all of the customer's shelves.
  const there = new Map<string, number>()
  for (const { product, counted: pieces } of shelves.flatMap(({ items }) => items ?? []))
    if (pieces !== null) there.set(product.id, (there.get(product.id) ?? 0) + pieces)
  const tooLate = addDays(today, expiryDays + 1)
  const expiring = (itemId: string) =>
    lotsLeft(
      delivered.filter((lot) => lot.itemId === itemId),
      there.get(itemId) ?? 0,
    )
      .filter((lot) => hasExpired(lot, tooLate))
      .map(({ lotNumber, expiryDate, quantity }) => ({ lotNumber, expiryDate, quantity }))
  const data = shelves.map((shelf) => ({
    ...shelf,
    items: (shelf.items ?? []).map((item) => {
      const onOrder = onOrderOf(ordered, shelf.id, item)
      return {
        ...item,
        onOrder,
        topUp: item.counted === null ? null : topUpOf({ ...item, counted: item.counted, onOrder }),
        expiring: expiring(item.product.id),
      }
    }),
  }))
  return { data, expiryDays }
}

/** Ordered for this shelf or for none, and not delivered when it was counted. */
function onOrderOf(
  ordered: readonly Ordered[],
  shelfId: string,
  item: Row['items'] extends (infer I)[] | null ? I : never,
) {
  const missed = (at: string | null) => at === null || (item.countedAt !== null && at > item.countedAt)
  return ordered
    .filter((one) => one.itemId === item.product.id && (one.shelfId === null || one.shelfId === shelfId))
    .filter((one) => missed(one.arrivedAt))
    .reduce((sum, one) => sum + one.quantity, 0)
}
