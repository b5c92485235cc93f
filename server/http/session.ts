import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Permissions, Role } from '#shared/access/roles.ts'
import type { Db } from '#server/db/database.ts'
import type { Caller } from '#server/kernel/work.ts'
import { statement } from '#server/db/flat-sql.ts'
import { momentSql } from '#server/db/moment.ts'

/** Session lifetimes in minutes: idle timeout and absolute timeout. */
export const sessionMinutes = {
  idle: { driver: 240, other: 60 },
  absolute: { driver: 14 * 60, other: 24 * 60 },
} as const

/** How long sudo lasts after a user has confirmed their identity. */
export const sudoMinutes = 15

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export interface SessionCookie {
  name: string
  read(request: FastifyRequest): string | null
  set(reply: FastifyReply, token: string, role: Role): void
  clear(reply: FastifyReply): void
}

/** The session cookie: `__Host-sid` and Secure; plain `sid` only if the public URL is http and not on this machine. */
export function sessionCookie(publicUrl: string): SessionCookie {
  const { protocol, hostname } = new URL(publicUrl)
  const secure = protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
  const name = secure ? '__Host-sid' : 'sid'
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  return {
    name,
    read: (request) => request.cookies[name] ?? null,
    set: (reply, token, role) => {
      const minutes = sessionMinutes.absolute[role === 'driver' ? 'driver' : 'other']
      reply.setCookie(name, token, { ...options, maxAge: minutes * 60 })
    },
    clear: (reply) => reply.clearCookie(name, options),
  }
}

interface SessionRow {
  session_id: string
  user_id: string
  name: string
  role: Role
  permissions: Permissions
  account_id: string | null
  owes_second_factor: boolean
  has_sudo: boolean
  stale: boolean
}

/**
 * Whether a session (s) of a user (u) is valid: neither expired nor idle for too long, of the current auth_epoch and the user's
 * realm, and the user is neither suspended nor deleted.
 */
export const isLive = sql`s.expires_at > moment() and s.epoch = u.auth_epoch
  and s.realm = case u.role when 'customer' then 'customer' else 'staff' end
  and u.suspended_at is null and u.deleted_at is null
  and s.last_seen_at > moment() - case when u.role = 'driver'
    then make_interval(mins => ${sql.lit(sessionMinutes.idle.driver)}) else make_interval(mins => ${sql.lit(sessionMinutes.idle.other)}) end`

/** The user (u) has an authenticator app, or a passkey for the login page of their realm. */
export const hasSecondFactor = sql`(exists (select 1 from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
  or exists (select 1 from passkeys k where k.user_id = u.id
    and k.realm = case u.role when 'customer' then 'customer' else 'staff' end))`

/** The company requires a second factor of this user (u), and they have none. */
const owesSecondFactor = sql`case when u.role = 'admin' then
  coalesce((select (content #>> '{security,requireSecondFactorForAdmins}')::boolean from settings), false)
  and not ${hasSecondFactor} else false end`

const columns = sql`s.id as session_id, u.id as user_id, u.name, u.role, u.permissions, u.account_id,
  ${owesSecondFactor} as owes_second_factor, s.sudo_until > moment() as has_sudo,
  s.last_seen_at < moment() - interval '1 minute' as stale`
const from = sql`sessions s join users u on u.id = s.user_id`

const readSessions = statement<SessionRow & { token_hash: Buffer }, [hashes: readonly Buffer[]]>(
  (hashes) => sql`select s.token_hash, ${columns} from ${from} where s.token_hash = any(${hashes}) and ${isLive}`,
)

const callerOfRow = (row: SessionRow): Caller => ({
  userId: row.user_id,
  name: row.name,
  role: row.role,
  permissions: row.permissions,
  sessionId: row.session_id,
  accountId: row.account_id,
  owesSecondFactor: row.owes_second_factor,
  hasSudo: row.has_sudo,
})

/**
 * The callers of session tokens, by token; tokens without a valid session are left out. One statement for all of them.
 * `isUse: false` for background requests, so that they don't keep a session from becoming idle.
 */
export async function callersOf(
  db: Db,
  tokens: readonly string[],
  { isUse = true } = {},
): Promise<Map<string, Caller>> {
  const byHash = new Map(tokens.map((token) => [hashOf(token).toString('base64'), token]))
  const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, 'base64'))
  const rows = await readSessions(db, hashes)
  const stale = rows.filter((row) => row.stale).map((row) => row.session_id)
  if (isUse && stale.length > 0)
    await db
      .updateTable('sessions')
      .set({ last_seen_at: momentSql })
      .where('id', '=', sql<string>`any(${stale}::uuid[])`)
      .execute()
  return new Map(rows.map((row) => [byHash.get(row.token_hash.toString('base64')) ?? '', callerOfRow(row)]))
}

/** The caller of a session token; null if it has no valid session. */
export async function callerOf(db: Db, token: string, options: { isUse?: boolean } = {}): Promise<Caller | null> {
  return (await callersOf(db, [token], options)).get(token) ?? null
}

type LiveSession = Required<Pick<Caller, 'accountId' | 'owesSecondFactor'>>

/** Those of the sessions that are still valid, by id, with the fields of their user that decide which events they receive. */
export async function liveSessions(db: Db, sessionIds: readonly string[]): Promise<Map<string, LiveSession>> {
  const { rows } = await sql<LiveSession & { id: string }>`select s.id, u.account_id as "accountId",
      ${owesSecondFactor} as "owesSecondFactor" from ${from}
    where s.id = any(${sessionIds}::uuid[]) and ${isLive}`.execute(db)
  return new Map(rows.map(({ id, ...session }) => [id, session]))
}
