import { whyUserNotRemovable } from '#shared/identity/users/user-guards.ts'
import { sql } from 'kysely'
import { can } from '#shared/access/can.ts'
import { flags, modules, type Permissions, type Role } from '#shared/access/roles.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Right } from '#shared/http/route.ts'
import type { Work } from '#server/kernel/work.ts'

export interface LockedUser {
  id: string
  email: string
  name: string
  role: Role
  permissions: Permissions
  account_id: string | null
  suspended_at: string | null
  password_hash: string | null
  version: number
}

/** The locked facts that a change of a user is decided on. */
export interface AdminCount {
  user: LockedUser
  /** The caller with their current rights, which may have changed since the session was checked. */
  caller: LockedUser
  /** How many administrators remain without this user, and how many of them may edit users. */
  otherAdmins: number
  otherUserEditors: number
}

/**
 * Locks a user, the caller and, if the user is an administrator, all active administrators, in the order of their ids: if two
 * administrators demote each other at once, the second fails. Throws NOT_FOUND, VERSION_CONFLICT, and FORBIDDEN if a caller who
 * is no administrator changes one. `version` 0: any.
 */
export async function lockUser(work: Work, id: string, version = 0): Promise<AdminCount> {
  const callerId = work.caller.userId
  const seen = await sql<{ role: Role }>`select role from users where id = ${id} and deleted_at is null`.execute(
    work.tx,
  )
  if (!seen.rows[0]) throw new Refusal('NOT_FOUND')
  const isAdmin = seen.rows[0].role === 'admin'
  const involved = isAdmin
    ? sql`(id in (${id}, ${callerId}) or (role = 'admin' and suspended_at is null))`
    : sql`id in (${id}, ${callerId})`
  const keys = await sql<{
    id: string
  }>`select id from users where deleted_at is null and ${involved} order by id`.execute(work.tx)
  work.locks.take('users', ...keys.rows.map((row) => row.id))
  const { rows } =
    await sql<LockedUser>`select id, email, name, role, permissions, account_id, suspended_at, password_hash, version
    from users where deleted_at is null and ${involved} order by id for no key update`.execute(work.tx)
  const caller = rows.find((row) => row.id === callerId)
  if (!caller || caller.suspended_at || caller.role !== work.caller.role) throw new Refusal('FORBIDDEN')
  const user = rows.find((row) => row.id === id)
  if (!user) throw new Refusal('NOT_FOUND')
  if (user.role === 'admin' && !isAdmin) throw new Refusal('REQUEST_IN_PROGRESS')
  if (user.role === 'admin' && caller.role !== 'admin')
    throw new Refusal('FORBIDDEN', 'Only administrators can change administrators.')
  if (version && user.version !== version)
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: user.version } })
  const others = rows.filter((row) => row.role === 'admin' && !row.suspended_at && row.id !== id)
  const otherUserEditors = others.filter((row) => can(row, 'users.edit')).length
  return { user, caller, otherAdmins: others.length, otherUserEditors }
}

/** The caller, locked; throws FORBIDDEN if their role has just been changed. */
export async function lockCaller(work: Work): Promise<LockedUser> {
  return (await lockUser(work, work.caller.userId)).caller
}

const isLastAdmin = ({ user, otherAdmins }: AdminCount) =>
  user.role === 'admin' && !user.suspended_at && otherAdmins === 0

/** Throws LAST_ADMINISTRATOR if no administrator would be left. */
export function assertNotLastAdmin(admins: AdminCount): void {
  if (isLastAdmin(admins)) throw new Refusal('LAST_ADMINISTRATOR')
}

/** Throws LAST_ADMINISTRATOR if no administrator who may edit users would be left. */
export function assertNotLastUserEditor({ user, otherUserEditors }: AdminCount): void {
  if (user.role === 'admin' && !user.suspended_at && can(user, 'users.edit') && otherUserEditors === 0)
    throw new Refusal('LAST_ADMINISTRATOR', 'At least one active administrator must be able to edit users.')
}

/** Throws LAST_ADMINISTRATOR or OWN_ACCOUNT for users who can't be suspended or deleted. */
export function assertRemovable(target: AdminCount): void {
  const why = whyUserNotRemovable({ id: target.user.id, isLastAdmin: isLastAdmin(target) }, target.caller.id)
  if (why) throw new Refusal(why.code, why.reason)
}

interface Powers {
  role: Role
  permissions: Permissions
}

const nothing: Powers = { role: 'staff', permissions: {} }

/** Users can only grant rights that they have: throws FORBIDDEN with the new rights in `after` that the granter lacks. */
export function assertMayGrant(granter: Powers, after: Powers, before: Powers = nothing): void {
  if (granter.role === 'admin') return
  if (after.role === 'admin') throw new Refusal('FORBIDDEN', 'Only administrators can create administrators.')
  const lacking = rightsOf(after).filter((right) => !can(before, right) && !can(granter, right))
  // A customer's login gives access to the data of their account.
  if (after.role === 'customer' && before.role !== 'customer' && !can(granter, 'crm.view')) lacking.push('crm.view')
  if (lacking.length > 0)
    throw new Refusal('FORBIDDEN', `You can’t grant permissions you don’t have: ${lacking.join(', ')}.`, {
      details: { lacking },
    })
}

const rightsOf = ({ permissions }: Powers): Right[] =>
  modules.flatMap((module) =>
    flags.filter((flag) => permissions[module]?.[flag] === true).map((flag): Right => `${module}.${flag}`),
  )
