import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import { maxShelves, type ShelfInput } from '#shared/portal/shelf-api.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'

type Input = z.output<typeof ShelfInput>

/** Locks a shelf of a customer. Throws NOT_FOUND for another customer's and for a removed one. */
export async function lockShelf(work: Work, accountId: string, id: string): Promise<{ name: string; version: number }> {
  work.locks.take('shelf', id)
  const { rows } = await sql<{ name: string; version: number }>`select name, version from shelves
    where id = ${id} and account_id = ${accountId} and removed_at is null for update`.execute(work.tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/** Adds a shelf to a customer. Throws NOT_FOUND, LIMIT_REACHED, ALREADY_EXISTS, INVALID. */
export async function addShelf(work: Work, accountId: string, input: Input): Promise<void> {
  const id = newId()
  // Serialized by customer, so that the limit holds.
  const { rows: accounts } =
    await sql`select 1 from accounts where id = ${accountId} and deleted_at is null for no key update`.execute(work.tx)
  work.locks.take('account', accountId)
  if (accounts.length === 0) throw new Refusal('NOT_FOUND')
  const { rows } = await sql<{ shelves: number; same: boolean }>`select count(*)::int as shelves,
      coalesce(bool_or(lower(name) = lower(${input.name})), false) as same
    from shelves where account_id = ${accountId} and removed_at is null`.execute(work.tx)
  if ((rows[0]?.shelves ?? 0) >= maxShelves)
    throw new Refusal('LIMIT_REACHED', `There can be at most ${maxShelves} shelves.`)
  if (rows[0]?.same) throw nameTaken(input.name)
  await work.tx
    .insertInto('shelves')
    .values({ id, account_id: accountId, name: input.name, created_at: work.now })
    .execute()
  await writeItems(work, id, input.items)
  work.audit('shelf.added', 'shelf', id, { accountId, name: input.name, items: input.items.length })
  work.announce('account_updated', { accountId })
}

const nameTaken = (name: string) =>
  new Refusal('ALREADY_EXISTS', `There is a shelf “${name}” already.`, { fields: { name: 'is taken' } })

/** Changes name and par levels. Throws NOT_FOUND, VERSION_CONFLICT, ALREADY_EXISTS, INVALID. */
export async function changeShelf(work: Work, accountId: string, id: string, version: number, input: Input) {
  const shelf = await lockShelf(work, accountId, id)
  if (shelf.version !== version)
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: shelf.version } })
  const { rows } = await sql`select 1 from shelves where account_id = ${accountId} and id <> ${id}
    and lower(name) = lower(${input.name}) and removed_at is null`.execute(work.tx)
  if (rows.length > 0) throw nameTaken(input.name)
  await work.tx.updateTable('shelves').set({ name: input.name, version: nextVersion }).where('id', '=', id).execute()
  await sql`delete from shelf_items where shelf_id = ${id}`.execute(work.tx)
  await writeItems(work, id, input.items)
  work.audit('shelf.changed', 'shelf', id, { accountId, name: input.name, items: input.items.length })
  work.announce('account_updated', { accountId })
}

export async function removeShelf(work: Work, accountId: string, id: string): Promise<void> {
  const { name } = await lockShelf(work, accountId, id)
  await work.tx
    .updateTable('shelves')
    .set({ removed_at: work.now, version: nextVersion })
    .where('id', '=', id)
    .execute()
  work.audit('shelf.removed', 'shelf', id, { accountId, name })
  work.announce('account_updated', { accountId })
}

/** In the order on the shelf. Throws INVALID for items that aren't sold, and for repeated ones. */
async function writeItems(work: Work, shelfId: string, items: Input['items']): Promise<void> {
  const ids = items.map((item) => item.productId)
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at)
  if (twice >= 0) throw invalid(`items.${twice}.productId`, 'is on the shelf already')
  const rows = await work.tx
    .insertInto('shelf_items')
    .columns(['shelf_id', 'item_id', 'position', 'par', 'unit'])
    .expression(sql`select ${shelfId}, i.id, w.position, w.par, w.unit
    from unnest(${listOf(ids)}, ${items.map((item) => item.par)}::int[], ${items.map((item) => item.unit)}::text[])
      with ordinality as w(id, par, unit, position)
    join items i on i.id = w.id and i.kind in ('product', 'kit') and i.deleted_at is null`)
    .returning('item_id as id')
    .execute()
  const known = new Set(rows.map((row) => row.id))
  const wrong = ids.findIndex((id) => !known.has(id))
  if (wrong >= 0) throw invalid(`items.${wrong}.productId`, 'is not a product')
}
