import { sql } from 'kysely'
import type { Role } from '#shared/access/roles.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import { whyWeak } from '#shared/identity/login/weak-passwords.ts'
import { recordAudit } from '#server/kernel/audit.ts'
import type { Database, Db, Tx } from '#server/db/database.ts'
import { queueMail } from '#server/kernel/mail.ts'
import { hashOf } from '#server/http/session.ts'
import { mails } from '#server/identity/login/mails.ts'
import { voidTokens } from '#server/identity/login/one-time-tokens.ts'
import { hashPassword, isPassword } from '#server/identity/login/passwords.ts'
import type { Realm } from '#server/identity/login/realms.ts'
import { endEverySession } from '#server/identity/login/sessions.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { momentSql } from '#server/db/moment.ts'

interface Owner {
  id: string
  email: string
  name: string
  role: Role
}

/** Sets the password with the one-time token of a mailed link. Ends all sessions; second factors stay. */
export async function resetPassword(database: Database, realm: Realm, token: string, password: string): Promise<Owner> {
  const inRealm = realm === 'customer' ? sql`u.role = 'customer'` : sql`u.role <> 'customer'`
  const isGood = sql<boolean>`t.token_hash = ${hashOf(token)} and t.purpose in ('reset', 'set-password') and t.used_at is null
    and t.expires_at > moment() and u.id = t.user_id and ${inRealm} and u.suspended_at is null and u.deleted_at is null`
  const { rows } = await sql<Owner>`select u.id, u.email, u.name, u.role from one_time_tokens t, users u
    where ${isGood}`.execute(database.db)
  const [owner] = rows
  if (!owner) throw new Refusal('TOKEN_INVALID')
  await assertStrongPassword(database.db, password, owner)
  const passwordHash = await hashPassword(password)
  await database.transaction(async (tx, locks) => {
    locks.take('users', owner.id)
    await sql`select 1 from users where id = ${owner.id} for no key update`.execute(tx)
    const used = await tx
      .updateTable('one_time_tokens as t')
      .from('users as u')
      .set({ used_at: momentSql })
      .where(isGood)
      .returning('t.id')
      .execute()
    if (used.length !== 1) throw new Refusal('TOKEN_INVALID')
    await setPassword(tx, owner, passwordHash)
    await sql`delete from known_devices where user_id = ${owner.id}`.execute(tx)
    await recordAudit(tx, owner.id, { act: 'user.passwordReset', entity: 'user', entityId: owner.id })
  })
  return owner
}

/** Changes the user's own password; throws INVALID if the old one is wrong. All sessions end, including the caller's. */
export async function changePassword(
  database: Database,
  userId: string,
  currentPassword: string,
  password: string,
  alongside: (tx: Tx) => Promise<void>,
): Promise<void> {
  const owner = await confirmPassword(database.db, userId, currentPassword, 'currentPassword')
  await assertStrongPassword(database.db, password, owner)
  const passwordHash = await hashPassword(password)
  await database.transaction(async (tx, locks) => {
    locks.take('users', userId)
    const { rows } = await sql<{ password_hash: string | null }>`select password_hash from users
      where id = ${userId} and deleted_at is null for no key update`.execute(tx)
    // It was changed after it was compared.
    if (rows[0]?.password_hash !== owner.password_hash) throw invalid('currentPassword', 'is wrong')
    await setPassword(tx, owner, passwordHash)
    await recordAudit(tx, userId, { act: 'user.passwordChanged', entity: 'user', entityId: userId })
    await alongside(tx)
  })
}

/** For actions that need the owner of a session, not just an open browser: throws INVALID unless the password is right. */
export async function confirmPassword(db: Db, userId: string, password: string, field: string) {
  const { rows } = await sql<Owner & { password_hash: string | null }>`select id, email, name, role, password_hash
    from users where id = ${userId} and deleted_at is null`.execute(db)
  const [owner] = rows
  const isRight = await isPassword(owner?.password_hash ?? null, password)
  if (!owner || !isRight) throw invalid(field, 'is wrong')
  return owner
}

/** Throws INVALID for a password that resembles known facts about its owner. */
export async function assertStrongPassword(
  db: Db | Tx,
  password: string,
  owner: { email: string; name: string },
): Promise<void> {
  const { rows } = await sql<{
    company: string | null
  }>`select content #>> '{company,name}' as company from settings`.execute(db)
  const why = whyWeak(password, { ...owner, company: rows[0]?.company ?? 'Wardstock' })
  if (why) throw invalid('password', why)
}

async function setPassword(tx: Tx, owner: Owner, passwordHash: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: momentSql, version: nextVersion })
    .where('id', '=', owner.id)
    .execute()
  await endEverySession(tx, owner.id)
  await voidTokens(tx, owner.id)
  await queueMail(tx, mails.passwordChanged(owner))
}
