import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { ListedUser, usersApi } from '#shared/identity/users/users-api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { hasSecondFactor } from '#server/http/session.ts'
import { containing, type ListPlan, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'

type Query = RequestOf<(typeof usersApi.list)['spec']>['query']

const columns = selection<ListedUser, { a: 'accounts'; u: 'users' }>({
  id: 'u.id',
  email: 'u.email',
  name: 'u.name',
  role: 'u.role',
  phone: 'u.phone',
  permissions: 'u.permissions',
  suspended: sql`u.suspended_at is not null`,
  hasPassword: sql`u.password_hash is not null`,
  hasSecondFactor,
  isLastAdmin: sql`u.role = 'admin' and u.suspended_at is null and not exists (select 1 from users other
    where other.role = 'admin' and other.suspended_at is null and other.deleted_at is null and other.id <> u.id)`,
  accountId: 'u.account_id',
  accountName: 'a.name',
  lastSignInAt: 'u.last_sign_in_at',
  createdAt: 'u.created_at',
  version: 'u.version',
})
const from = sql`users u left join accounts a on a.id = u.account_id`

const sorts = {
  name: { by: sql`lower(u.name)`, type: 'text' },
  email: { by: sql`u.email_key`, type: 'text' },
  createdAt: { by: sql`u.created_at`, type: 'timestamptz' },
  lastSignInAt: { by: sql`coalesce(u.last_sign_in_at, '1970-01-01Z')`, type: 'timestamptz' },
} as const satisfies Record<string, Omit<ListPlan['sort'], 'descending'>>

export async function listUsers(db: Db, query: Query) {
  const { name, descending } = sortOf(query.sort)
  const where: RawBuilder<unknown>[] = [sql`u.deleted_at is null`]
  if (query.role) where.push(sql`u.role = ${query.role}`)
  if (query.suspended) where.push(sql`(u.suspended_at is not null) = ${query.suspended === 'true'}`)
  if (query.q) where.push(sql`(u.name || ' ' || u.email) ilike ${containing(query.q)}`)
  const listed = await listPage(
    db,
    { columns, from, narrow: sql`users u`, where, sort: { ...sorts[name], descending }, id: sql`u.id` },
    query,
  )
  return pageOfRows(listed, (row) => row)
}

/** Throws NOT_FOUND. */
export async function getListedUser(db: Db | Tx, id: string): Promise<ListedUser> {
  const { rows } = await sql<ListedUser>`select ${columns} from ${from}
    where u.id = ${id} and u.deleted_at is null`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}
