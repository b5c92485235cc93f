import { whyPortalUserNotRemovable } from '#shared/portal/users-api.ts'
import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { formatAmount } from '#shared/money.ts'
import type { PortalRole } from '#shared/portal/portal-user.ts'
import type { PortalUser } from '#shared/portal/users-api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { voidTokens } from '#server/identity/login/one-time-tokens.ts'
import { endEverySession } from '#server/identity/login/sessions.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { announceUser } from './announce-user.ts'
import { mailInvitation } from './mail-invitation.ts'
import { addUser } from './new-user.ts'

interface Rights {
  role: PortalRole
  /** Minor units. */
  approvalLimit?: bigint | null | undefined
}
type Row = Omit<PortalUser, 'approvalLimit'> & { approvalLimit: number | null }

const isOf = (accountId: string) => sql`u.account_id = ${accountId} and u.role = 'customer' and u.deleted_at is null`

/** The users of one customer's portal, owners first. */
export async function listPortalUsers(db: Db | Tx, accountId: string): Promise<PortalUser[]> {
  const { rows } =
    await sql<Row>`select u.id, u.name, u.email, u.portal_role as role, u.approval_limit as "approvalLimit",
      u.password_hash is not null as "hasPassword", u.suspended_at is not null as suspended,
      u.last_sign_in_at as "lastSignInAt", u.version
    from users u where ${isOf(accountId)}
    order by array_position(array['owner', 'orderer', 'viewer'], u.portal_role), lower(u.name), u.id`.execute(db)
  return rows.map((row) => ({
    ...row,
    approvalLimit: row.approvalLimit === null ? null : formatAmount(row.approvalLimit),
  }))
}

type Invited = Rights & { name: string; email: string }

/** Adds a user to a customer's portal and mails them a link to set their password; returns its path. */
export async function invitePortalUser(work: Work, accountId: string, invited: Invited): Promise<string> {
  const { id, path } = await addPortalUser(work, accountId, invited)
  logInvitation(work, id, accountId, invited)
  return path
}

/** The same without the audit log, for callers that may roll it back. */
export async function addPortalUser(
  work: Work,
  accountId: string,
  { name, email, role, approvalLimit = null }: Invited,
): Promise<{ id: string; path: string }> {
  const { rows } = await sql`select 1 from accounts where id = ${accountId} and deleted_at is null for share`.execute(
    work.tx,
  )
  if (rows.length === 0) throw new Refusal('NOT_FOUND')
  const id = await addUser(work.tx, {
    name,
    email,
    phone: null,
    role: 'customer',
    permissions: {},
    passwordHash: null,
    accountId,
  })
  await work.tx
    .updateTable('users')
    .set({ portal_role: role, approval_limit: approvalLimit })
    .where('id', '=', id)
    .execute()
  return { id, path: await mailInvitation(work.tx, { id, name, email, role: 'customer', accountId }) }
}

export function logInvitation(
  work: Work,
  id: string,
  accountId: string,
  { name, email, role, approvalLimit = null }: Invited,
): void {
  work.audit('user.created', 'user', id, {
    email,
    name,
    role: 'customer',
    accountId,
    portalRole: role,
    approvalLimit: text(approvalLimit),
  })
  announceUser(work, id)
}

/** Changes what a user may do. Throws NOT_FOUND for another customer's user, VERSION_CONFLICT, OWN_ACCOUNT for the caller. */
export async function changePortalUser(
  work: Work,
  accountId: string,
  userId: string,
  version: number,
  { role, approvalLimit = null }: Rights,
): Promise<void> {
  const before = await lockPortalUser(work, accountId, userId)
  if (before.version !== version)
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: before.version } })
  await work.tx
    .updateTable('users')
    .set({ portal_role: role, approval_limit: approvalLimit, version: nextVersion, updated_at: work.now })
    .where('id', '=', userId)
    .execute()
  work.audit('user.portalRights', 'user', userId, {
    accountId,
    before: { role: before.role, approvalLimit: text(before.approvalLimit) },
    after: { role, approvalLimit: text(approvalLimit) },
  })
  announceUser(work, userId)
}

/** Removes a user from the portal and ends their sessions; their records keep their name. */
export async function removePortalUser(work: Work, accountId: string, userId: string): Promise<void> {
  const { email } = await lockPortalUser(work, accountId, userId)
  await work.tx
    .updateTable('users')
    .set({ deleted_at: work.now, deleted_by: work.caller.userId, version: nextVersion })
    .where('id', '=', userId)
    .execute()
  await endEverySession(work.tx, userId)
  await voidTokens(work.tx, userId)
  work.audit('user.deleted', 'user', userId, { email, accountId })
  announceUser(work, userId)
}

async function lockPortalUser(work: Work, accountId: string, userId: string) {
  work.locks.take('users', userId)
  const { rows } = await sql<{
    email: string
    role: PortalRole
    approvalLimit: number | null
    version: number
  }>`select u.email,
      u.portal_role as role, u.approval_limit as "approvalLimit", u.version
    from users u where u.id = ${userId} and ${isOf(accountId)} for no key update`.execute(work.tx)
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  const why = whyPortalUserNotRemovable({ id: userId }, work.caller.userId)
  if (why) throw new Refusal('OWN_ACCOUNT', why)
  return row
}

const text = (amount: bigint | number | null) => (amount === null ? null : formatAmount(amount))
