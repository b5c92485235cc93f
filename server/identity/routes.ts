import { randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { roleDefaults } from '#shared/access/roles.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { identityApi } from '#shared/identity/api.ts'
import { registrationLinksApi } from '#shared/identity/registration-links-api.ts'
import type { User } from '#shared/identity/user.ts'
import type { Database } from '#server/db/database.ts'
import type { Reading, Serve, ServeDeps } from '#server/http/serve.ts'
import { hashOf } from '#server/http/session.ts'
import { hasAdmin, register, setUpFirstAdmin } from './first-admin.ts'
import { endSession, getUser, identify, startSession } from './sign-in.ts'

const linkHours = 24

export interface IdentityDeps extends ServeDeps {
  database: Database
  setupCode: string
  /** Fills the demo company in; absent where there is none. */
  loadDemo?: (adminId: string) => Promise<void>
  demo: boolean
}

export function serveIdentity({ read, write }: Serve, deps: IdentityDeps): void {
  const { database, cookie } = deps
  const { db } = database

  async function signIn(
    user: User,
    { request, reply }: Pick<Reading<never>, 'request' | 'reply'>,
  ): Promise<{ user: User }> {
    const token = await startSession(db, user, request, cookie.read(request))
    cookie.set(reply, token, user.role)
    request.callerId = user.id
    return { user }
  }

  read(identityApi.setupOpen, async () => {
    if (await hasAdmin(db)) throw new Refusal('NOT_FOUND')
    return { open: true }
  })
  read(identityApi.setupFirstAdmin, async (ask) => {
    const user = await setUpFirstAdmin(database, deps.setupCode, ask.body)
    if (ask.body.demo || deps.demo) await deps.loadDemo?.(user.id)
    return signIn(user, ask)
  })
  read(identityApi.register, async (ask) => signIn(await register(database, ask.body), ask))
  read(identityApi.login, async (ask) => signIn(await identify(db, ask.body.email, ask.body.password), ask))
  read(identityApi.logout, async ({ request, reply }) => {
    const token = cookie.read(request)
    if (token) await endSession(db, token)
    cookie.clear(reply)
    reply.header('clear-site-data', '"cache"')
    return {}
  })
  read(identityApi.profile, async ({ caller }) => ({ user: await getUser(db, caller.userId) }))
  read(identityApi.customerProfile, async ({ caller }) => {
    if (caller.role !== 'customer') throw new Refusal('FORBIDDEN')
    return { user: await getUser(db, caller.userId) }
  })
  write(registrationLinksApi.create, async (work) => {
    const id = newId()
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(work.now.getTime() + linkHours * 3_600_000).toISOString()
    await work.tx
      .insertInto('registration_links')
      .values({
        id,
        token_hash: hashOf(token),
        role: 'admin',
        permissions: JSON.stringify(roleDefaults.admin),
        created_by: work.caller.userId,
        expires_at: expiresAt,
      })
      .execute()
    work.audit('registrationLink.created', 'registrationLink', id, { role: 'admin', expiresAt })
    return { id, url: `${deps.publicUrl}/crm/register#token=${token}`, expiresAt }
  })
}
