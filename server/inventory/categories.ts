import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import { Refusal } from '#shared/http/refusal.ts'
import type { Category, CategoryInput, inventoryApi } from '#shared/inventory/api.ts'
import type { Asked } from '#shared/http/route.ts'
import { lockVersion, softDelete } from '#server/db/changes.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { containing, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import type { Work } from '#server/db/work.ts'

type Input = z.output<typeof CategoryInput>
type Query = Asked<(typeof inventoryApi.listCategories)['spec']>['query']

const columns = sql`c.id, c.name, c.description, c.version,
  (select count(*) from items i where i.category_id = c.id and i.deleted_at is null) as products`

export async function listCategories(db: Db, query: Query) {
  const { descending } = sortOf(query.sort)
  const where = [sql`c.deleted_at is null`]
  if (query.q) where.push(sql`c.name ilike ${containing(query.q)}`)
  const listed = await listPage<Category>(
    db,
    {
      columns,
      from: sql`categories c`,
      where,
      sort: { by: sql`lower(c.name)`, type: 'text', descending },
      id: sql`c.id`,
    },
    query,
  )
  return pageOfRows(listed, (row) => row)
}

async function getCategory(tx: Tx, id: string): Promise<Category> {
  const { rows } =
    await sql<Category>`select ${columns} from categories c where c.id = ${id} and c.deleted_at is null`.execute(tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

export async function createCategory(work: Work, input: Input): Promise<Category> {
  const id = newId()
  await refuseTwin(work.tx, input.name, id)
  await work.tx
    .insertInto('categories')
    .values({ id, ...input })
    .execute()
  work.audit('category.created', 'category', id, input)
  return getCategory(work.tx, id)
}

export async function updateCategory(work: Work, id: string, version: number, input: Input): Promise<Category> {
  await lockVersion(work.tx, 'categories', id, version)
  await refuseTwin(work.tx, input.name, id)
  await work.tx
    .updateTable('categories')
    .set({ ...input, version: version + 1, updated_at: work.now })
    .where('id', '=', id)
    .execute()
  work.audit('category.updated', 'category', id, input)
  return getCategory(work.tx, id)
}

/** Refused while products use it. */
export async function deleteCategory(work: Work, id: string): Promise<void> {
  const { products } = await getCategory(work.tx, id)
  if (products > 0) throw new Refusal('IN_USE', `${products} products are in this category.`)
  await softDelete(work.tx, 'categories', id, work.caller.userId)
  work.audit('category.deleted', 'category', id)
}

async function refuseTwin(tx: Tx, name: string, id: string): Promise<void> {
  const { rows } = await sql`select 1 from categories
    where lower(name) = lower(${name}) and id <> ${id} and deleted_at is null`.execute(tx)
  if (rows.length > 0) {
    throw new Refusal('ALREADY_EXISTS', `There is a category ${name} already.`, { fields: { name: 'is taken' } })
  }
}
