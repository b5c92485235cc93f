import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { type Permissions, type Role, roleDefaults } from '#shared/access/roles.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { identityApi } from '#shared/identity/login/api.ts'
import type { RegistrationLink } from '#shared/identity/users/registration-links-api.ts'
import type { User } from '#shared/identity/user.ts'
import { recordAudit } from '#server/kernel/audit.ts'
import type { Database, Db, Tx } from '#server/db/database.ts'
import { listPage, pageOfRows } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { queueMail } from '#server/kernel/mail.ts'
import type { Work } from '#server/kernel/work.ts'
import { hashOf } from '#server/http/session.ts'
import { mails, registrationPath } from '#server/identity/login/mails.ts'
import { addUser } from './new-user.ts'
import { newToken } from '#server/identity/login/one-time-tokens.ts'
import { assertStrongPassword } from '#server/identity/profile/password-change.ts'
import { hashPassword } from '#server/identity/login/passwords.ts'
import { emailKey, getUser } from '#server/identity/login/sign-in.ts'
import { momentSql } from '#server/db/moment.ts'

const lifetimeHours = 24

/** A link to register as an administrator; mailed if it is for a given address. */
export async function createRegistrationLink(work: Work, email: string | undefined) {
  const id = newId()
  const token = newToken()
  const expiresAt = new Date(work.now.getTime() + lifetimeHours * 3_600_000)
  await work.tx
    .insertInto('registration_links')
    .values({
      id,
      token_hash: hashOf(token),
      role: 'admin',
      permissions: JSON.stringify(roleDefaults.admin),
      email: email ?? null,
      created_by: work.caller.userId,
      expires_at: expiresAt,
    })
    .execute()
  if (email) await queueMail(work.tx, mails.registrationLink(email, token, expiresAt))
  work.audit('registrationLink.created', 'registrationLink', id, { role: 'admin', email, expiresAt })
  return { id, path: registrationPath(token), expiresAt: expiresAt.toISOString() }
}

// A link is valid only while its creator is still an administrator.
const isOpen = sql`used_at is null and revoked_at is null and expires_at > moment() and exists (select 1 from users c
  where c.id = l.created_by and c.role = 'admin' and c.suspended_at is null and c.deleted_at is null)`

export async function listRegistrationLinks(db: Db, query: { limit: number; cursor?: string | undefined }) {
  const listed = await listPage(
    db,
    {
      columns: selection<RegistrationLink, { l: 'registration_links' }>({
        id: 'l.id',
        role: 'l.role',
        email: 'l.email',
        createdAt: 'l.created_at',
        expiresAt: 'l.expires_at',
        usedAt: 'l.used_at',
        createdBy: sql`(select name from users c where c.id = l.created_by)`,
        usedBy: sql`(select name from users c where c.id = l.used_by)`,
        state: sql`case when ${isOpen} then 'open' when l.used_at is not null then 'used'
          when l.expires_at <= moment() and l.revoked_at is null then 'expired' else 'revoked' end`,
      }),
      from: sql`registration_links l`,
      where: [],
      sort: { by: sql`l.created_at`, type: 'timestamptz', descending: true },
      id: sql`l.id`,
    },
    query,
  )
  return pageOfRows(listed, (row) => row)
}

/** Throws NOT_FOUND, and ALREADY_DONE for a used link; an invalid link stays so. */
export async function revokeRegistrationLink(work: Work, id: string): Promise<void> {
  const rows = await work.tx
    .updateTable('registration_links')
    .set({ revoked_at: sql<string>`case when used_at is null then coalesce(revoked_at, ${work.now}) end` })
    .where('id', '=', id)
    .returning('used_at')
    .execute()
  const [link] = rows
  if (!link) throw new Refusal('NOT_FOUND')
  if (link.used_at) throw new Refusal('ALREADY_DONE', 'This link has already been used.')
  work.audit('registrationLink.revoked', 'registrationLink', id)
}

type Registration = RequestOf<(typeof identityApi.register)['spec']>['body']

/** Registers a user by a link, which is used up in the same transaction. Role and permissions come from the link only. */
export async function register(database: Database, input: Registration): Promise<User> {
  const { token, email, name, phone } = input
  if (!token) throw new Refusal('LINK_INVALID')
  const isGood = sql<boolean>`l.token_hash = ${hashOf(token)} and ${isOpen}`
  const known = await sql<{ email: string | null }>`select email from registration_links l where ${isGood}`.execute(
    database.db,
  )
  const isFor = known.rows[0]?.email
  if (!known.rows[0] || (isFor && emailKey(isFor) !== emailKey(email))) throw new Refusal('LINK_INVALID')
  await assertStrongPassword(database.db, input.password, input)
  const passwordHash = await hashPassword(input.password)
  return database.transaction(async (tx) => {
    const rows = await tx
      .updateTable('registration_links as l')
      .set({ used_at: momentSql })
      .where(isGood)
      .returning(['id', 'role', 'permissions'])
      .$narrowType<{ role: Role; permissions: Permissions }>()
      .execute()
    const [link] = rows
    if (!link) throw new Refusal('LINK_INVALID')
    const { role, permissions } = link
    const id = await addUser(tx, { email, name, phone, role, permissions, passwordHash })
    await tx.updateTable('registration_links').set({ used_by: id }).where('id', '=', link.id).execute()
    await recordAudit(tx, id, {
      act: 'user.registered',
      entity: 'user',
      entityId: id,
      details: { email, role, link: link.id },
    })
    await notifyAdmins(tx, id, { name, email })
    return getUser(tx, id)
  })
}

async function notifyAdmins(tx: Tx, exceptId: string, who: { name: string; email: string }): Promise<void> {
  const { rows } = await sql<{ email: string; name: string; role: string }>`select email, name, role from users
    where role = 'admin' and id <> ${exceptId} and suspended_at is null and deleted_at is null order by id`.execute(tx)
  for (const admin of rows) await queueMail(tx, mails.linkUsed(admin, who))
}
