import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Permissions, Role } from '#shared/access/roles.ts'
import type { Database } from '#server/db/database.ts'
import { hashOf } from '#server/http/session.ts'

/**
 * Inserts a user of that role, without a usable password, and a session that doesn't expire even if a test moves the
 * clock.
 */
export async function addSession(database: Database, role: Role, permissions: Permissions) {
  const userId = newId()
  const token = randomBytes(32).toString('base64url')
  const email = `${role}-${userId.slice(-12)}@example.com`
  await sql`insert into users (id, email, email_key, name, role, permissions, password_hash)
    values (${userId}, ${email}, ${email}, ${`${role} under test`}, ${role}, ${JSON.stringify(permissions)}, 'none')`.execute(
    database.db,
  )
  const details = JSON.stringify({ email, role, permissions })
  await sql`insert into audit_log (act, entity, entity_id, details) values ('user.created', 'user', ${userId}, ${details})`.execute(
    database.db,
  )
  await sql`insert into sessions (id, token_hash, user_id, realm, epoch, expires_at, sudo_until, last_seen_at)
    values (${newId()}, ${hashOf(token)}, ${userId}, ${role === 'customer' ? 'customer' : 'staff'}, 1,
      moment() + interval '100 years', moment() + interval '100 years', moment() + interval '100 years')`.execute(
    database.db,
  )
  return { userId, token }
}
