import { type RawBuilder, sql } from 'kysely'
import type { RequestOf } from '#shared/http/route.ts'
import type { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { Db } from '#server/db/database.ts'
import { type ListPlan, sortOf } from '#server/db/keyset.ts'
import { isFoundByIndex } from '#server/db/search.ts'
import type { WrittenRow } from '#server/db/written-page.ts'
import { havingAttribute } from './attribute-values.ts'
import { matchingItemRows } from './item-search.ts'
import { hasStockStatus, productColumns, productFrom } from './product-rows.ts'

export type ProductQuery = RequestOf<(typeof inventoryApi.listProducts)['spec']>['query']
/** Filters and sorting of the list, without paging. */
export type ProductChoice = Omit<ProductQuery, 'limit' | 'cursor' | 'kits'> & Pick<Partial<ProductQuery>, 'kits'>

const sorts = {
  name: { by: sql`lower(i.name)`, type: 'text' },
  sku: { by: sql`lower(i.sku)`, type: 'text' },
  updatedAt: { by: sql`i.updated_at`, type: 'timestamptz' },
  price: { by: sql`i.price`, type: 'bigint' },
} as const satisfies Record<string, Omit<ListPlan['sort'], 'descending'>>

/** The plan of the product list, for a page, a complete export, or the neighbours of one product. */
export async function productPlan(db: Db, choice: ProductChoice): Promise<ListPlan<WrittenRow>> {
  const { name, descending } = sortOf(choice.sort)
  const where: RawBuilder<unknown>[] = [
    choice.kits ? sql`i.kind in ('product', 'kit')` : sql`i.kind = 'product'`,
    sql`i.deleted_at is null`,
  ]
  if (choice.category)
    where.push(
      sql`i.category_id = (select id from categories where lower(name) = lower(${choice.category}) and deleted_at is null)`,
    )
  if (choice.attribute) where.push(havingAttribute(choice.attribute))
  if (choice.supplier) where.push(sql`i.supplier_id = ${choice.supplier}`)
  if (choice.withoutPrice) where.push(sql`i.price = 0`)
  if (choice.skus) where.push(sql`lower(i.sku) = any(${choice.skus.map((sku) => sku.toLowerCase())}::text[])`)
  const items = choice.q
    ? sql`(${matchingItemRows(choice.kits ? ['product', 'kit'] : ['product'], choice.q)}) i`
    : sql`items i`
  const isFound = choice.q !== undefined && isFoundByIndex(choice.q)
  const hasStatus = choice.stockStatus && (await hasStockStatus(db, choice.stockStatus))
  if (hasStatus && choice.q) where.push(hasStatus)
  return {
    columns: productColumns,
    from: productFrom,
    narrow: choice.stockStatus ? sql`${items} join item_stock t on t.item_id = i.id` : items,
    isFound,
    where,
    ...(hasStatus && !choice.q && { perhapsRare: { passes: hasStatus, from: sql`item_stock t` } }),
    sort: { ...sorts[name], descending },
    id: sql`i.id`,
    planEachTime: Boolean(choice.q) && !isFound,
  }
}
