import { registrationLinksApi } from '#shared/identity/users/registration-links-api.ts'
import { sessionsApi } from '#shared/identity/profile/sessions-api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { assertDrivesNothing } from '#server/flows/deliveries/keep-drivers.ts'
import type { Work } from '#server/kernel/work.ts'
import type { Serve } from '#server/http/serve.ts'
import { loginOf, type IdentityDeps, serveLogin, servePasswords } from './login-routes.ts'
import {
  createRegistrationLink,
  listRegistrationLinks,
  revokeRegistrationLink,
} from '#server/identity/users/registration-links.ts'
import { serveSecondFactor } from '#server/identity/profile/second-factor-routes.ts'
import { endOneSession, endSessions, listSessions } from './sessions.ts'
import { getUser } from './sign-in.ts'
import * as changes from '#server/identity/users/user-changes.ts'
import { getListedUser, listUsers } from '#server/identity/users/users.ts'

export function serveIdentity(serve: Serve, deps: IdentityDeps): void {
  const login = loginOf(deps)
  serveLogin(serve, deps, login)
  servePasswords(serve, deps, login)
  serveSecondFactor(serve, deps, login)
  serveSessions(serve)
  serveUsers(serve, deps)
  serveRegistrationLinks(serve, deps)
}

function serveSessions({ read, write }: Serve): void {
  read(sessionsApi.listOwn, ({ db, caller }) => listSessions(db, caller.userId, caller.sessionId))
  write(sessionsApi.endOwn, (work, { params }) => endOneSession(work, work.caller.userId, params.id))
  write(sessionsApi.endOthers, (work) => endSessions(work, work.caller.userId, work.caller.sessionId))
  read(sessionsApi.listOfUser, async ({ db, caller, params }) => {
    await getUser(db, params.id)
    return listSessions(db, params.id, caller.sessionId)
  })
  write(sessionsApi.endOfUser, (work, { params }) => endOneSession(work, params.id, params.sessionId))
  write(sessionsApi.endAllOfUser, async (work, { params }) => {
    await getUser(work.tx, params.id)
    return endSessions(work, params.id, null)
  })
}

function serveUsers({ read, write }: Serve, { publicUrl, isMailSetUp }: IdentityDeps): void {
  const shown = async ({ tx }: Work, invited: ReturnType<typeof changes.createUser>) => {
    const { user, path } = await invited
    return { user, url: (await isMailSetUp(tx)) ? null : publicUrl + path }
  }
  read(usersApi.list, ({ db, query }) => listUsers(db, query))
  read(usersApi.get, ({ db, params }) => getListedUser(db, params.id))
  write(usersApi.create, (work, { body }) => shown(work, changes.createUser(work, body)))
  write(usersApi.invite, (work, { params }) => shown(work, changes.inviteAgain(work, params.id)))
  write(usersApi.update, async (work, { params, version, body }) => {
    const user = await changes.updateUser(work, params.id, version, body)
    if (body.role !== 'driver') await assertDrivesNothing(work, params.id)
    return user
  })
  write(usersApi.remove, async (work, { params, version }) => {
    await changes.deleteUser(work, params.id, version)
    await assertDrivesNothing(work, params.id)
  })
  write(usersApi.setPermissions, (work, { params, version, body }) =>
    changes.setPermissions(work, params.id, version, body.permissions),
  )
  write(usersApi.suspend, (work, { params }) => changes.suspendUser(work, params.id))
  write(usersApi.unsuspend, (work, { params }) => changes.unsuspendUser(work, params.id))
}

function serveRegistrationLinks({ read, write }: Serve, { publicUrl }: IdentityDeps): void {
  write(registrationLinksApi.create, async (work, { body }) => {
    const { path, ...link } = await createRegistrationLink(work, body.email)
    return { ...link, url: publicUrl + path }
  })
  read(registrationLinksApi.list, ({ db, query }) => listRegistrationLinks(db, query))
  write(registrationLinksApi.revoke, (work, { params }) => revokeRegistrationLink(work, params.id))
}
