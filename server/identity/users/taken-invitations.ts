import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import type { PortalRole } from '#shared/portal/portal-user.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { queueMail } from '#server/kernel/mail.ts'
import type { Work } from '#server/kernel/work.ts'
import { mails } from '#server/identity/login/mails.ts'
import { emailKey } from '#server/identity/login/sign-in.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { announceUser } from './announce-user.ts'

/*
 * Customers must not find out whether an address has a login elsewhere. An invitation to such an address is stored separately
 * and shown to them as not yet accepted; the mail to the address tells only its owner.
 */

export interface TakenRow {
  id: string
  name: string
  email: string
  role: PortalRole
  approvalLimit: number | null
  version: number
}

interface Wanted {
  name: string
  email: string
  role: PortalRole
  approvalLimit: bigint | null
}

export async function listTakenInvitations(db: Db | Tx, accountId: string): Promise<TakenRow[]> {
  const { rows } =
    await sql<TakenRow>`select id, name, email, portal_role as role, approval_limit as "approvalLimit", version
    from taken_invitations where account_id = ${accountId} order by lower(name), id`.execute(db)
  return rows
}

/** True if another user has the address. Throws ALREADY_EXISTS if it is on the customer's own list, which they can see anyway. */
export async function isTaken(tx: Tx, accountId: string, email: string): Promise<boolean> {
  const key = emailKey(email)
  const { rows } = await sql<{
    isOwn: boolean
  }>`select coalesce(u.account_id = ${accountId}::uuid, false) as "isOwn" from users u
      where u.email_key = ${key} and u.deleted_at is null
    union all select true from taken_invitations where account_id = ${accountId} and email_key = ${key}`.execute(tx)
  if (rows.some((row) => row.isOwn))
    throw new Refusal('ALREADY_EXISTS', 'This address is on the list already.', {
      fields: { email: 'is on the list already' },
    })
  return rows.length > 0
}

/** Stores an invitation to a taken address; returns its id. */
export async function addTaken(work: Work, accountId: string, wanted: Wanted): Promise<string> {
  const id = newId()
  await work.tx
    .insertInto('taken_invitations')
    .values({
      id,
      account_id: accountId,
      email: wanted.email,
      email_key: emailKey(wanted.email),
      name: wanted.name,
      portal_role: wanted.role,
      approval_limit: wanted.approvalLimit,
      invited_by: work.caller.userId,
      created_at: work.now,
    })
    .execute()
  await queueMail(work.tx, mails.invitationToTaken(wanted, work.caller.name))
  return id
}

export function logTakenInvitation(work: Work, id: string, accountId: string, wanted: Wanted): void {
  work.audit('user.invitationTaken', 'user', id, { accountId, email: wanted.email, portalRole: wanted.role })
  announceUser(work, id)
}

/** Changes such an invitation like a user; false if there is none. Throws VERSION_CONFLICT. */
export async function changeTaken(
  work: Work,
  accountId: string,
  id: string,
  version: number,
  { role, approvalLimit }: Pick<Wanted, 'role' | 'approvalLimit'>,
): Promise<boolean> {
  const { rows } = await sql<{ version: number }>`select version from taken_invitations
    where id = ${id} and account_id = ${accountId} for update`.execute(work.tx)
  if (!rows[0]) return false
  if (rows[0].version !== version)
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: rows[0].version } })
  await work.tx
    .updateTable('taken_invitations')
    .set({ portal_role: role, approval_limit: approvalLimit, version: nextVersion })
    .where('id', '=', id)
    .execute()
  work.audit('user.invitationTaken', 'user', id, { accountId, portalRole: role })
  announceUser(work, id)
  return true
}

/** Revokes such an invitation; false if there is none. */
export async function removeTaken(work: Work, accountId: string, id: string): Promise<boolean> {
  const done = await sql`delete from taken_invitations where id = ${id} and account_id = ${accountId}`.execute(work.tx)
  if (done.numAffectedRows !== 1n) return false
  work.audit('user.invitationTaken', 'user', id, { accountId, removed: true })
  announceUser(work, id)
  return true
}

/** For merging customers: keeps one invitation for an address that both have invited, and none for users with a login there. */
export async function moveTaken(work: Work, from: string, into: string): Promise<void> {
  await sql`delete from taken_invitations t where account_id = ${from} and exists (select 1 from taken_invitations o
    where o.account_id = ${into} and o.email_key = t.email_key)`.execute(work.tx)
  await work.tx.updateTable('taken_invitations').set({ account_id: into }).where('account_id', '=', from).execute()
  await sql`delete from taken_invitations t where account_id = ${into} and exists (select 1 from users u
    where u.account_id in (${into}, ${from}) and u.email_key = t.email_key and u.deleted_at is null)`.execute(work.tx)
}
