import { type RawBuilder, sql } from 'kysely'
import type { Owner, OwnerFilter } from '#shared/crm/partners/owners.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { Db } from '#server/db/database.ts'
import type { Caller, Work } from '#server/kernel/work.ts'
import { fieldChanges } from './field-changes.ts'

/** Users `u` who may own a customer, a prospect or an opportunity: records of other owners count as unowned. */
const mayOwn = sql`u.role in ('admin', 'staff', 'sales_rep') and u.suspended_at is null and u.deleted_at is null`

/** Records with an owner, by table. */
const entities = { accounts: 'account', prospects: 'prospect', opportunities: 'opportunity' } as const
type OwnedTable = keyof typeof entities

/** The owner in a column, as in a row of a list; null if they can't own records any more. */
export const ownerAt = (ownerId: RawBuilder<unknown>) =>
  sql`(select json_build_object('id', u.id, 'name', u.name) from users u where u.id = ${ownerId} and ${mayOwn})`

const isUnowned = (ownerId: RawBuilder<unknown>) =>
  sql`not exists (select 1 from users u where u.id = ${ownerId} and ${mayOwn})`

/** The condition of a list's owner filter. */
export function isOwned(ownerId: RawBuilder<unknown>, filter: OwnerFilter, callerId: string | null) {
  if (filter === 'none') return isUnowned(ownerId)
  if (filter === 'mineOrNone') return sql`(${ownerId} = ${callerId} or ${isUnowned(ownerId)})`
  return sql`${ownerId} = ${filter === 'mine' ? callerId : filter}`
}

/** The owner of a new record: its creator, if they may own it. */
export const ownerOfNew = ({ userId }: Caller) =>
  sql<string | null>`(select u.id from users u where u.id = ${userId} and ${mayOwn})`

export async function listOwners(db: Db): Promise<{ data: Owner[] }> {
  const { rows } = await sql<Owner>`select u.id, u.name from users u where ${mayOwn}
    order by lower(u.name), u.id`.execute(db)
  return { data: rows }
}

/** Without a version, as it is a single field: the last change wins. Throws NOT_FOUND, and INVALID for users who can't be owners. */
export async function setOwner(work: Work, table: OwnedTable, id: string, ownerId: string | null): Promise<void> {
  const entity = entities[table]
  work.locks.take(entity, id)
  const owner = ownerId ? await findOwner(work, ownerId) : null
  if (ownerId && !owner) throw invalid('ownerId', 'is not a user of the company')
  const { rows } = await sql<{ owner: Owner | null }>`select ${ownerAt(sql`o.owner_id`)} as owner
    from ${sql.table(table)} o where o.id = ${id} and o.deleted_at is null for no key update of o`.execute(work.tx)
  const [before] = rows
  if (!before) throw new Refusal('NOT_FOUND')
  await work.tx.updateTable(table).set({ owner_id: ownerId, updated_at: work.now }).where('id', '=', id).execute()
  const changes = fieldChanges({ owner: before.owner }, { owner })
  work.audit(`${entity}.owner`, entity, id, { ownerId, changes })
  work.announce('account_updated', { accountId: id })
}

async function findOwner(work: Work, id: string): Promise<Owner | null> {
  const { rows } = await sql<Owner>`select u.id, u.name from users u where u.id = ${id} and ${mayOwn}`.execute(work.tx)
  return rows[0] ?? null
}

/** Makes the owner of a prospect the owner of its customer, which is locked, if that has none. */
export async function handOverOwner(work: Work, accountId: string, ownerId: string | null): Promise<void> {
  if (!ownerId || !(await findOwner(work, ownerId))) return
  const { rows } = await sql`select 1 from accounts a where a.id = ${accountId}
    and ${isUnowned(sql`a.owner_id`)}`.execute(work.tx)
  if (rows.length > 0) await setOwner(work, 'accounts', accountId, ownerId)
}
