import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { Refusal } from '#shared/http/refusal.ts'
import { formatDecimal, formatPrice } from '#shared/money.ts'
import type { Product, ProductRow } from '#shared/inventory/stock/product.ts'
import type { StockStatus } from '#shared/inventory/stock/stock-status.ts'
import { attributeValuesSql } from './attribute-values.ts'
import { selection } from '#server/db/selection.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { availableSql, isBlocked, isOutdated, isUnfit } from '#server/kernel/usable-lots.ts'
import { companyToday } from '#server/kernel/company-day.ts'

/** At how many free pieces an item is low: its own reorder point, or else the company's threshold. Kept by the database. */
export const thresholdSql = sql`t.low_at`

/** `stockStatusOf` of shared/ in SQL, for an item `t`. */
export const statusOf = (available: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${available} <= 0 then 'outOfStock' when ${available} <= t.low_at then 'lowStock' else 'inStock' end`
export const stockStatusSql = statusOf(availableSql)

/**
 * Condition on the item `t`: it has that status. The few items whose lots have expired since their column was written are looked up
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

/** What of the item `i` is neither reserved nor can be promised. Only lots are blocked or expire. */
const unfitSql = sql`case when i.lot_controlled then (select json_build_object(
    'blocked', coalesce(sum(b.on_hand - b.committed) filter (where ${isBlocked('lot')}), 0),
    'expired', coalesce(sum(b.on_hand - b.committed) filter (where not (${isBlocked('lot')})), 0))
  from stock_balance b join lots lot on lot.id = b.lot_id
  where b.item_id = i.id and b.on_hand > b.committed and ${isUnfit('lot', companyToday)}) end`

export const productFrom = sql`items i join item_stock t on t.item_id = i.id
  left join categories c on c.id = i.category_id left join suppliers s on s.id = i.supplier_id
  left join locations l on l.id = i.location_id`

export const productColumns = selection<
  ProductSqlRow,
  { c: 'categories'; s: 'suppliers'; l: 'locations'; t: 'item_stock'; i: 'items' }
>({
  id: 'i.id',
  sku: 'i.sku',
  name: 'i.name',
  category: 'c.name',
  supplier_id: 's.id',
  supplier_name: 's.name',
  location_id: 'l.id',
  location_name: 'l.name',
  location_type: 'l.type',
  price: 'i.price',
  price_retail: 'i.price_retail',
  price_wholesale: 'i.price_wholesale',
  price_distributor: 'i.price_distributor',
  price_high_volume: 'i.price_high_volume',
  cost: 'i.cost',
  on_hand: 't.on_hand',
  committed: 't.committed',
  available: availableSql,
  unfit: unfitSql,
  stock_status: stockStatusSql,
  lot_controlled: 'i.lot_controlled',
  barcode: 'i.barcode',
  cold_chain: 'i.cold_chain',
  controlled: 'i.controlled',
  reorder_point: 'i.reorder_point',
  supplier_code: 'i.supplier_code',
  lead_time_days: 'i.lead_time_days',
  moq: 'i.moq',
  pcs_per_case: 'i.pcs_per_case',
  cover: sql`(select g.id from product_images g where g.item_id = i.id and g.removed_at is null
    order by g.position limit 1)`,
  updated_at: 'i.updated_at',
})

/** Where the item `i` stands, by place and lot. */
export const stockPlacesSql = sql`coalesce((select json_agg(
    json_build_object('location', json_build_object('id', p.id, 'name', p.name, 'type', p.type),
      'lotId', lot.id, 'lotNumber', lot.lot_number, 'lotStatus', lot.status, 'expiryDate', lot.expiry_date,
      'onHand', b.on_hand, 'committed', b.committed, 'available', b.on_hand - b.committed)
    order by lot.expiry_date nulls last, p.name, lot.lot_number)
  from stock_balance b join locations p on p.id = b.location_id join lots lot on lot.id = b.lot_id
  where b.item_id = i.id and b.on_hand > 0), '[]')`

export interface ProductSqlRow {
  id: string
  sku: string
  name: string
  category: string | null
  supplier_id: string | null
  supplier_name: string | null
  location_id: string | null
  location_name: string | null
  location_type: 'Warehouse' | 'Factory' | null
  cost: number
  price: number
  price_retail: number | null
  price_wholesale: number | null
  price_distributor: number | null
  price_high_volume: number | null
  on_hand: number
  committed: number
  available: number
  unfit: ProductRow['unfit'] | null
  stock_status: ProductRow['stockStatus']
  lot_controlled: boolean
  barcode: string | null
  cold_chain: boolean
  controlled: boolean
  reorder_point: number | null
  supplier_code: string | null
  lead_time_days: number | null
  moq: number | null
  pcs_per_case: number
  cover: string | null
  updated_at: string
}

const priceOrNull = (price: number | null) => (price === null ? null : formatPrice(price))

export function productRow(row: ProductSqlRow): ProductRow {
  return {
    id: row.id,
    sku: row.sku,
    name: row.name,
    category: row.category ?? '',
    supplier: { id: row.supplier_id ?? '', name: row.supplier_name ?? '' },
    warehouse: { id: row.location_id ?? '', name: row.location_name ?? '', type: row.location_type ?? 'Warehouse' },
    cost: formatPrice(row.cost),
    price: formatPrice(row.price),
    priceTiers: {
      retail: priceOrNull(row.price_retail),
      wholesale: priceOrNull(row.price_wholesale),
      distributor: priceOrNull(row.price_distributor),
      highVolume: priceOrNull(row.price_high_volume),
    },
    onHand: row.on_hand,
    committed: row.committed,
    available: row.available,
    unfit: row.unfit ?? { blocked: 0, expired: 0 },
    stockStatus: row.stock_status,
    lotControlled: row.lot_controlled,
    barcode: row.barcode,
    coldChain: row.cold_chain,
    controlled: row.controlled,
    reorderPoint: row.reorder_point,
    supplierCode: row.supplier_code,
    leadTimeDays: row.lead_time_days,
    moq: row.moq,
    pcsPerCase: row.pcs_per_case,
    cover: row.cover,
    updatedAt: row.updated_at,
  }
}

interface FullSqlRow extends ProductSqlRow {
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

/** One product with its bill of materials and its stock by place and lot, in one statement. Throws NOT_FOUND. */
export async function getProduct(db: Db, id: string): Promise<Product> {
  const [product] = await productsWhere(db, sql`i.id = ${id}`)
  if (!product) throw new Refusal('NOT_FOUND')
  return product
}

/** The same of every product that matches. */
export async function productsWhere(db: Db, where: RawBuilder<unknown>): Promise<Product[]> {
  const { rows } = await sql<FullSqlRow>`select ${productColumns}, i.description, i.cases_per_bale, i.size, i.color,
      i.weight_grams, i.note, i.created_at,
      i.version, t.entries, ${attributeValuesSql} as attributes,
      (select json_build_object('number', a.number, 'at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'by', u.name)
        from stock_adjustments a left join users u on u.id = a.actor_id
        where a.item_id = i.id and a.kind = 'audit' order by a.at desc limit 1) as last_audit,
      coalesce((select json_agg(json_build_object('id', g.id, 'fileName', g.file_name, 'alt', g.alt, 'width', g.width, 'height', g.height)
        order by g.position, g.id) from product_images g where g.item_id = i.id and g.removed_at is null), '[]') as images,
      coalesce((select json_agg(json_build_object('rawMaterialId', r.id, 'name', r.name, 'quantity', b.quantity) order by r.name)
        from bill_of_materials b join items r on r.id = b.raw_material_id where b.product_id = i.id), '[]') as bill,
      ${stockPlacesSql} as stock
    from ${productFrom} where ${where} and i.kind = 'product' and i.deleted_at is null`.execute(db)
  return rows.map((row) => ({
    ...productRow(row),
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
    quantity: row.on_hand,
    stock: row.stock,
    position: row.entries,
    lastAudit: row.last_audit,
    createdAt: row.created_at,
    version: row.version,
  }))
}
