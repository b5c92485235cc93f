import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import type { User } from '#shared/identity/user.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { hashOf, hasSecondFactor, sessionMinutes, sudoMinutes } from '#server/http/session.ts'
import { newToken } from './one-time-tokens.ts'
import { hashPassword, isOutdated, isPassword } from './passwords.ts'
import { type Realm, realmOf } from './realms.ts'

export const emailKey = (email: string) => email.normalize('NFKC').trim().toLowerCase()

type UserRow = Omit<User, 'deviceId' | 'suspended'> & { device_id: string | null; suspended_at: string | null }

const columns = sql`id, email, name, role, phone, permissions, device_id, suspended_at`

const userOf = ({ id, email, name, role, phone, permissions, device_id, suspended_at }: UserRow): User => ({
  id,
  email,
  name,
  role,
  phone,
  permissions,
  deviceId: device_id,
  suspended: suspended_at !== null,
})

/** Throws NOT_FOUND. */
export async function getUser(db: Db | Tx, id: string): Promise<User> {
  const { rows } = await sql<UserRow>`select ${columns} from users where id = ${id} and deleted_at is null`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return userOf(rows[0])
}

type Identified = UserRow & { password_hash: string | null; has_second_factor: boolean }

/** Checks email and password in one realm. All failures give the same response in the same time. */
export async function identify(
  db: Db,
  realm: Realm,
  email: string,
  password: string,
): Promise<{ user: User; hasSecondFactor: boolean }> {
  const { rows } = await sql<Identified>`select ${columns}, password_hash,
      ${hasSecondFactor} as has_second_factor
    from users u where email_key = ${emailKey(email)} and deleted_at is null`.execute(db)
  const row = rows[0]
  const fits = await isPassword(row?.password_hash ?? null, password)
  if (!row || !fits || row.suspended_at !== null || realmOf(row.role) !== realm) throw new Refusal('WRONG_CREDENTIALS')
  await renewHash(db, row.id, row.password_hash, password)
  return { user: userOf(row), hasSecondFactor: row.has_second_factor }
}

/** Replaces a hash with outdated parameters while the password is known. */
async function renewHash(db: Db, userId: string, stored: string | null, password: string): Promise<void> {
  if (stored === null || !isOutdated(stored)) return
  const fresh = await hashPassword(password)
  await db
    .updateTable('users')
    .set({ password_hash: fresh })
    .where('id', '=', userId)
    .where('password_hash', '=', stored)
    .execute()
}

/** Starts a session with a new random token; only its hash is stored. `oldToken`: a session that this one replaces. */
export async function startSession(
  db: Db | Tx,
  user: Pick<User, 'id' | 'role'>,
  request: FastifyRequest,
  oldToken: string | null,
  deviceId: string | null = null,
): Promise<string> {
  const token = newToken()
  const minutes = sessionMinutes.absolute[user.role === 'driver' ? 'driver' : 'other']
  const agent = String(request.headers['user-agent'] ?? '').slice(0, 300)
  await sql`with signed as (update users set last_sign_in_at = moment(), device_id = coalesce(${deviceId}, device_id)
        where id = ${user.id} returning auth_epoch),
      replaced as (delete from sessions where token_hash = ${oldToken ? hashOf(oldToken) : null})
    insert into sessions (id, token_hash, user_id, realm, epoch, ip, user_agent, expires_at, sudo_until)
    select ${newId()}, ${hashOf(token)}, ${user.id}, ${realmOf(user.role)}, auth_epoch,
      ${request.ip}, ${agent}, moment() + make_interval(mins => ${minutes}),
      moment() + make_interval(mins => ${sudoMinutes}) from signed`.execute(db)
  return token
}

/** False if there was no session. */
export async function endSession(db: Db | Tx, token: string): Promise<boolean> {
  const done = await sql`delete from sessions where token_hash = ${hashOf(token)}`.execute(db)
  return done.numAffectedRows === 1n
}
