import { sql } from 'kysely'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import type { productListApi } from '#shared/inventory/products/product-list-api.ts'
import type { Work } from '#server/kernel/work.ts'
import { whyNotOwnLocation } from '#server/kernel/own-location.ts'
import { getProduct } from '#server/inventory/stock/product-rows.ts'

type Patch = RequestOf<(typeof productListApi.changeProduct)['spec']>['body']

/** Changes fields that many products can share: each is independent of the others, so no version is needed. */
export async function changeProduct(work: Work, id: string, patch: Patch): Promise<Product> {
  const { rows } = await sql<{ version: number }>`select version from items
    where id = ${id} and kind = 'product' and deleted_at is null for no key update`.execute(work.tx)
  const found = rows[0]
  if (!found) throw new Refusal('NOT_FOUND')
  const { category, supplier, warehouse, reorderPoint, coldChain, controlled } = patch
  const columns = {
    ...(category !== undefined && { category_id: await idOf(work, 'category', category) }),
    ...(supplier !== undefined && { supplier_id: await idOf(work, 'supplier', supplier) }),
    ...(warehouse !== undefined && { location_id: await idOf(work, 'warehouse', warehouse) }),
    ...(reorderPoint !== undefined && { reorder_point: reorderPoint }),
    ...(coldChain !== undefined && { cold_chain: coldChain }),
    ...(controlled !== undefined && { controlled }),
  }
  await work.tx
    .updateTable('items')
    .set({ ...columns, version: found.version + 1, updated_at: work.now })
    .where('id', '=', id)
    .execute()
  work.audit('product.changed', 'product', id, patch)
  const product = await getProduct(work.tx, id)
  work.announce('inventory_updated', { itemId: id, warehouse: product.warehouse.id })
  return product
}

const findings = {
  category: (name: string) =>
    sql<{ id: string }>`select id from categories where lower(name) = lower(${name}) and deleted_at is null for share`,
  supplier: (id: string) =>
    sql<{ id: string }>`select id from suppliers where id = ${id} and deleted_at is null for share`,
  warehouse: (id: string) =>
    sql<{
      id: string
    }>`select id from locations where id = ${id} and deleted_at is null and consignee_id is null for share`,
}

async function idOf(work: Work, what: keyof typeof findings, value: string): Promise<string> {
  const { rows } = await findings[what](value).execute(work.tx)
  if (!rows[0]) throw invalid(what, what === 'warehouse' ? await whyNotOwnLocation(work.tx, value) : `is not a ${what}`)
  return rows[0].id
}
