import { sql } from 'kysely'
import type { FoundProduct } from '#shared/portal/shelf-products-api.ts'
import type { Db } from '#server/db/database.ts'

/** Two matches already show that a name is ambiguous; more aren't needed. */
const maxOfName = 3

/** The products for each name, by SKU before barcode before name; each of the three has its index. */
export async function findShelfProducts(db: Db, names: readonly string[]): Promise<FoundProduct[][]> {
  const { rows } = await sql<FoundProduct & { at: number; rank: number }>`
    select w.at::int, f.rank, f.id, f.name, f.sku, f.pcs_per_case as "packSize"
    from unnest(${names.map((name) => name.toLowerCase())}::text[]) with ordinality as w(name, at)
    cross join lateral (
      (select 1 as rank, i.* from items i where lower(i.sku) = w.name and i.deleted_at is null)
      union all
      (select 2, i.* from items i where lower(i.barcode) = w.name and i.deleted_at is null limit ${maxOfName})
      union all
      (select 3, i.* from items i where i.kind in ('product', 'kit') and lower(i.name) = w.name and i.deleted_at is null
        limit ${maxOfName})
    ) f where f.kind in ('product', 'kit') order by w.at, f.rank, lower(f.name), f.id`.execute(db)
  const byName = Map.groupBy(rows, ({ at }) => at)
  return names.map((_, index) => {
    const all = byName.get(index + 1) ?? []
    return all
      .filter(({ rank }) => rank === all[0]?.rank)
      .map(({ id, name, sku, packSize }) => ({ id, name, sku, packSize }))
  })
}
