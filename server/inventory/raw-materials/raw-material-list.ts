import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { RawMaterial, rawMaterialsApi, RawMaterialRow } from '#shared/inventory/raw-materials/api.ts'
import { formatPrice } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'
import { type ListPlan, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { matchingItems } from '#server/inventory/stock/item-search.ts'
import { availableSql } from '#server/kernel/usable-lots.ts'
import { hasStockStatus, stockPlacesSql, stockStatusSql } from '#server/inventory/stock/product-rows.ts'

type Query = RequestOf<(typeof rawMaterialsApi.listRawMaterials)['spec']>['query']

const columns = selection<Row, { t: 'item_stock'; i: 'items' }>({
  id: 'i.id',
  sku: 'i.sku',
  name: 'i.name',
  materialType: sql`coalesce(i.material_type, '')`,
  supplier: sql`case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end`,
  location: sql`case when l.id is not null then json_build_object('id', l.id, 'name', l.name, 'type', l.type) end`,
  onHand: 't.on_hand',
  committed: 't.committed',
  available: availableSql,
  stockStatus: stockStatusSql,
  lotControlled: 'i.lot_controlled',
  cost: 'i.cost',
  updatedAt: 'i.updated_at',
})
const from = sql`items i join item_stock t on t.item_id = i.id
  left join suppliers s on s.id = i.supplier_id left join locations l on l.id = i.location_id`

type Row = Omit<RawMaterialRow, 'cost'> & { cost: number }
const shape = <R extends { cost: number }>(row: R) => ({ ...row, cost: formatPrice(row.cost) })

const sorts = {
  name: { by: sql`lower(i.name)`, type: 'text' },
  sku: { by: sql`lower(i.sku)`, type: 'text' },
  updatedAt: { by: sql`i.updated_at`, type: 'timestamptz' },
} as const satisfies Record<string, Omit<ListPlan['sort'], 'descending'>>

export async function listRawMaterials(db: Db, query: Query) {
  const where = [sql`i.kind = 'raw_material'`, sql`i.deleted_at is null`]
  if (query.materialType) where.push(sql`lower(i.material_type) = lower(${query.materialType})`)
  if (query.supplier) where.push(sql`i.supplier_id = ${query.supplier}`)
  if (query.stockStatus) where.push(await hasStockStatus(db, query.stockStatus))
  if (query.q) where.push(matchingItems('raw_material', query.q))
  const { name, descending } = sortOf(query.sort)
  const listed = await listPage(
    db,
    { columns, from, where, sort: { ...sorts[name], descending }, id: sql`i.id`, planEachTime: Boolean(query.q) },
    query,
  )
  return pageOfRows(listed, shape)
}

/** Material types as first entered; types that differ only in case are one. */
export async function listMaterialTypes(db: Db) {
  const { rows } = await sql<{ materialType: string; rawMaterials: number }>`
    select (array_agg(material_type order by created_at, id))[1] as "materialType", count(*) as "rawMaterials"
    from items where kind = 'raw_material' and deleted_at is null and material_type is not null
    group by lower(material_type) order by lower(material_type) limit 200`.execute(db)
  return { data: rows }
}

/** Raw materials with their stock by location and lot and the products that use them, in one statement. */
export async function rawMaterialsWhere(db: Db, where: RawBuilder<unknown>): Promise<RawMaterial[]> {
  const { rows } = await sql<Omit<RawMaterial, 'cost'> & { cost: number }>`select ${columns}, i.description, i.barcode,
      i.reorder_point as "reorderPoint", t.on_hand as quantity, ${stockPlacesSql} as stock,
      coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'sku', p.sku, 'kind', p.kind, 'quantity', b.quantity)
          order by p.name, p.id)
        from (select product_id as id, quantity from bill_of_materials where raw_material_id = i.id
          union all select kit_id, quantity from kit_components where item_id = i.id) b
        join items p on p.id = b.id where p.deleted_at is null), '[]') as "usedIn",
      i.created_at as "createdAt", i.version
    from ${from} where ${where} and i.kind = 'raw_material' and i.deleted_at is null`.execute(db)
  return rows.map(shape)
}

/** One raw material. Throws NOT_FOUND. */
export async function getRawMaterial(db: Db, id: string): Promise<RawMaterial> {
  const [found] = await rawMaterialsWhere(db, sql`i.id = ${id}`)
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}
