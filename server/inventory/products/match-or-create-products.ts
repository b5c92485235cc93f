import { sql } from 'kysely'
import { type MatchedRows, matchOrCreate, type ImportedRow } from '#server/kernel/match-or-create.ts'
import type { Work } from '#server/kernel/work.ts'
import { openStock, skuOf } from '#server/inventory/stock/new-products.ts'

export interface ImportedProduct extends ImportedRow {
  description: string
  packSize: number
  /** Ten-thousandths; price and cost of a new product. */
  price: number
  categoryId: string
  supplierId: string
  /** Its default location. */
  locationId: string
}

/** Finds or adds the products of an import: known ones are left unchanged, new ones are added without stock. */
export async function matchOrCreateProducts(work: Work, wanted: readonly ImportedProduct[]): Promise<MatchedRows> {
  const matches = sql`t.kind = 'product' and lower(t.name) = lower(w.name)`
  return matchOrCreate(work.tx, 'items', wanted, matches, async (rows) => {
    const made = JSON.stringify(rows.map((row) => ({ ...row, sku: skuOf(row.id) })))
    await work.tx
      .insertInto('items')
      .columns([
        'id',
        'kind',
        'sku',
        'name',
        'description',
        'category_id',
        'supplier_id',
        'location_id',
        'price',
        'cost',
        'pcs_per_case',
        'external_ref',
        'created_at',
        'updated_at',
      ])
      .expression(sql`select id, 'product', sku, name, description, "categoryId", "supplierId", "locationId", price, price, "packSize", ref,
        ${work.now}::timestamptz, ${work.now}::timestamptz
      from json_to_recordset(${made}) as r(id uuid, sku text, name text, description text, "categoryId" uuid,
        "supplierId" uuid, "locationId" uuid, price bigint, "packSize" int, ref text)`)
      .execute()
    await openStock(work, ...rows.map((row) => row.id))
  })
}
