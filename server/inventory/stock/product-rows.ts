import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { Refusal } from '#shared/http/refusal.ts'
import { formatDecimal, formatPrice } from '#shared/money.ts'
import type { Product, ProductRow } from '#shared/inventory/stock/product.ts'
import type { StockStatus } from '#shared/inventory/stock/stock-status.ts'
import { attributeValuesSql } from './attribute-values.ts'
import { piecesInTransit } from '#server/kernel/expected-goods.ts'
import * as json from '#server/db/json-text.ts'
import { selection } from '#server/db/selection.ts'
import { utc } from '#server/db/timestamps.ts'
import type { WrittenRow } from '#server/db/written-page.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { flat } from '#server/db/flat-sql.ts'
import { availableOf, availableSql, isBlocked, isOutdated, isUnfit } from '#server/kernel/usable-lots.ts'
import { companyToday } from '#server/kernel/company-day.ts'

/** The quantity at which an item is low: its reorder point, or else the company's threshold. Set by the database. */
export const thresholdSql = sql`t.low_at`

/** `stockStatusOf` of shared/ in SQL, for an item `t`. */
export const statusOf = (available: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${available} <= 0 then 'outOfStock' when ${available} <= t.low_at then 'lowStock' else 'inStock' end`
export const stockStatusSql = statusOf(availableSql)

/**
 * A condition that item `t` has the status. The few items whose lots have expired since the column was written are looked up
 * first; all others are found by the column's index.
 */
export async function hasStockStatus(db: Db | Tx, status: StockStatus): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ id: string; status: StockStatus; column: StockStatus }>`select * from (
      select t.item_id as id, t.stock_status as column, ${stockStatusSql} as status from item_stock t where ${isOutdated}) x
    where status <> x.column and ${status} in (status, x.column)`.execute(db)
  const inColumn = sql`t.stock_status = ${sql.lit(status)}`
  if (rows.length === 0) return inColumn
  const others = rows.filter((row) => row.column === status).map(({ id }) => id)
  const more = rows.filter((row) => row.status === status).map(({ id }) => id)
  return sql`(${inColumn} and t.item_id not in (select unnest(${others}::uuid[])) or t.item_id = any(${more}::uuid[]))`
}

/** Uncommitted pieces of item `i` that can't be committed. Only lots are blocked or expire. */
const unfitSql = sql`case when i.lot_controlled then (select json_build_object(
    'blocked', coalesce(sum(b.on_hand - b.committed) filter (where ${isBlocked('lot')}), 0),
    'expired', coalesce(sum(b.on_hand - b.committed) filter (where not (${isBlocked('lot')})), 0))
  from stock_balance b join lots lot on lot.id = b.lot_id
  where b.item_id = i.id and b.on_hand > b.committed and ${isUnfit('lot', companyToday)}) end`

export const productFrom = sql`items i join item_stock t on t.item_id = i.id
  left join categories c on c.id = i.category_id left join suppliers s on s.id = i.supplier_id
  left join locations l on l.id = i.location_id`

/** The row of item `i`, for lists and the top of the product's page. */
const productJson = json.object<ProductRow>({
  id: json.plainText(sql`i.id`),
  sku: json.anyText(sql`i.sku`),
  name: json.anyText(sql`i.name`),
  category: json.anyText(sql`coalesce(c.name, '')`),
  supplier: json.object<ProductRow['supplier']>({
    id: json.plainText(sql`coalesce(s.id::text, '')`),
    name: json.anyText(sql`coalesce(s.name, '')`),
  }),
  warehouse: json.object<ProductRow['warehouse']>({
    id: json.plainText(sql`coalesce(l.id::text, '')`),
    name: json.anyText(sql`coalesce(l.name, '')`),
    type: json.plainText(sql`coalesce(l.type, 'Warehouse')`),
  }),
  cost: json.price(sql`i.cost`),
  price: json.price(sql`i.price`),
  priceTiers: json.object<ProductRow['priceTiers']>({
    retail: json.price(sql`i.price_retail`),
    wholesale: json.price(sql`i.price_wholesale`),
    distributor: json.price(sql`i.price_distributor`),
    highVolume: json.price(sql`i.price_high_volume`),
  }),
  onHand: json.number(sql`t.on_hand`),
  committed: json.number(sql`t.committed`),
  available: json.number(availableSql),
  unfit: sql<string>`coalesce((${unfitSql})::text, '{"blocked":0,"expired":0}')`,
  stockStatus: json.plainText(stockStatusSql),
  lotControlled: json.truth(sql`i.lot_controlled`),
  barcode: json.anyText(sql`i.barcode`),
  coldChain: json.truth(sql`i.cold_chain`),
  controlled: json.truth(sql`i.controlled`),
  reorderPoint: json.number(sql`i.reorder_point`),
  supplierCode: json.anyText(sql`i.supplier_code`),
  leadTimeDays: json.number(sql`i.lead_time_days`),
  moq: json.number(sql`i.moq`),
  pcsPerCase: json.number(sql`i.pcs_per_case`),
  cover: json.plainText(sql`(select g.id from product_images g where g.item_id = i.id and g.removed_at is null
    order by g.position limit 1)`),
  updatedAt: json.moment(sql`i.updated_at`),
})

export const productColumns = selection<WrittenRow, { i: 'items' }>({ id: 'i.id', json: productJson })

/** The stock of item `i` by location and lot. */
export const stockPlacesSql = sql`coalesce((select json_agg(
    json_build_object('location', json_build_object('id', p.id, 'name', p.name, 'type', p.type),
      'consignee', (select a.name from accounts a where a.id = p.consignee_id),
      'lotId', lot.id, 'lotNumber', lot.lot_number, 'lotStatus', lot.status, 'expiryDate', lot.expiry_date,
      'onHand', b.on_hand, 'committed', b.committed, 'available', ${availableOf('b', 'lot')},
      'inTransit', ${piecesInTransit('b')})
    order by lot.expiry_date nulls last, p.name, lot.lot_number)
  from stock_balance b join locations p on p.id = b.location_id join lots lot on lot.id = b.lot_id
  where b.item_id = i.id and b.on_hand > 0), '[]')`

export const productRow = (row: WrittenRow): ProductRow => JSON.parse(row.json)

interface FullSqlRow extends WrittenRow {
  cost: number
  description: string
  cases_per_bale: number | null
  size: string | null
  color: string | null
  weight_grams: number | null
  note: string | null
  images: Product['images']
  created_at: string
  version: number
  entries: number
  last_audit: Product['lastAudit']
  bill: z.output<typeof Product>['billOfMaterials']
  stock: z.output<typeof Product>['stock']
  attributes: z.output<typeof Product>['attributes']
}

const productSelect = flat(sql`select ${productColumns}, i.cost, i.description, i.cases_per_bale, i.size, i.color,
      i.weight_grams, i.note, i.created_at,
      i.version, t.entries, ${attributeValuesSql} as attributes,
      (select json_build_object('number', a.number, 'at', ${utc(sql`a.at`)}, 'by', u.name)
        from stock_adjustments a left join users u on u.id = a.actor_id
        where a.item_id = i.id and a.kind = 'audit' order by a.at desc limit 1) as last_audit,
      coalesce((select json_agg(json_build_object('id', g.id, 'fileName', g.file_name, 'alt', g.alt, 'width', g.width, 'height', g.height)
        order by g.position, g.id) from product_images g where g.item_id = i.id and g.removed_at is null), '[]') as images,
      coalesce((select json_agg(json_build_object('rawMaterialId', r.id, 'name', r.name, 'quantity', b.quantity) order by r.name)
        from bill_of_materials b join items r on r.id = b.raw_material_id where b.product_id = i.id), '[]') as bill,
      ${stockPlacesSql} as stock
    from ${productFrom}`)

/** One product with its bill of materials and its stock by place and lot, in one statement. Throws NOT_FOUND. */
export async function getProduct(db: Db, id: string): Promise<Product> {
  const [product] = await productsWhere(db, sql`i.id = ${id}`)
  if (!product) throw new Refusal('NOT_FOUND')
  return product
}

/** The same for all products that match. */
export async function productsWhere(db: Db, where: RawBuilder<unknown>): Promise<Product[]> {
  const { rows } =
    await sql<FullSqlRow>`${productSelect} where ${where} and i.kind = 'product' and i.deleted_at is null`.execute(db)
  return rows.map((row) => {
    const shown = productRow(row)
    return {
      ...shown,
      description: row.description,
      cost: formatPrice(row.cost),
      casesPerBale: row.cases_per_bale,
      details: {
        size: row.size,
        color: row.color,
        weight: row.weight_grams === null ? null : formatDecimal(row.weight_grams, 3, 0),
        note: row.note,
      },
      images: row.images,
      billOfMaterials: row.bill,
      attributes: row.attributes,
      quantity: shown.onHand,
      stock: row.stock,
      position: row.entries,
      lastAudit: row.last_audit,
      createdAt: row.created_at,
      version: row.version,
    }
  })
}
