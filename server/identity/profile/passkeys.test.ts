import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { passkeysApi } from '#shared/identity/profile/passkeys-api.ts'
import { secondFactorApi } from '#shared/identity/profile/second-factor-api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { addPerson, cookiesOf, knock, password } from '#test/accounts.ts'
import { Authenticator } from '#test/authenticator.ts'
import { type Client, clientOf } from '#test/client.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  admin = await server.as('admin')
})

const after = (headers: Headers) => clientOf(server.url, '', cookiesOf(headers, '__Host-sid'))

/** Adds a passkey; returns the authenticator and the client with the new session. */
async function addPasskey(client: Client, device = new Authenticator()) {
  const options = await client.do(passkeysApi.begin, {})
  const added = await client.call(passkeysApi.add, { body: { name: 'My phone', passkey: device.make(options) } })
  expect([added.status, added.body.error]).toEqual([201, undefined])
  return { device, client: after(added.headers), ...added.body }
}

async function passkeyLogin(
  device: Authenticator,
  wrong: Parameters<Authenticator['authenticate']>[1] = {},
  realm: 'staff' | 'customer' = 'staff',
) {
  const options = await server.nobody.do(passkeysApi.beginLogin, { body: { realm } })
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
  return server.nobody.call(passkeysApi.login, { body: { realm, passkey: device.authenticate(options, wrong) } })
}

describe('passkeys', () => {
  test('are added, renamed, listed and deleted; adding or deleting ends other sessions, sends an email and is audited', async () => {
    const person = await addPerson(server, admin, 'staff')
    const [here, there] = [await person.signIn(), await person.signIn()]
    const { client, passkey, recoveryCodes } = await addPasskey(here)
    expect(recoveryCodes).toHaveLength(10)
    for (const ended of [here, there]) expect((await ended.send('GET', '/api/auth/sessions')).status).toBe(401)
    expect(await client.do(passkeysApi.list, {})).toEqual({ data: [passkey] })
    expect(await client.do(secondFactorApi.state, {})).toMatchObject({ enabled: false, passkeys: 1 })
    expect(await admin.do(usersApi.get, { params: { id: person.id } })).toMatchObject({ hasSecondFactor: true })
    expect(
      await client.do(passkeysApi.rename, { params: { id: passkey.id }, body: { name: ' Work phone ' } }),
    ).toMatchObject({ name: 'Work phone' })
    const second = await addPasskey(client)
    expect(second.recoveryCodes).toBeNull()
    expect((await second.client.do(passkeysApi.list, {})).data.map((one) => one.name)).toEqual([
      'My phone',
      'Work phone',
    ])
    const gone = await second.client.call(passkeysApi.remove, { params: { id: passkey.id } })
    expect([gone.status, (await second.client.send('GET', '/api/auth/sessions')).status]).toEqual([200, 401])
    const last = after(gone.headers)
    expect(await last.do(secondFactorApi.state, {})).toMatchObject({ passkeys: 1, recoveryCodesLeft: 10 })
    const none = after((await last.call(passkeysApi.remove, { params: { id: second.passkey.id } })).headers)
    expect(await none.do(secondFactorApi.state, {})).toMatchObject({ passkeys: 0, recoveryCodesLeft: 0 })
    expect((await knock(server, person.email)).status).toBe(200)
    const acts = await sql<{ act: string }>`select act from audit_log where entity_id = ${person.id}
      and act like 'passkey%' order by id`.execute(server.database.db)
    expect(acts.rows.map((row) => row.act)).toEqual([
      'passkey.added',
      'passkey.renamed',
      'passkey.added',
      'passkey.deleted',
      'passkey.deleted',
    ])
    const mails = await sql<{ subject: string }>`select subject from mail_outbox where to_address = ${person.email}
      and subject like '%passkey%'`.execute(server.database.db)
    expect(mails.rows).toHaveLength(4)
  })

  test.each(['staff', 'customer'] as const)('log in %s without a password', async (role) => {
    const person = await addPerson(server, admin, role)
    const { device } = await addPasskey(await person.signIn())
    const entered = await passkeyLogin(device, {}, role)
    expect([entered.status, entered.body]).toEqual([
      200,
      { user: expect.objectContaining({ email: person.email, role }) },
    ])
    expect((await after(entered.headers).send('GET', '/api/auth/sessions')).status).toBe(200)
    // (A14) In the other realm it is unknown.
    const other = await passkeyLogin(device, {}, role === 'staff' ? 'customer' : 'staff')
    expect([other.status, other.body.code, cookiesOf(other.headers)]).toEqual([401, 'WRONG_CREDENTIALS', ''])
  })

  test('serve as second factor after the password; a recovery code replaces a lost passkey', async () => {
    const person = await addPerson(server, admin, 'staff')
    const { device, recoveryCodes } = await addPasskey(await person.signIn())
    const halfway = async () => {
      const refused = await knock(server, person.email)
      expect([refused.status, refused.body.code]).toEqual([401, 'SECOND_FACTOR_NEEDED'])
      const details = refused.body.details as { challenge: string; methods: string[] }
      expect(details.methods).toEqual(['code', 'passkey'])
      return details.challenge
    }
    const challenge = await halfway()
    const options = await server.nobody.do(passkeysApi.beginSecondFactor, { body: { challenge } })
    expect(options).toMatchObject({ allowCredentials: [{ id: device.id.toString('base64url') }] })
    const entered = await server.nobody.call(passkeysApi.secondFactor, {
      body: { challenge, passkey: device.authenticate(options) },
    })
    expect([entered.status, entered.body.user.email]).toEqual([200, person.email])
    const again = await server.nobody.call(passkeysApi.beginSecondFactor, { body: { challenge } })
    expect(again.body.code).toBe('TOKEN_INVALID')
    const other = await halfway()
    const code = recoveryCodes?.[0] ?? ''
    expect((await server.nobody.call(secondFactorApi.answer, { body: { challenge: other, code } })).status).toBe(200)
    // An administrator can help a user who has lost everything.
    await admin.do(secondFactorApi.disableOfUser, { params: { id: person.id } })
    expect((await knock(server, person.email)).status).toBe(200)
    expect((await passkeyLogin(device)).status).toBe(401)
  })

  test('satisfy the second factor that is required for administrators', async () => {
    const own = await startServer({ rateLimits: false })
    const boss = await own.as('admin')
    const person = await addPerson(own, boss, 'admin')
    const client = await person.signIn()
    await changeSettings(boss, { security: { requireSecondFactorForAdmins: true } })
    expect((await client.send('GET', '/api/users')).body.code).toBe('SECOND_FACTOR_REQUIRED')
    const options = await client.do(passkeysApi.begin, {})
    const added = await client.call(passkeysApi.add, {
      body: { name: 'Key', passkey: new Authenticator().make(options) },
    })
    const on = clientOf(own.url, '', cookiesOf(added.headers, '__Host-sid'))
    expect((await on.send('GET', '/api/users')).status).toBe(200)
  })
})

describe('a passkey is refused', () => {
  const wrongs: Record<string, Parameters<Authenticator['authenticate']>[1]> = {
    'with a foreign challenge': { challenge: randomBytes(32).toString('base64url') },
    'from another origin': { origin: 'https://evil.example' },
    'from another port of the same host': { origin: 'http://localhost:8081' },
    'for another host': { rpId: 'evil.example' },
    'that nobody unlocked': { unverified: true },
    'of somebody else by its name': { userHandle: Buffer.from('another user').toString('base64url') },
    'made as a registration': { type: 'webauthn.create' },
  }
  test.each(Object.entries(wrongs))('%s', async (_name, wrong) => {
    const person = await addPerson(server, admin, 'staff')
    const { device } = await addPasskey(await person.signIn())
    const answer = await passkeyLogin(device, wrong)
    expect([answer.status, answer.body.code, cookiesOf(answer.headers)]).toEqual([401, 'WRONG_CREDENTIALS', ''])
    expect((await passkeyLogin(device)).status).toBe(200)
  })

  test.each(Object.entries(wrongs).filter(([name]) => !name.includes('name')))(
    'during registration %s',
    async (_name, wrong) => {
      const client = await (await addPerson(server, admin, 'staff')).signIn()
      const made = new Authenticator().make(await client.do(passkeysApi.begin, {}), {
        ...wrong,
        ...(wrong?.type && { type: 'webauthn.get' }),
      })
      const answer = await client.call(passkeysApi.add, { body: { name: 'Wrong', passkey: made } })
      expect([answer.status, answer.body.code]).toEqual([422, 'INVALID'])
      expect((await client.do(passkeysApi.list, {})).data).toEqual([])
    },
  )

  test('for a replayed, expired or wrong-purpose response, and if registered twice', async () => {
    const person = await addPerson(server, admin, 'staff')
    const { device, client } = await addPasskey(await person.signIn())
    const login = (passkey: ReturnType<Authenticator['authenticate']>) =>
      server.nobody.call(passkeysApi.login, { body: { realm: 'staff', passkey } })
    const begin = () => server.nobody.do(passkeysApi.beginLogin, { body: { realm: 'staff' } })
    const proof = device.authenticate(await begin())
    const both = await Promise.all([login(proof), login(proof)])
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 401])
    expect((await login(proof)).status).toBe(401)
    const late = device.authenticate(await begin())
    await sql`update passkey_challenges set expires_at = moment()`.execute(server.database.db)
    expect((await login(late)).status).toBe(401)
    const forSudo = await client.send('POST', '/api/auth/sudo/options', {})
    expect((await login(device.authenticate(forSudo.body))).status).toBe(401)
    const registered = device.make(await client.do(passkeysApi.begin, {}))
    expect((await client.call(passkeysApi.add, { body: { name: 'Twice', passkey: registered } })).status).toBe(409)
    expect((await client.call(passkeysApi.add, { body: { name: 'Twice', passkey: registered } })).status).toBe(422)
  })

  test('if its counter decreases, which indicates a copy; the audit log records it', async () => {
    const person = await addPerson(server, admin, 'staff')
    const { device } = await addPasskey(await person.signIn())
    device.counter = 9
    expect((await passkeyLogin(device)).status).toBe(200)
    for (const counter of [10, 3, 0])
      expect([counter, (await passkeyLogin(device, { counter })).status]).toEqual([counter, 401])
    const { rows } = await sql`select 1 from audit_log where act = 'passkey.refusedAsCopy'
      and entity_id = ${person.id}`.execute(server.database.db)
    expect(rows).toHaveLength(3)
    expect((await passkeyLogin(device, { counter: 11 })).status).toBe(200)
  })

  test('of another user: as second factor, as confirmation, to rename and to delete', async () => {
    const [one, two] = [await addPerson(server, admin, 'staff'), await addPerson(server, admin, 'staff')]
    const mine = await addPasskey(await one.signIn())
    const theirs = await addPasskey(await two.signIn())
    const { details } = (await knock(server, one.email)).body as unknown as { details: { challenge: string } }
    const { challenge } = details
    const options = await server.nobody.do(passkeysApi.beginSecondFactor, { body: { challenge } })
    const passkey = theirs.device.authenticate(options)
    expect((await server.nobody.call(passkeysApi.secondFactor, { body: { challenge, passkey } })).status).toBe(422)
    const sudo = await mine.client.send('POST', '/api/auth/sudo/options', {})
    const confirmed = await mine.client.send('POST', '/api/auth/sudo', {
      passkey: theirs.device.authenticate(sudo.body),
    })
    expect(confirmed.status).toBe(422)
    const params = { id: theirs.passkey.id }
    expect((await mine.client.call(passkeysApi.rename, { params, body: { name: 'Mine' } })).status).toBe(404)
    expect((await mine.client.call(passkeysApi.remove, { params })).status).toBe(404)
  })

  test('of a suspended user or a user whose role belongs to the other login page', async () => {
    const person = await addPerson(server, admin, 'staff')
    const { device } = await addPasskey(await person.signIn())
    await admin.do(usersApi.suspend, { params: { id: person.id } })
    expect((await passkeyLogin(device)).status).toBe(401)
    await admin.do(usersApi.unsuspend, { params: { id: person.id } })
    expect((await passkeyLogin(device)).status).toBe(200)
    await sql`update users set role = 'customer' where id = ${person.id}`.execute(server.database.db)
    for (const realm of ['staff', 'customer'] as const) expect((await passkeyLogin(device, {}, realm)).status).toBe(401)
    expect((await knock(server, person.email, password, { realm: 'customer' })).status).toBe(200)
  })
})
