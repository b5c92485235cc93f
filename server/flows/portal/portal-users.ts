import type { z } from 'zod'
import type { accountUsersApi, PortalUser } from '#shared/portal/users-api.ts'
import type { Asked } from '#shared/http/route.ts'
import type { Work } from '#server/kernel/work.ts'
import {
  changePortalUser,
  invitePortalUser,
  listPortalUsers,
  removePortalUser,
} from '#server/identity/users/portal-users.ts'
import { portalActor } from '#server/portal/portal-viewer.ts'

type Invited = Asked<(typeof accountUsersApi.inviteAccountUser)['spec']>['body']
type Rights = Asked<(typeof accountUsersApi.changeAccountUser)['spec']>['body']
type Listed = { data: z.output<typeof PortalUser>[] }

/** An owner of the customer invites a colleague. */
export async function inviteColleague(work: Work, body: Invited): Promise<Listed> {
  const { accountId } = await portalActor(work, 'manageUsers')
  await invitePortalUser(work, accountId, body)
  return { data: await listPortalUsers(work.tx, accountId) }
}

export async function changeColleague(work: Work, id: string, version: number, body: Rights): Promise<Listed> {
  const { accountId } = await portalActor(work, 'manageUsers')
  await changePortalUser(work, accountId, id, version, body)
  return { data: await listPortalUsers(work.tx, accountId) }
}

export async function removeColleague(work: Work, id: string): Promise<Listed> {
  const { accountId } = await portalActor(work, 'manageUsers')
  await removePortalUser(work, accountId, id)
  return { data: await listPortalUsers(work.tx, accountId) }
}

export { changePortalUser, invitePortalUser, listPortalUsers, removePortalUser }
