import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Permissions, Role } from '#shared/access/roles.ts'
import type { Db } from '#server/db/database.ts'
import type { Caller } from '#server/db/work.ts'

/** Minutes: how long a session lasts unused, and at all. */
export const sessionMinutes = {
  idle: { driver: 240, other: 60 },
  absolute: { driver: 14 * 60, other: 24 * 60 },
} as const

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export interface SessionCookie {
  name: string
  read(request: FastifyRequest): string | null
  set(reply: FastifyReply, token: string, role: Role): void
  clear(reply: FastifyReply): void
}

/** `__Host-sid`, Secure; plain `sid` only where the public URL is http and not this machine. */
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
  stale: boolean
}

/** Who holds this token; null when the session is unknown, over, idle for too long, or of an earlier epoch. One statement. */
export async function callerOf(db: Db, token: string): Promise<Caller | null> {
  const { rows } = await sql<SessionRow>`
    select s.id as session_id, u.id as user_id, u.name, u.role, u.permissions,
      s.last_seen_at < now() - interval '1 minute' as stale
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${hashOf(token)} and s.expires_at > now() and s.epoch = u.auth_epoch
      and u.suspended_at is null and u.deleted_at is null
      and s.last_seen_at > now() - case when u.role = 'driver'
        then make_interval(mins => ${sessionMinutes.idle.driver}) else make_interval(mins => ${sessionMinutes.idle.other}) end`.execute(
    db,
  )
  const row = rows[0]
  if (!row) return null
  if (row.stale) await sql`update sessions set last_seen_at = now() where id = ${row.session_id}`.execute(db)
  return {
    userId: row.user_id,
    name: row.name,
    role: row.role,
    permissions: row.permissions,
    sessionId: row.session_id,
  }
}
