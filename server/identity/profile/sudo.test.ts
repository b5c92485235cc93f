import { TOTP } from 'otpauth'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { roleDefaults } from '#shared/access/roles.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { passkeysApi } from '#shared/identity/profile/passkeys-api.ts'
import { secondFactorApi } from '#shared/identity/profile/second-factor-api.ts'
import { sudoApi } from '#shared/identity/profile/sudo-api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { addPerson, cookiesOf, password } from '#test/accounts.ts'
import { Authenticator } from '#test/authenticator.ts'
import { type Client, clientOf } from '#test/client.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { settingsWith } from '#test/settings.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  admin = await server.as('admin')
})

/** Expires the confirmations of all users except the administrator. */
const quarterLater = () =>
  sql`update sessions set sudo_until = moment() - interval '1 second' where user_id <> ${admin.userId}`.execute(
    server.database.db,
  )
const after = (headers: Headers) => clientOf(server.url, '', cookiesOf(headers, '__Host-sid'))
const nobody = '01900000-0000-7000-8000-000000000000'

/** Actions that need sudo, listed by hand: those of the reliability page under 4.3, as far as they exist. */
const acts = [
  'PUT /api/settings/email',
  'DELETE /api/settings/email',
  'POST /api/users',
  'POST /api/users/:id/invitation',
  'POST /api/registration-links',
  'PUT /api/users/:id/permissions',
  'POST /api/users/:id/suspension',
  'DELETE /api/users/:id/suspension',
  'DELETE /api/users/:id',
  'DELETE /api/users/:id/second-factor',
  'POST /api/invoices/:id/payment-reset',
  'POST /api/payments/:id/void',
  'POST /api/accounts/:id/credit-refunds',
  'POST /api/accounts/:id/opening-credits/:entryId/reversal',
  'POST /api/auth/second-factor/set-up',
  'POST /api/auth/second-factor/confirmation',
  'POST /api/auth/second-factor/recovery-codes',
  'POST /api/auth/second-factor/removal',
  'POST /api/auth/passkeys/options',
  'POST /api/auth/passkeys',
  'DELETE /api/auth/passkeys/:id',
]

describe('actions that require a recent confirmation (sudo)', () => {
  test('are those of the list; each requires confirmation before any other validation (403)', async () => {
    const marked = server.app.routes.filter((route) => route.spec.sudo)
    expect(marked.map((route) => `${route.method} ${route.path}`)).toEqual(expect.arrayContaining(acts))
    const boss = await server.as('admin')
    await quarterLater()
    for (const route of marked) {
      const answer = await boss.send(
        route.method,
        route.path.replace(':id', nobody),
        route.method === 'DELETE' ? undefined : {},
      )
      expect([route.path, answer.status, answer.body.code]).toEqual([route.path, 403, 'SUDO_REQUIRED'])
    }
    // Users without the permission get FORBIDDEN and aren't asked to confirm.
    const clerk = await server.as('staff', {})
    await quarterLater()
    expect((await clerk.send('POST', '/api/users', {})).body.code).toBe('FORBIDDEN')
    expect((await server.nobody.send('POST', '/api/users', {})).body.code).toBe('NOT_SIGNED_IN')
  })

  test('some requests require it only for certain changes: another role, email address or security setting', async () => {
    const boss = await server.as('admin')
    const person = await addPerson(server, admin, 'staff')
    const { version } = await admin.do(usersApi.get, { params: { id: person.id } })
    await quarterLater()
    const put = (more: object, read = version) =>
      boss.call(
        usersApi.update,
        { params: { id: person.id }, body: { name: 'Re', email: person.email, role: 'staff', ...more } },
        { version: read },
      )
    expect((await put({ role: 'driver' })).body.code).toBe('SUDO_REQUIRED')
    expect((await put({ email: 'new@example.com' })).body.code).toBe('SUDO_REQUIRED')
    expect((await put({})).status).toBe(200)
    const settings = async (isDemanded: boolean) => {
      const security = { requireSecondFactorForAdmins: isDemanded }
      const saved = await settingsWith(boss, { lowStockThreshold: 7, security })
      return boss.call(settingsApi.putSettings, { body: saved.body }, { version: saved.version })
    }
    expect((await settings(true)).body.code).toBe('SUDO_REQUIRED')
    expect((await settings(false)).status).toBe(200)
  })

  test('are allowed for 15 minutes after login', async () => {
    const person = await addPerson(server, admin, 'admin')
    const client = await person.signIn()
    const { until, methods } = await client.do(sudoApi.state, {})
    expect(Math.round((Date.parse(until ?? '') - Date.now()) / 60_000)).toBe(15)
    expect(methods).toEqual(['password'])
    expect((await client.send('POST', '/api/registration-links', {})).status).toBe(201)
  })

  test('a payment reset refused for lack of confirmation does not use up its idempotency key', async () => {
    const boss = await server.as('admin', roleDefaults.admin)
    await quarterLater()
    const key = '4f9d0b9e-6f0b-4c7a-9a51-1d2f3a4b5c6d'
    const input = { params: { id: nobody }, body: { reason: 'wrong customer' } }
    const refused = await boss.call(invoicingApi.resetPayments, input, { key, version: 1 })
    expect(refused.body.code).toBe('SUDO_REQUIRED')
    await sql`update sessions set sudo_until = moment() + interval '1 minute' where user_id = ${boss.userId}`.execute(
      server.database.db,
    )
    expect((await boss.call(invoicingApi.resetPayments, input, { key, version: 1 })).status).toBe(404)
  })
})

describe('a session is confirmed', () => {
  test('(A5) with the password; the session gets a new id and cookie, and the old cookie is invalid', async () => {
    const person = await addPerson(server, admin, 'admin')
    const client = await person.signIn()
    await quarterLater()
    const wrong = await client.call(sudoApi.confirm, { body: { password: 'not this one' } })
    expect([wrong.status, wrong.body.fields, cookiesOf(wrong.headers)]).toEqual([422, { password: 'is wrong' }, ''])
    const ids = () =>
      sql<{ id: string }>`select id from sessions where user_id = ${person.id}`.execute(server.database.db)
    const before = (await ids()).rows
    const confirmed = await client.call(sudoApi.confirm, { body: { password } })
    expect(confirmed.status).toBe(200)
    const [now, ...more] = (await ids()).rows
    expect([more, before.map((one) => one.id).includes(now?.id ?? '')]).toEqual([[], false])
    expect((await client.send('GET', '/api/auth/profile')).status).toBe(401)
    expect((await after(confirmed.headers).send('POST', '/api/registration-links', {})).status).toBe(201)
  })

  test('with a code of the authenticator app, once, or with a passkey', async () => {
    const person = await addPerson(server, admin, 'staff')
    let client = await person.signIn()
    const { secret } = await client.do(secondFactorApi.setUp, {})
    const totp = new TOTP({ secret })
    const on = await client.call(secondFactorApi.confirm, { body: { code: totp.generate() } })
    client = after(on.headers)
    const device = new Authenticator()
    const options = await client.do(passkeysApi.begin, {})
    client = after(
      (await client.call(passkeysApi.add, { body: { name: 'Phone', passkey: device.make(options) } })).headers,
    )
    await quarterLater()
    expect(await client.do(sudoApi.state, {})).toEqual({ until: null, methods: ['password', 'code', 'passkey'] })
    // The next code: later than the first, and still valid if the 30-second step ends in between.
    const code = totp.generate({ timestamp: Date.now() + 30_000 })
    const byCode = await client.call(sudoApi.confirm, { body: { code } })
    expect(byCode.status).toBe(200)
    client = after(byCode.headers)
    expect((await client.call(sudoApi.confirm, { body: { code } })).body.fields).toEqual({ code: 'is wrong' })
    await quarterLater()
    const passkeyOptions = await client.do(sudoApi.begin, {})
    const byPasskey = await client.call(sudoApi.confirm, { body: { passkey: device.authenticate(passkeyOptions) } })
    expect(byPasskey.status).toBe(200)
    client = after(byPasskey.headers)
    expect((await client.do(sudoApi.state, {})).until).not.toBeNull()
    for (const body of [{}, { password, code }]) expect((await client.call(sudoApi.confirm, { body })).status).toBe(422)
  })

  test('race: confirming while the user is suspended leaves no valid session', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await addPerson(server, admin, 'staff')
      const client = await person.signIn()
      const [confirmed] = await Promise.all([
        client.call(sudoApi.confirm, { body: { password } }),
        admin.do(usersApi.suspend, { params: { id: person.id } }),
      ])
      await admin.do(usersApi.unsuspend, { params: { id: person.id } })
      expect((await after(confirmed.headers).send('GET', '/api/auth/profile')).status).toBe(401)
    }
  })

  test('with wrong guesses rate limited like those of a login (429)', async () => {
    const own = await startServer()
    const person = await addPerson(own, await own.as('admin'), 'staff')
    const client = await person.signIn()
    const statuses = []
    for (let tries = 0; tries < 7; tries += 1)
      statuses.push((await client.call(sudoApi.confirm, { body: { password: 'a guess' } })).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 429])
  })
})
