import { whyUserNotInvited } from '#shared/identity/users/user-guards.ts'
import { sql } from 'kysely'
import { can } from '#shared/access/can.ts'
import { type Permissions, roleDefaults } from '#shared/access/roles.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { ListedUser, usersApi } from '#shared/identity/users/users-api.ts'
import type { Tx } from '#server/db/database.ts'
import { queueMail } from '#server/kernel/mail.ts'
import { requireSudo, type Work } from '#server/kernel/work.ts'
import { mails } from '#server/identity/login/mails.ts'
import { mailInvitation } from './mail-invitation.ts'
import { addUser, assertEmailAvailable } from './new-user.ts'
import { voidTokens } from '#server/identity/login/one-time-tokens.ts'
import { dropSecondFactor } from '#server/identity/profile/second-factor.ts'
import { endEverySession } from '#server/identity/login/sessions.ts'
import { emailKey } from '#server/identity/login/sign-in.ts'
import { nextVersion } from '#server/db/next-version.ts'
import {
  lockCaller,
  lockUser,
  assertMayGrant,
  assertNotLastAdmin,
  assertNotLastUserEditor,
  assertRemovable,
} from './user-guards.ts'
import { announceUser } from './announce-user.ts'
import { getListedUser } from './users.ts'

type NewInput = RequestOf<(typeof usersApi.create)['spec']>['body']
type Input = RequestOf<(typeof usersApi.update)['spec']>['body']
/** `path`: the page to set the password, with its secret. */
type Invited = { user: ListedUser; path: string }

/** Creates a user and mails them a link: nobody sets another user's password. */
export async function createUser(work: Work, input: NewInput): Promise<Invited> {
  const { email, name, phone, role } = input
  const permissions: Permissions = input.permissions ?? roleDefaults[role]
  assertMayGrant(await lockCaller(work), { role, permissions })
  assertRights(role, permissions)
  const accountId = await accountOf(work.tx, input)
  const id = await addUser(work.tx, { email, name, phone, role, permissions, accountId, passwordHash: null })
  work.audit('user.created', 'user', id, { email, name, role, permissions, accountId })
  announceUser(work, id)
  return invitation(work, id)
}

/** Mails the link again; throws ALREADY_DONE for a user with a password, INVALID_TRANSITION for a suspended one. */
export async function inviteAgain(work: Work, id: string): Promise<Invited> {
  const { user, caller } = await lockUser(work, id)
  const why = whyUserNotInvited({ hasPassword: user.password_hash !== null, suspended: user.suspended_at !== null })
  if (why) throw new Refusal(why.code, why.reason)
  assertMayGrant(caller, user)
  work.audit('user.invited', 'user', id)
  return invitation(work, id)
}

async function invitation({ tx }: Work, id: string): Promise<Invited> {
  const user = await getListedUser(tx, id)
  return { user, path: await mailInvitation(tx, user) }
}

export async function updateUser(work: Work, id: string, version: number, input: Input): Promise<ListedUser> {
  const { tx, now } = work
  const locked = await lockUser(work, id, version)
  const { user, caller } = locked
  const { email, name, phone, role } = input
  const isOtherRole = role !== user.role
  const isOtherAddress = emailKey(email) !== emailKey(user.email)
  const permissions: Permissions = isOtherRole ? roleDefaults[role] : user.permissions
  if (isOtherRole) {
    if (role !== 'admin') assertNotLastAdmin(locked)
    assertMayGrant(caller, { role, permissions }, user)
  }
  const accountId = await accountOf(tx, input)
  if (isOtherRole || isOtherAddress || accountId !== user.account_id) requireSudo(work.caller)
  // The owner of the mail address can set the password: changing it is therefore like granting the user's rights.
  if (isOtherAddress || accountId !== user.account_id) assertMayGrant(caller, { role, permissions })
  await assertEmailAvailable(tx, email, id)
  await tx
    .updateTable('users')
    .set({
      email,
      email_key: emailKey(email),
      name,
      phone,
      role,
      permissions: JSON.stringify(permissions),
      account_id: accountId,
      updated_at: now,
      version: nextVersion,
    })
    .where('id', '=', id)
    .execute()
  if (isOtherRole || accountId !== user.account_id) await endEverySession(tx, id)
  if (isOtherAddress) {
    await voidTokens(tx, id)
    await queueMail(tx, mails.addressChanged(user, email))
  }
  work.audit('user.updated', 'user', id, {
    email,
    name,
    phone,
    role,
    accountId,
    before: { email: user.email, role: user.role },
  })
  announceUser(work, id)
  return getListedUser(tx, id)
}

export async function setPermissions(
  work: Work,
  id: string,
  version: number,
  permissions: Permissions,
): Promise<ListedUser> {
  const locked = await lockUser(work, id, version)
  const { user, caller } = locked
  assertMayGrant(caller, { role: user.role, permissions }, user)
  if (!can({ role: user.role, permissions }, 'users.edit')) assertNotLastUserEditor(locked)
  assertRights(user.role, permissions)
  await work.tx
    .updateTable('users')
    .set({ permissions: JSON.stringify(permissions), updated_at: work.now, version: nextVersion })
    .where('id', '=', id)
    .execute()
  await endEverySession(work.tx, id)
  work.audit('user.permissionsChanged', 'user', id, { before: user.permissions, after: permissions })
  announceUser(work, id)
  return getListedUser(work.tx, id)
}

/** Suspends a user and ends their access at once; a suspended user stays suspended. */
export async function suspendUser(work: Work, id: string): Promise<ListedUser> {
  const locked = await lockUser(work, id)
  if (!locked.user.suspended_at) {
    assertRemovable(locked)
    await work.tx
      .updateTable('users')
      .set({ suspended_at: work.now, updated_at: work.now, version: nextVersion })
      .where('id', '=', id)
      .execute()
    await endEverySession(work.tx, id)
    await voidTokens(work.tx, id)
  }
  work.audit('user.suspended', 'user', id)
  announceUser(work, id)
  return getListedUser(work.tx, id)
}

export async function unsuspendUser(work: Work, id: string): Promise<ListedUser> {
  const { user } = await lockUser(work, id)
  if (user.suspended_at) {
    await work.tx
      .updateTable('users')
      .set({ suspended_at: null, updated_at: work.now, version: nextVersion })
      .where('id', '=', id)
      .execute()
  }
  work.audit('user.unsuspended', 'user', id)
  announceUser(work, id)
  return getListedUser(work.tx, id)
}

/** Deletes a user; their records keep their name, and their address can be used again. */
export async function deleteUser(work: Work, id: string, version: number): Promise<void> {
  const locked = await lockUser(work, id, version)
  assertRemovable(locked)
  await work.tx
    .updateTable('users')
    .set({ deleted_at: work.now, deleted_by: work.caller.userId, version: nextVersion })
    .where('id', '=', id)
    .execute()
  await endEverySession(work.tx, id)
  await voidTokens(work.tx, id)
  work.audit('user.deleted', 'user', id, { email: locked.user.email })
  announceUser(work, id)
}

/** For users who have lost their phone and their recovery codes. */
export async function dropSecondFactorOf(work: Work, id: string): Promise<void> {
  await lockUser(work, id)
  await dropSecondFactor(work.tx, id, { all: true })
  work.audit('user.secondFactorDropped', 'user', id)
  announceUser(work, id)
}

/** A customer's login needs an account, and no other login may have one. */
async function accountOf(tx: Tx, { role, accountId }: Pick<Input, 'role' | 'accountId'>): Promise<string | null> {
  if (role !== 'customer') {
    if (accountId) throw invalid('accountId', 'is only for customer logins')
    return null
  }
  if (!accountId) throw invalid('accountId', 'is required')
  const { rows } = await sql`select 1 from accounts where id = ${accountId} and deleted_at is null for share`.execute(
    tx,
  )
  if (rows.length === 0) throw invalid('accountId', 'is not a customer')
  return accountId
}

function assertRights(role: string, permissions: Permissions): void {
  const hasAny = Object.values(permissions).some((flags) => flags && Object.values(flags).includes(true))
  if (role === 'customer' && hasAny) throw invalid('permissions', 'are not for customers')
}
