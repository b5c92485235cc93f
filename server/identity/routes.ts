import type { FastifyRequest } from 'fastify'
import { Refusal } from '#shared/http/refusal.ts'
import { identityApi } from '#shared/identity/api.ts'
import { passwordApi } from '#shared/identity/password-api.ts'
import { portalApi } from '#shared/identity/portal-api.ts'
import { registrationLinksApi } from '#shared/identity/registration-links-api.ts'
import { secondFactorApi } from '#shared/identity/second-factor-api.ts'
import { sessionsApi } from '#shared/identity/sessions-api.ts'
import type { User } from '#shared/identity/user.ts'
import { usersApi } from '#shared/identity/users-api.ts'
import type { Database, Tx } from '#server/db/database.ts'
import type { DeviceCookie } from '#server/http/device-cookie.ts'
import { accountKey, doorLimits } from '#server/http/door-limits.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Reading, Serve, ServeDeps } from '#server/http/serve.ts'
import { hasAdmin, setUpFirstAdmin } from './first-admin.ts'
import { recogniseDevice, rememberDevice } from './known-devices.ts'
import { changePassword, confirmPassword, resetPassword } from './password-change.ts'
import { requestPasswordLink } from './password-links.ts'
import { changeProfile } from './profile.ts'
import type { Realm } from './realms.ts'
import {
  createRegistrationLink,
  listRegistrationLinks,
  register,
  revokeRegistrationLink,
} from './registration-links.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  secondFactorOf,
} from './second-factor.ts'
import { answerChallenge, challenged, openChallenge } from './second-factor-login.ts'
import { endOneSession, endSessions, listSessions } from './sessions.ts'
import { endSession, getUser, identify, startSession } from './sign-in.ts'
import * as changes from './user-changes.ts'
import { getListedUser, listUsers } from './users.ts'

export interface IdentityDeps extends ServeDeps {
  database: Database
  device: DeviceCookie
  limits: Limits
  isMailSetUp: boolean
  setupCode: string
  /** Fills the demo company in; absent where there is none. */
  loadDemo?: (adminId: string) => Promise<void>
  demo: boolean
}

type Edge = Pick<Reading<never>, 'request' | 'reply'>

export function serveIdentity(serve: Serve, deps: IdentityDeps): void {
  const door = doorOf(deps)
  serveDoors(serve, deps, door)
  servePasswords(serve, deps, door)
  serveSecondFactor(serve, deps, door)
  serveSessions(serve)
  serveUsers(serve, deps)
  serveRegistrationLinks(serve, deps)
}

type Door = ReturnType<typeof doorOf>

/** How somebody comes in, whichever way they have shown who they are. */
function doorOf({ database, cookie, device, limits }: IdentityDeps) {
  const { db } = database
  return {
    /** Starts a session and knows the device from now on. */
    async enter(user: User, { request, reply }: Edge): Promise<{ user: User }> {
      const known = await rememberDevice(db, device.read(request), user.id)
      cookie.set(reply, await startSession(db, user, request, cookie.read(request), known.id), user.role)
      if (known.token) device.set(reply, known.token)
      request.callerId = user.id
      return { user: { ...user, deviceId: known.id } }
    },
    /** Goes on with a session of a new token after every session of the user was ended, within that transaction. */
    goOn:
      (user: Pick<User, 'id' | 'role'>, { request, reply }: Edge) =>
      async (tx: Tx) =>
        cookie.set(reply, await startSession(tx, user, request, null), user.role),
    async knock(realm: Realm, { email, password }: { email: string; password: string }, request: FastifyRequest) {
      const known = await recogniseDevice(db, device.read(request), email)
      const { user, hasSecondFactor } = await limits.attempt(doorLimits.login(request.ip, email, known), () =>
        identify(db, realm, email, password),
      )
      if (hasSecondFactor)
        throw new Refusal('SECOND_FACTOR_NEEDED', undefined, { details: await openChallenge(db, user.id) })
      return user
    },
    async leave({ request, reply }: Edge) {
      const token = cookie.read(request)
      if (token) await endSession(db, token)
      cookie.clear(reply)
      reply.header('clear-site-data', '"cache"')
      return {}
    },
  }
}

function serveDoors({ read, write }: Serve, { database, limits, ...deps }: IdentityDeps, door: Door): void {
  const { db } = database
  read(identityApi.setupOpen, async () => {
    if (await hasAdmin(db)) throw new Refusal('NOT_FOUND')
    return { open: true }
  })
  read(identityApi.setupFirstAdmin, async (ask) => {
    if (await hasAdmin(db)) throw new Refusal('NOT_FOUND')
    const user = await limits.attempt(doorLimits.setUp(ask.request.ip), () =>
      setUpFirstAdmin(database, deps.setupCode, ask.body),
    )
    if (ask.body.demo || deps.demo) await deps.loadDemo?.(user.id)
    return door.enter(user, ask)
  })
  read(identityApi.register, async (ask) => {
    const user = await limits.attempt(doorLimits.register(ask.request.ip), () => register(database, ask.body))
    return door.enter(user, ask)
  })
  read(identityApi.login, async (ask) => door.enter(await door.knock('staff', ask.body, ask.request), ask))
  read(portalApi.login, async (ask) => door.enter(await door.knock('customer', ask.body, ask.request), ask))
  read(identityApi.logout, door.leave)
  read(portalApi.logout, door.leave)
  read(identityApi.profile, async ({ caller }) => ({ user: await getUser(db, caller.userId) }))
  read(identityApi.customerProfile, async ({ caller }) => {
    if (caller.role !== 'customer') throw new Refusal('FORBIDDEN')
    return { user: await getUser(db, caller.userId) }
  })
  write(identityApi.putProfile, async (work, { body }) => ({ user: await changeProfile(work, body) }))
}

function servePasswords({ read }: Serve, { database, limits }: IdentityDeps, door: Door): void {
  const { db } = database
  const request = async (realm: Realm, ask: { body: { email: string }; request: FastifyRequest }) => {
    await limits.spend(doorLimits.passwordLink(ask.request.ip, ask.body.email))
    await requestPasswordLink(db, realm, ask.body.email)
    return {}
  }
  const reset = async (realm: Realm, ask: { body: { token: string; password: string }; request: FastifyRequest }) => {
    const { token, password } = ask.body
    const owner = await limits.attempt(doorLimits.newPassword(ask.request.ip), () =>
      resetPassword(database, realm, token, password),
    )
    // Who has shown that the mail is theirs may try the new password at once.
    await limits.forget([accountKey(owner.email)])
    return {}
  }
  read(passwordApi.forgotPassword, (ask) => request('staff', ask))
  read(portalApi.verifyEmail, (ask) => request('customer', ask))
  read(passwordApi.resetPassword, (ask) => reset('staff', ask))
  read(portalApi.setPassword, (ask) => reset('customer', ask))
  read(passwordApi.changePassword, async (ask) => {
    const { caller, body } = ask
    const goOn = door.goOn({ id: caller.userId, role: caller.role }, ask)
    await limits.attempt(doorLimits.ownPassword(caller.userId), () =>
      changePassword(database, caller.userId, body.currentPassword, body.password, goOn),
    )
    return {}
  })
}

function serveSecondFactor({ read, write }: Serve, deps: IdentityDeps, door: Door): void {
  const { database, limits, clock } = deps
  const { db } = database
  const confirmed = (userId: string, password: string) =>
    limits.attempt(doorLimits.ownPassword(userId), () => confirmPassword(db, userId, password, 'password'))

  read(secondFactorApi.answer, async (ask) => {
    const { challenge, code } = ask.body
    const userId = await challenged(db, challenge)
    await limits.attempt(doorLimits.secondFactor(userId), () => answerChallenge(db, challenge, code, clock()))
    return door.enter(await getUser(db, userId), ask)
  })
  read(secondFactorApi.state, ({ caller }) => secondFactorOf(db, caller.userId))
  read(secondFactorApi.setUp, async ({ caller, body }) => {
    await confirmed(caller.userId, body.password)
    return beginSecondFactor(db, caller.userId)
  })
  read(secondFactorApi.confirm, (ask) => {
    const { caller, body } = ask
    const goOn = door.goOn({ id: caller.userId, role: caller.role }, ask)
    return limits.attempt(doorLimits.secondFactor(caller.userId), () =>
      confirmSecondFactor(database, caller.userId, body.code, clock(), goOn),
    )
  })
  read(secondFactorApi.renewRecoveryCodes, async ({ caller, body }) => {
    await confirmed(caller.userId, body.password)
    return renewRecoveryCodes(database, caller.userId)
  })
  read(secondFactorApi.disable, async (ask) => {
    const { caller, body } = ask
    await confirmed(caller.userId, body.password)
    await disableSecondFactor(database, caller.userId, door.goOn({ id: caller.userId, role: caller.role }, ask))
    return {}
  })
  write(secondFactorApi.disableOfUser, (work, { params }) => changes.dropSecondFactorOf(work, params.id))
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
  const shown = async (invited: ReturnType<typeof changes.createUser>) => {
    const { user, path } = await invited
    return { user, url: isMailSetUp ? null : publicUrl + path }
  }
  read(usersApi.list, ({ db, query }) => listUsers(db, query))
  read(usersApi.get, ({ db, params }) => getListedUser(db, params.id))
  write(usersApi.create, (work, { body }) => shown(changes.createUser(work, body)))
  write(usersApi.invite, (work, { params }) => shown(changes.inviteAgain(work, params.id)))
  write(usersApi.update, (work, { params, version, body }) => changes.updateUser(work, params.id, version, body))
  write(usersApi.remove, (work, { params, version }) => changes.deleteUser(work, params.id, version))
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
