import { sql } from 'kysely'
import type { StockStatus } from '#shared/inventory/stock/stock-status.ts'
import type { Db } from '#server/db/database.ts'
import { availableSql } from '#server/kernel/usable-lots.ts'
import { stockStatusSql, thresholdSql } from './product-rows.ts'

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

/** Products that run out: how many, and the first `shown` of them, those with the least left first. One statement. */
export async function getLowStock(db: Db, shown: number): Promise<Row> {
  const { rows } = await sql<Row>`
    with stock as materialized (
      select i.id, i.name, i.sku, ${availableSql} as available, ${thresholdSql} as threshold, ${stockStatusSql} as status
      from items i join item_stock t on t.item_id = i.id
      where i.kind = 'product' and i.deleted_at is null),
    first as (
      select * from stock where status <> 'inStock'
      order by status = 'outOfStock' desc, available, lower(name), id limit ${shown})
    select count(*) as products, count(*) filter (where status = 'lowStock') as low,
      count(*) filter (where status = 'outOfStock') as out,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'sku', sku, 'available', available,
        'threshold', threshold, 'stockStatus', status)
        order by status = 'outOfStock' desc, available, lower(name), id), '[]') from first) as items
    from stock`.execute(db)
  return rows[0] ?? { products: 0, low: 0, out: 0, items: [] }
}
