import { sql } from 'kysely'
import { runningOut, type StockStatus } from '#shared/inventory/stock/stock-status.ts'
import type { Db } from '#server/db/database.ts'
import { oneOf } from '#server/db/one-of.ts'
import { availableSql, isOutdated } from '#server/kernel/usable-lots.ts'
import { statusOf, thresholdSql } from './product-rows.ts'

interface Row {
  products: number
  low: number
  out: number
  items: {
    id: string
    name: string
    sku: string
    available: number
    threshold: number
    stockStatus: StockStatus
  }[]
}

/**
 * Products that are low or out of stock: their number and the first `shown`, those with the least left first. One statement: it
 * finds them by the index on the stored status, and computes it anew only where a lot has expired since it was written.
 */
export async function getLowStock(db: Db, shown: number): Promise<Row> {
  const { rows } = await sql<Row>`
    with stock as materialized (
      select i.id, i.name, i.sku, s.available, s.threshold, s.status
      from (
        select t.item_id, t.on_hand - t.committed - t.unsellable as available, ${thresholdSql} as threshold, t.stock_status as status
        from item_stock t where t.stock_status in ${oneOf(runningOut)}
          and (select company_today()) between t.holds_from and t.holds_until
        union all
        select t.item_id, t.available, ${thresholdSql}, ${statusOf(sql`t.available`)}
        from (select t.item_id, t.low_at, ${availableSql} as available from item_stock t where ${isOutdated} offset 0) t) s
      join items i on i.id = s.item_id
      where s.status <> 'inStock' and i.kind = 'product' and i.deleted_at is null),
    first as (
      select * from stock order by status = 'outOfStock' desc, available, lower(name), id limit ${shown})
    select (select count(*) from items where kind = 'product' and deleted_at is null) as products,
      count(*) filter (where status = 'lowStock') as low, count(*) filter (where status = 'outOfStock') as out,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'sku', sku, 'available', available,
        'threshold', threshold, 'stockStatus', status)
        order by status = 'outOfStock' desc, available, lower(name), id), '[]') from first) as items
    from stock`.execute(db)
  return rows[0] ?? { products: 0, low: 0, out: 0, items: [] }
}
