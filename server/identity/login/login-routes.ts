import type { FastifyRequest } from 'fastify'
import { Refusal } from '#shared/http/refusal.ts'
import { identityApi } from '#shared/identity/login/api.ts'
import { passwordApi } from '#shared/identity/login/password-api.ts'
import { portalApi } from '#shared/identity/login/portal-api.ts'
import type { User } from '#shared/identity/user.ts'
import type { Database, Tx } from '#server/db/database.ts'
import type { DeviceCookie } from '#server/http/device-cookie.ts'
import { accountKey, loginLimits } from '#server/http/login-limits.ts'
import { failedLoginAlarm, failedLogins } from '#server/http/failed-logins.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Reading, Serve, ServeDeps } from '#server/http/serve.ts'
import { notifyOfFailedLogins } from './failed-logins.ts'
import { hasAdmin, setUpFirstAdmin } from '#server/identity/users/first-admin.ts'
import { recognizeDevice, rememberDevice } from './known-devices.ts'
import { changePassword, resetPassword } from '#server/identity/profile/password-change.ts'
import { requestPasswordLink } from './password-links.ts'
import { changeProfile } from '#server/identity/profile/profile.ts'
import type { Realm } from './realms.ts'
import { register } from '#server/identity/users/registration-links.ts'
import type { MailSender } from '#server/delivery/mail-sender.ts'
import { queueJob } from '#server/kernel/queue-job.ts'
import type { Seal } from '#server/kernel/seal.ts'
import { openChallenge } from '#server/identity/profile/second-factor-login.ts'
import { endSession, getUser, identify, startSession } from './sign-in.ts'
import { announcedUser } from '#server/identity/users/announce-user.ts'

export interface IdentityDeps extends ServeDeps {
  database: Database
  device: DeviceCookie
  limits: Limits
  isMailSetUp: MailSender['isSetUp']
  setupCode: string
  /** Encrypts the secrets of authenticator apps. */
  seal: Seal
  /** Logs warnings for administrators. */
  warn: (message: string) => void
  /** There is a demo company to load. */
  hasDemo: boolean
  /** The first administrator gets it without choosing it. */
  demo: boolean
}

type Edge = Pick<Reading<never>, 'request' | 'reply'>

/** Completes a login, for all ways to authenticate. */
export function loginOf({ database, cookie, device, limits, warn }: IdentityDeps) {
  const { db } = database
  const alarm = failedLoginAlarm(db)
  /** Counts a failed login; too many of them, on any accounts, are reported to administrators. */
  const failed = async (error: unknown): Promise<never> => {
    const isWrong = error instanceof Refusal && error.code === 'WRONG_CREDENTIALS'
    if (isWrong && (await alarm.count())) {
      await notifyOfFailedLogins(database, failedLogins.most)
      warn(`${failedLogins.most} log-ins failed within ${failedLogins.minutes} minutes`)
    }
    throw error
  }
  return {
    /** Starts a session and stores the device as known. */
    async enter(user: User, { request, reply }: Edge): Promise<{ user: User }> {
      const known = await rememberDevice(db, device.read(request), user.id)
      cookie.set(reply, await startSession(db, user, request, cookie.read(request), known.id), user.role)
      if (known.token) device.set(reply, known.token)
      request.callerId = user.id
      return { user: { ...user, deviceId: known.id } }
    },
    /** Starts a session with a new token after all sessions of the user were ended, in the same transaction. */
    goOn:
      (user: Pick<User, 'id' | 'role'>, { request, reply }: Edge) =>
      async (tx: Tx) =>
        cookie.set(reply, await startSession(tx, user, request, null), user.role),
    async knock(realm: Realm, { email, password }: { email: string; password: string }, request: FastifyRequest) {
      const known = await recognizeDevice(db, device.read(request), email)
      const { user, hasSecondFactor } = await limits
        .attempt(loginLimits.login(request.ip, email, known), () => identify(db, realm, email, password))
        .catch(failed)
      if (hasSecondFactor)
        throw new Refusal('SECOND_FACTOR_NEEDED', undefined, { details: await openChallenge(db, user.id) })
      return user
    },
    failed,
    async leave({ request, reply }: Edge) {
      const token = cookie.read(request)
      if (token) await endSession(db, token)
      cookie.clear(reply)
      reply.header('clear-site-data', '"cache"')
      return {}
    },
  }
}

export function serveLogin({ read, write }: Serve, { database, limits, ...deps }: IdentityDeps, login: Login): void {
  const { db } = database
  read(identityApi.setupOpen, async () => {
    if (await hasAdmin(db)) throw new Refusal('NOT_FOUND')
    return { open: true, demo: deps.demo }
  })
  read(identityApi.setupFirstAdmin, async (input) => {
    if (await hasAdmin(db)) throw new Refusal('NOT_FOUND')
    const user = await limits.attempt(loginLimits.setUp(input.request.ip), () =>
      setUpFirstAdmin(database, deps.setupCode, input.body),
    )
    // It may take longer than a browser waits: the dashboard shows the progress.
    if (deps.hasDemo && (input.body.demo ?? deps.demo))
      await queueJob(db, 'load-demo-company', { userId: user.id, start: deps.clock().getTime() })
    return login.enter(user, input)
  })
  read(identityApi.register, async (input) => {
    const user = await limits.attempt(loginLimits.register(input.request.ip), () => register(database, input.body))
    deps.publish([announcedUser(user.id)], `${identityApi.register.method} ${identityApi.register.path}`)
    return login.enter(user, input)
  })
  read(identityApi.login, async (input) => login.enter(await login.knock('staff', input.body, input.request), input))
  read(portalApi.login, async (input) => login.enter(await login.knock('customer', input.body, input.request), input))
  read(identityApi.logout, login.leave)
  read(portalApi.logout, login.leave)
  read(identityApi.profile, async ({ caller }) => ({ user: await getUser(db, caller.userId) }))
  read(identityApi.customerProfile, async ({ caller }) => {
    if (caller.role !== 'customer') throw new Refusal('FORBIDDEN')
    return { user: await getUser(db, caller.userId) }
  })
  write(identityApi.putProfile, async (work, { body }) => ({ user: await changeProfile(work, body) }))
}

export function servePasswords({ read }: Serve, { database, limits }: IdentityDeps, login: Login): void {
  const { db } = database
  const request = async (realm: Realm, input: { body: { email: string }; request: FastifyRequest }) => {
    await limits.spend(loginLimits.passwordLink(input.request.ip, input.body.email))
    await requestPasswordLink(db, realm, input.body.email)
    return {}
  }
  const reset = async (realm: Realm, input: { body: { token: string; password: string }; request: FastifyRequest }) => {
    const { token, password } = input.body
    const owner = await limits.attempt(loginLimits.newPassword(input.request.ip), () =>
      resetPassword(database, realm, token, password),
    )
    // The owner of the mail address may try the new password at once.
    await limits.forget([accountKey(owner.email)])
    return {}
  }
  read(passwordApi.forgotPassword, (input) => request('staff', input))
  read(portalApi.verifyEmail, (input) => request('customer', input))
  read(passwordApi.resetPassword, (input) => reset('staff', input))
  read(portalApi.setPassword, (input) => reset('customer', input))
  read(passwordApi.changePassword, async (input) => {
    const { caller, body } = input
    const goOn = login.goOn({ id: caller.userId, role: caller.role }, input)
    await limits.attempt(loginLimits.ownPassword(caller.userId), () =>
      changePassword(database, caller.userId, body.currentPassword, body.password, goOn),
    )
    return {}
  })
}

export type Login = ReturnType<typeof loginOf>
