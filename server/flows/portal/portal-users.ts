import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import type { accountUsersApi, PortalUser } from '#shared/portal/users-api.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { formatAmount } from '#shared/money.ts'
import { portalRoles } from '#shared/portal/portal-user.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import {
  changeTaken,
  addTaken,
  isTaken,
  listTakenInvitations,
  removeTaken,
  logTakenInvitation,
} from '#server/identity/users/taken-invitations.ts'
import {
  addPortalUser,
  changePortalUser,
  invitePortalUser,
  listPortalUsers,
  removePortalUser,
  logInvitation,
} from '#server/identity/users/portal-users.ts'
import { portalManager } from '#server/portal/portal-viewer.ts'

type Invited = RequestOf<(typeof accountUsersApi.inviteAccountUser)['spec']>['body']
type Rights = RequestOf<(typeof accountUsersApi.changeAccountUser)['spec']>['body']
type Listed = { data: z.output<typeof PortalUser>[] }

/** The users as the customer sees them: an invitation to an email address that another login uses looks like any other. */
export async function listColleagues(db: Db | Tx, accountId: string): Promise<Listed> {
  const users = await listPortalUsers(db, accountId)
  const taken = await listTakenInvitations(db, accountId)
  const shown = taken.map(({ approvalLimit, ...row }) => ({
    ...row,
    approvalLimit: approvalLimit === null ? null : formatAmount(approvalLimit),
    hasPassword: false,
    suspended: false,
    lastSignInAt: null,
  }))
  return { data: [...users, ...shown].toSorted(byRoleAndName) }
}

const byRoleAndName = (a: Listed['data'][number], b: Listed['data'][number]) =>
  portalRoles.indexOf(a.role) - portalRoles.indexOf(b.role) ||
  a.name.toLowerCase().localeCompare(b.name.toLowerCase()) ||
  a.id.localeCompare(b.id)

/**
 * An owner invites a colleague. Neither the response nor its duration reveals whether the email address has a login elsewhere:
 * the same rows are written in both cases, and those that don't apply are rolled back.
 */
export async function inviteColleague(work: Work, body: Invited): Promise<Listed> {
  const { accountId } = await portalManager(work)
  const { approvalLimit = null, ...wanted } = body
  const apart = { ...wanted, approvalLimit }
  const taken = await isTaken(work.tx, accountId, body.email)
  const takenUser = await written(work, taken, () => addTaken(work, accountId, apart))
  const email = taken ? `${newId()}@nobody.invalid` : body.email
  const added = await written(work, !taken, () => addPortalUser(work, accountId, { ...body, email }))
  if (taken) logTakenInvitation(work, takenUser, accountId, apart)
  else logInvitation(work, added.id, accountId, body)
  return changedColleagues(work, accountId)
}

/** Runs `write`, and rolls it back to a savepoint unless `mustWrite`. */
async function written<T>({ tx }: Work, mustWrite: boolean, write: () => Promise<T>): Promise<T> {
  await sql`savepoint written`.execute(tx)
  const done = await write()
  await (mustWrite ? sql`release savepoint written` : sql`rollback to savepoint written`).execute(tx)
  return done
}

export async function changeColleague(work: Work, id: string, version: number, body: Rights): Promise<Listed> {
  const { accountId } = await portalManager(work, id)
  const { role, approvalLimit = null } = body
  if (!(await changeTaken(work, accountId, id, version, { role, approvalLimit })))
    await changePortalUser(work, accountId, id, version, body)
  return changedColleagues(work, accountId)
}

export async function removeColleague(work: Work, id: string): Promise<Listed> {
  const { accountId } = await portalManager(work, id)
  if (!(await removeTaken(work, accountId, id))) await removePortalUser(work, accountId, id)
  return changedColleagues(work, accountId)
}

/** Announced to the customer, whether or not the address has a login elsewhere. */
function changedColleagues(work: Work, accountId: string): Promise<Listed> {
  work.announce('account_updated', { accountId })
  return listColleagues(work.tx, accountId)
}

/** The same for staff, who see the actual users. */
export function changedPortalUsers(work: Work, accountId: string): Promise<Listed['data']> {
  work.announce('account_updated', { accountId })
  return listPortalUsers(work.tx, accountId)
}

export { changePortalUser, invitePortalUser, listPortalUsers, removePortalUser }
