import { randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import { type Permissions, type Role, roleDefaults } from '#shared/access/roles.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Asked } from '#shared/http/route.ts'
import type { identityApi } from '#shared/identity/api.ts'
import type { User } from '#shared/identity/user.ts'
import type { Database, Db, Tx } from '#server/db/database.ts'
import { hashOf } from '#server/http/session.ts'
import { hashPassword } from './passwords.ts'
import { emailKey, getUser } from './sign-in.ts'

/** The one-time code: from the environment, or made at the start and printed. It is never readable by a call. */
export const newSetupCode = (): string => {
  const letters = randomBytes(10).toString('hex').toUpperCase()
  return (letters.match(/.{5}/g) ?? [letters]).join('-')
}

/** The id of the oldest administrator; null while there is none. */
export async function firstAdmin(db: Db | Tx): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from users where role = 'admin' and deleted_at is null
    order by created_at limit 1`.execute(db)
  return rows[0]?.id ?? null
}

export async function hasAdmin(db: Db | Tx): Promise<boolean> {
  return (await firstAdmin(db)) !== null
}

type Setup = Asked<(typeof identityApi.setupFirstAdmin)['spec']>['body']

/** Makes the first administrator; of many at once one wins, the rest get ALREADY_SET_UP, and 404 from then on. */
export async function setUpFirstAdmin(
  database: Database,
  code: string,
  input: z.output<z.ZodAny> & Setup,
): Promise<User> {
  if (await hasAdmin(database.db)) throw new Refusal('NOT_FOUND')
  if (!sameCode(code, input.code)) throw new Refusal('SETUP_CODE_WRONG', undefined, { fields: { code: 'is wrong' } })
  const passwordHash = await hashPassword(input.password)
  return database.transaction(async (tx, locks) => {
    locks.take('users', 'first-admin')
    await sql`select pg_advisory_xact_lock(7263514002)`.execute(tx)
    if (await hasAdmin(tx)) throw new Refusal('ALREADY_SET_UP')
    return addUser(tx, {
      ...input,
      role: 'admin',
      permissions: roleDefaults.admin,
      passwordHash,
      bootstrap: true,
      act: 'user.firstAdmin',
    })
  })
}

export interface NewUser {
  email: string
  name: string
  phone: string | null
  role: Role
  permissions: Permissions
  passwordHash: string
  bootstrap?: boolean
  /** For the audit log. */
  act: string
}

/** Throws ALREADY_EXISTS for an address that is taken. */
export async function addUser(tx: Tx, user: NewUser): Promise<User> {
  const id = newId()
  const taken = await sql`select 1 from users where email_key = ${emailKey(user.email)} and deleted_at is null`.execute(
    tx,
  )
  if (taken.rows.length > 0)
    throw new Refusal('ALREADY_EXISTS', 'That e-mail address has an account.', { fields: { email: 'is taken' } })
  await sql`with made as (insert into users (id, email, email_key, name, role, phone, permissions, password_hash, bootstrap)
      values (${id}, ${user.email}, ${emailKey(user.email)}, ${user.name}, ${user.role}, ${user.phone},
        ${JSON.stringify(user.permissions)}, ${user.passwordHash}, ${user.bootstrap ?? false}))
    insert into audit_log (actor_id, act, entity, entity_id, details)
    values (${id}, ${user.act}, 'user', ${id}, ${JSON.stringify({ email: user.email, role: user.role })})`.execute(tx)
  return getUser(tx, id)
}

type Registration = Asked<(typeof identityApi.register)['spec']>['body']

/** Registers by a link, which is used up in the same transaction. Role and permissions come from the link alone. */
export async function register(database: Database, input: Registration): Promise<User> {
  if (!input.token) throw new Refusal('LINK_INVALID')
  const { token } = input
  const known = await sql`select 1 from registration_links where token_hash = ${hashOf(token)}
    and used_at is null and revoked_at is null and expires_at > now()`.execute(database.db)
  if (known.rows.length === 0) throw new Refusal('LINK_INVALID')
  const passwordHash = await hashPassword(input.password)
  return database.transaction(async (tx) => {
    const { rows } = await sql<{ role: Role; permissions: Permissions }>`update registration_links set used_at = now()
      where token_hash = ${hashOf(token)} and used_at is null and revoked_at is null and expires_at > now()
      returning role, permissions`.execute(tx)
    const link = rows[0]
    if (!link) throw new Refusal('LINK_INVALID')
    const { email, name, phone } = input
    return addUser(tx, { email, name, phone, ...link, passwordHash, act: 'user.registered' })
  })
}

function sameCode(expected: string, given: string): boolean {
  const a = hashOf(expected.trim().toUpperCase())
  return timingSafeEqual(a, hashOf(given.trim().toUpperCase()))
}
