import { selection } from '#server/db/selection.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { invalid } from '#shared/http/refusal.ts'
import type { Category, CategoryInput, inventoryApi } from '#shared/inventory/stock/api.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import {
  createRecord,
  deleteRecord,
  getRecord,
  listRecords,
  type RecordKind,
  updateRecord,
} from '#server/inventory/stock/named-records.ts'
import { nextVersion } from '#server/db/next-version.ts'

type Input = z.output<typeof CategoryInput>
type Query = RequestOf<(typeof inventoryApi.listCategories)['spec']>['query']

const categories: RecordKind<Category> = {
  table: 'categories',
  entity: 'category',
  columns: selection<Category, { c: 'categories' }>({
    id: 'c.id',
    name: 'c.name',
    description: 'c.description',
    version: 'c.version',
    products: sql`(select count(*) from items i where i.category_id = c.id and i.deleted_at is null)`,
  }),
  searched: sql`(c.name || ' ' || coalesce(c.description, ''))`,
}

export const listCategories = (db: Db, query: Query) => listRecords<Category>(db, categories, query)
export const createCategory = (work: Work, input: Input) => createRecord<Category>(work, categories, input)
export const updateCategory = (work: Work, id: string, version: number, input: Input) =>
  updateRecord<Category>(work, categories, id, version, input)

/** Refused while it has products, unless `moveTo` is a category to which they are moved in the same transaction. */
export async function deleteCategory(work: Work, id: string, moveTo?: string): Promise<void> {
  if (moveTo) await moveProducts(work, id, moveTo)
  await deleteRecord(work, categories, id)
}

/** At most so many products are announced one by one. */
const maxNotified = 100

async function moveProducts(work: Work, from: string, to: string): Promise<void> {
  await getRecord<Category>(work.tx, categories, from)
  const { rows: held } = await sql`select 1 from categories
    where id = ${to} and id <> ${from} and deleted_at is null for share`.execute(work.tx)
  if (held.length === 0) throw invalid('moveTo', 'is not another category')
  const rows = await work.tx
    .updateTable('items')
    .set({ category_id: to, version: nextVersion, updated_at: work.now })
    .where('category_id', '=', from)
    .where('deleted_at', 'is', null)
    .returning(['id', 'location_id as location'])
    .execute()
  work.audit('category.emptied', 'category', from, { to, products: rows.length })
  for (const { id, location } of rows.slice(0, maxNotified))
    work.announce('inventory_updated', { itemId: id, warehouse: location ?? '' })
}
