import { Refusal } from '#shared/http/refusal.ts'
import { passkeysApi } from '#shared/identity/profile/passkeys-api.ts'
import { secondFactorApi } from '#shared/identity/profile/second-factor-api.ts'
import { sudoApi } from '#shared/identity/profile/sudo-api.ts'
import type { Caller } from '#server/kernel/work.ts'
import { recordAudit } from '#server/kernel/audit.ts'
import { loginLimits } from '#server/http/login-limits.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Login, IdentityDeps } from '#server/identity/login/login-routes.ts'
import { passkeyOptions, relyingPartyOf, takePasskey } from './passkey-proofs.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './passkeys.ts'
import { confirmPassword } from './password-change.ts'
import { realmOf } from '#server/identity/login/realms.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  secondFactorOf,
} from './second-factor.ts'
import { challenged, closeChallenge, takeCode, tryChallenge } from './second-factor-login.ts'
import { endSession, getUser, startSession } from '#server/identity/login/sign-in.ts'
import { sudoOf } from './sudo.ts'
import * as changes from '#server/identity/users/user-changes.ts'

export function serveSecondFactor(serve: Serve, deps: IdentityDeps, login: Login): void {
  serveApp(serve, deps, login)
  servePasskeys(serve, deps, login)
  servePasskeyLogin(serve, deps, login)
  serveSudo(serve, deps)
}

const self = ({ userId, role }: Caller) => ({ id: userId, role })

function serveApp({ read, write }: Serve, { database, limits, clock, seal }: IdentityDeps, login: Login): void {
  const { db } = database
  read(secondFactorApi.answer, async (input) => {
    const { challenge, code } = input.body
    const owner = await challenged(db, challenge)
    await limits.attempt(loginLimits.secondFactor(owner), async () => {
      await takeCode(db, seal, await tryChallenge(db, challenge), code, clock())
      await closeChallenge(db, challenge)
    })
    return login.enter(await getUser(db, owner), input)
  })
  read(secondFactorApi.state, ({ caller }) => secondFactorOf(db, caller.userId))
  read(secondFactorApi.setUp, ({ caller }) => beginSecondFactor(db, seal, caller.userId))
  read(secondFactorApi.confirm, (input) =>
    limits.attempt(loginLimits.secondFactor(input.caller.userId), () =>
      confirmSecondFactor(
        database,
        seal,
        input.caller.userId,
        input.body.code,
        clock(),
        login.goOn(self(input.caller), input),
      ),
    ),
  )
  read(secondFactorApi.renewRecoveryCodes, ({ caller }) => renewRecoveryCodes(database, caller.userId))
  read(secondFactorApi.disable, async (input) => {
    await disableSecondFactor(database, input.caller.userId, login.goOn(self(input.caller), input))
    return {}
  })
  write(secondFactorApi.disableOfUser, (work, { params }) => changes.dropSecondFactorOf(work, params.id))
}

function servePasskeys({ read, write }: Serve, { database, publicUrl }: IdentityDeps, login: Login): void {
  const { db } = database
  const rp = relyingPartyOf(publicUrl)
  read(passkeysApi.list, ({ caller }) => listPasskeys(db, caller.userId))
  read(passkeysApi.begin, ({ caller }) => beginPasskey(db, rp, caller.userId))
  read(passkeysApi.add, (input) =>
    addPasskey(database, rp, input.caller.userId, input.body, login.goOn(self(input.caller), input)),
  )
  write(passkeysApi.rename, (work, { params, body }) => renamePasskey(work, params.id, body.name))
  read(passkeysApi.remove, async (input) => {
    await removePasskey(database, input.caller.userId, input.params.id, login.goOn(self(input.caller), input))
    return {}
  })
}

function servePasskeyLogin({ read }: Serve, { database, limits, publicUrl }: IdentityDeps, login: Login): void {
  const { db } = database
  const rp = relyingPartyOf(publicUrl)
  read(passkeysApi.beginLogin, async ({ body, request }) => {
    await limits.spend(loginLimits.passkeyOptions(request.ip))
    return passkeyOptions(db, rp, { purpose: 'enter', userId: null, realm: body.realm })
  })
  read(passkeysApi.login, async (input) => {
    const { realm, passkey } = input.body
    const userId = await limits
      .attempt(loginLimits.passkey(input.request.ip), () =>
        takePasskey(database, rp, { purpose: 'enter', userId: null, realm }, passkey).catch((error: unknown) => {
          throw error instanceof Refusal
            ? new Refusal('WRONG_CREDENTIALS', 'This passkey can’t log in here. Use your password.')
            : error
        }),
      )
      .catch(login.failed)
    return login.enter(await getUser(db, userId), input)
  })
  read(passkeysApi.beginSecondFactor, async ({ body }) => {
    const user = await getUser(db, await challenged(db, body.challenge))
    return passkeyOptions(db, rp, { purpose: 'second-factor', userId: user.id, realm: realmOf(user.role) })
  })
  read(passkeysApi.secondFactor, async (input) => {
    const { challenge, passkey } = input.body
    const user = await getUser(db, await challenged(db, challenge))
    const challengeFor = { purpose: 'second-factor', userId: user.id, realm: realmOf(user.role) } as const
    await limits.attempt(loginLimits.secondFactor(user.id), async () => {
      await tryChallenge(db, challenge)
      await takePasskey(database, rp, challengeFor, passkey)
      await closeChallenge(db, challenge)
    })
    return login.enter(user, input)
  })
}

function serveSudo({ read }: Serve, deps: IdentityDeps): void {
  const { database, limits, clock, seal, publicUrl, cookie } = deps
  const { db } = database
  const rp = relyingPartyOf(publicUrl)
  const challengeFor = ({ userId, role }: Caller) => ({ purpose: 'sudo', userId, realm: realmOf(role) }) as const
  read(sudoApi.state, ({ caller }) => sudoOf(db, caller.userId, caller.sessionId))
  read(sudoApi.begin, ({ caller }) => passkeyOptions(db, rp, challengeFor(caller)))
  read(sudoApi.confirm, async ({ caller, body, request, reply }) => {
    const { userId } = caller
    const { password, code, passkey } = body
    const given = Object.entries(body).filter(([, proof]) => proof !== undefined)
    if (given.length !== 1) throw new Refusal('INVALID', 'Give a password, a code or a passkey.')
    await limits.attempt(
      password === undefined ? loginLimits.secondFactor(userId) : loginLimits.ownPassword(userId),
      async () => {
        if (password !== undefined) await confirmPassword(db, userId, password, 'password')
        else if (code !== undefined) await takeCode(db, seal, userId, code, clock())
        else if (passkey) await takePasskey(database, rp, challengeFor(caller), passkey)
      },
    )
    const token = await database.transaction(async (tx) => {
      // A session that was ended meanwhile isn't replaced by a new one.
      if (!(await endSession(tx, cookie.read(request) ?? ''))) throw new Refusal('NOT_SIGNED_IN')
      const by = given[0]?.[0]
      await recordAudit(tx, userId, { act: 'session.confirmed', entity: 'user', entityId: userId, details: { by } })
      return startSession(tx, self(caller), request, null)
    })
    cookie.set(reply, token, caller.role)
    return {}
  })
}
