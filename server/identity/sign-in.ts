import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Role } from '#shared/access/roles.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { User } from '#shared/identity/user.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { hashOf, sessionMinutes } from '#server/http/session.ts'
import { isPassword } from './passwords.ts'

export const emailKey = (email: string) => email.normalize('NFKC').trim().toLowerCase()

type UserRow = Omit<User, 'deviceId' | 'suspended'> & { device_id: string | null; suspended_at: string | null }

const columns = sql`id, email, name, role, phone, permissions, device_id, suspended_at`

export const userOf = ({ device_id, suspended_at, ...row }: UserRow): User => ({
  ...row,
  deviceId: device_id,
  suspended: suspended_at !== null,
})

/** Throws NOT_FOUND. */
export async function getUser(db: Db | Tx, id: string): Promise<User> {
  const { rows } = await sql<UserRow>`select ${columns} from users where id = ${id} and deleted_at is null`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return userOf(rows[0])
}

/** Checks e-mail and password for the staff's door. One answer for everything that is wrong, in the same time. */
export async function identify(db: Db, email: string, password: string): Promise<User> {
  const { rows } = await sql<UserRow & { password_hash: string }>`select ${columns}, password_hash from users
    where email_key = ${emailKey(email)} and deleted_at is null`.execute(db)
  const row = rows[0]
  const fits = await isPassword(row?.password_hash ?? null, password)
  if (!row || !fits || row.suspended_at !== null || row.role === 'customer') throw new Refusal('WRONG_CREDENTIALS')
  const { password_hash: _, ...user } = row
  return userOf(user)
}

/** Starts a session with a new random token; only its hash is kept. `oldToken`: a session that this one replaces. */
export async function startSession(
  db: Db | Tx,
  user: { id: string; role: Role },
  request: FastifyRequest,
  oldToken: string | null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const minutes = sessionMinutes.absolute[user.role === 'driver' ? 'driver' : 'other']
  const agent = String(request.headers['user-agent'] ?? '').slice(0, 300)
  await sql`with signed as (update users set last_sign_in_at = now() where id = ${user.id} returning auth_epoch),
      replaced as (delete from sessions where token_hash = ${oldToken ? hashOf(oldToken) : null})
    insert into sessions (id, token_hash, user_id, realm, epoch, ip, user_agent, expires_at)
    select ${newId()}, ${hashOf(token)}, ${user.id}, ${user.role === 'customer' ? 'customer' : 'staff'}, auth_epoch,
      ${request.ip}, ${agent}, now() + make_interval(mins => ${minutes}) from signed`.execute(db)
  return token
}

export async function endSession(db: Db, token: string): Promise<void> {
  await sql`delete from sessions where token_hash = ${hashOf(token)}`.execute(db)
}
