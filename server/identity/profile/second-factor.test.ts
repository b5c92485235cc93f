import { Secret, TOTP } from 'otpauth'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { secondFactorApi } from '#shared/identity/profile/second-factor-api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { addPerson, cookiesOf, knock, password, tokensFor } from '#test/accounts.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { type Client, clientOf } from '#test/client.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'

/** A server with a clock that the test sets, and a user who may set up a second factor. */
async function open(role: 'staff' | 'customer' | 'admin' = 'staff', rateLimits = false) {
  const clock = { now: new Date() }
  const server = await startServer({ rateLimits, clock: () => clock.now })
  const admin = await server.as('admin')
  const person = await addPerson(server, admin, role)
  const realm = role === 'customer' ? ('customer' as const) : ('staff' as const)
  const codeOf = (secret: string, stepsAway = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now.getTime() + stepsAway * 30_000 })
  const later = (seconds: number) => {
    clock.now = new Date(clock.now.getTime() + seconds * 1000)
  }
  /** Logs in with the correct password and returns the challenge for the second factor. */
  const challenge = async () => {
    const halfway = await knock(server, person.email, password, { realm })
    const { details } = halfway.body as unknown as { details?: { challenge: string; expiresAt: string } }
    return {
      status: halfway.status,
      code: halfway.body.code,
      cookie: cookiesOf(halfway.headers),
      token: details?.challenge ?? '',
    }
  }
  const answer = (token: string, code: string) =>
    server.nobody.send('POST', '/api/auth/second-factor', { challenge: token, code })
  return { server, admin, person, codeOf, later, challenge, answer, door: realm }
}

/** Sets up an app; returns its secret, the recovery codes and the client with the new session. */
async function setUp(server: TestServer, client: Client, codeOf: (secret: string) => string) {
  const { secret, uri } = await client.do(secondFactorApi.setUp, {})
  expect(uri).toContain(`secret=${secret}`)
  const confirmed = await client.call(secondFactorApi.confirm, { body: { code: codeOf(secret) } })
  expect(confirmed.status).toBe(200)
  return {
    secret,
    recoveryCodes: confirmed.body.recoveryCodes,
    client: clientOf(server.url, client.userId, cookiesOf(confirmed.headers, '__Host-sid')),
  }
}

test.each(['staff', 'customer'] as const)(
  '(A13) second factor of %s: set up, required at login, disabled',
  async (role) => {
    const { server, person, codeOf, later, challenge, answer, door } = await open(role)
    const client = await person.signIn()
    expect(await client.do(secondFactorApi.state, {})).toEqual({
      enabled: false,
      passkeys: 0,
      required: false,
      recoveryCodesLeft: 0,
    })
    expect((await client.call(secondFactorApi.confirm, { body: { code: '123456' } })).body.code).toBe('NOT_READY')
    const pending = await client.do(secondFactorApi.setUp, {})
    for (const code of ['000000', '٠٠٠٠٠٠', '𨆟𨆟𨆟', 'abcdef', '1'])
      expect((await client.call(secondFactorApi.confirm, { body: { code } })).body.fields).toEqual({ code: 'is wrong' })
    // An unconfirmed app doesn't count.
    expect((await knock(server, person.email, password, { realm: door })).status).toBe(200)
    expect(pending.secret).toMatch(/^[A-Z2-7]{32}$/)

    const on = await setUp(server, client, codeOf)
    expect((await client.send('GET', '/api/auth/sessions')).status).toBe(401)
    expect(await on.client.do(secondFactorApi.state, {})).toEqual({
      enabled: true,
      passkeys: 0,
      required: false,
      recoveryCodesLeft: 10,
    })
    expect((await on.client.call(secondFactorApi.setUp, {})).body.code).toBe('ALREADY_DONE')

    later(60)
    const challenged = await challenge()
    expect([challenged.status, challenged.code, challenged.cookie]).toEqual([401, 'SECOND_FACTOR_NEEDED', ''])
    expect((await answer(challenged.token, '000000')).body.fields).toEqual({ code: 'is wrong' })
    const code = codeOf(on.secret)
    const entered = await answer(challenged.token, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect([entered.status, entered.body]).toEqual([
      200,
      { user: expect.objectContaining({ email: person.email, role }) },
    ])
    expect((await answer(challenged.token, code)).body.code).toBe('TOKEN_INVALID')

    const inside = clientOf(server.url, '', cookiesOf(entered.headers))
    const off = await inside.call(secondFactorApi.disable, {})
    expect([off.status, (await inside.send('GET', '/api/auth/sessions')).status]).toEqual([200, 401])
    const after = clientOf(server.url, '', cookiesOf(off.headers, '__Host-sid'))
    expect(await after.do(secondFactorApi.state, {})).toMatchObject({ enabled: false, recoveryCodesLeft: 0 })
    expect((await knock(server, person.email, password, { realm: door })).status).toBe(200)
  },
)

test('(A13) each code works once: not again in the same time step, not concurrently, and older codes are refused', async () => {
  const { server, person, codeOf, later, challenge, answer } = await open()
  const { secret, recoveryCodes } = await setUp(server, await person.signIn(), codeOf)
  // The code that confirmed the app is used up.
  expect((await answer((await challenge()).token, codeOf(secret))).status).toBe(422)
  later(90)
  const tokens = await Promise.all(Array.from({ length: 20 }, async () => (await challenge()).token))
  const answers = await Promise.all(tokens.map((token) => answer(token, codeOf(secret))))
  expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
  expect((await answer((await challenge()).token, codeOf(secret, -1))).status).toBe(422)
  expect((await answer((await challenge()).token, codeOf(secret, 2))).status).toBe(422)
  expect((await answer((await challenge()).token, codeOf(secret, 1))).status).toBe(200)

  const recovery = recoveryCodes[3] ?? ''
  expect(recovery).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
  const again = await Promise.all(
    Array.from({ length: 10 }, async () => answer((await challenge()).token, recovery.toUpperCase())),
  )
  expect(again.filter((one) => one.status === 200)).toHaveLength(1)
  const { rows } = await sql<{ dump: string }>`select json_agg(c)::text as dump from recovery_codes c`.execute(
    server.database.db,
  )
  expect(recoveryCodes.some((code) => rows[0]?.dump.includes(code.replaceAll('-', '')))).toBe(false)
  const storedRows = await sql<{
    dump: string
  }>`select json_agg(a)::text || coalesce((select json_agg(i)::text from idempotency i), '') as dump from audit_log a`.execute(
    server.database.db,
  )
  expect(
    [secret, ...recoveryCodes].some((one) => `${storedRows.rows[0]?.dump}${server.logs.join('')}`.includes(one)),
  ).toBe(false)
})

test('(A13) a challenge expires after five minutes or five wrong codes; further codes are rate limited (429)', async () => {
  const { server, person, codeOf, later, challenge, answer } = await open('staff', true)
  const { secret } = await setUp(server, await person.signIn(), codeOf)
  later(60)
  const { token } = await challenge()
  for (let tries = 0; tries < 5; tries += 1) expect((await answer(token, '000000')).status).toBe(422)
  expect((await answer(token, codeOf(secret))).body.code).toBe('TOKEN_INVALID')
  const second = await challenge()
  expect((await answer(second.token, '000000')).status).toBe(422)
  expect((await answer(second.token, codeOf(secret))).status).toBe(429)
  const third = await challenge()
  await sql`update one_time_tokens set expires_at = moment()`.execute(server.database.db)
  expect((await answer(third.token, codeOf(secret))).body.code).toBe('TOKEN_INVALID')
})

test('(A13) a password reset keeps the second factor; new recovery codes replace the old; an administrator disables it', async () => {
  const { server, admin, person, codeOf, later, challenge, answer } = await open()
  const { client, secret, recoveryCodes } = await setUp(server, await person.signIn(), codeOf)
  const renewed = await client.do(secondFactorApi.renewRecoveryCodes, {})
  expect((await answer((await challenge()).token, recoveryCodes[0] ?? '')).status).toBe(422)
  expect((await answer((await challenge()).token, renewed.recoveryCodes[0] ?? '')).status).toBe(200)

  await server.nobody.send('POST', '/api/auth/forgot-password', { email: person.email })
  const [token] = await tokensFor(server, admin, person.email)
  await server.nobody.send('POST', '/api/auth/reset-password', { token, password })
  later(60)
  const challenged = await challenge()
  expect(challenged.code).toBe('SECOND_FACTOR_NEEDED')
  const entered = await answer(challenged.token, codeOf(secret))
  const inside = clientOf(server.url, '', cookiesOf(entered.headers))
  expect(await admin.do(usersApi.get, { params: { id: person.id } })).toMatchObject({ hasSecondFactor: true })
  expect((await inside.call(secondFactorApi.disableOfUser, { params: { id: person.id } })).status).toBe(403)
  expect((await admin.call(secondFactorApi.disableOfUser, { params: { id: person.id } })).status).toBe(204)
  expect((await inside.send('GET', '/api/auth/profile')).status).toBe(401)
  expect((await knock(server, person.email)).status).toBe(200)
})

test('if required, an administrator without a second factor can only set one up (403 otherwise)', async () => {
  const { server, admin, person, codeOf } = await open('admin')
  const client = await person.signIn()
  const staff = await server.as('staff')
  await changeSettings(admin, { security: { requireSecondFactorForAdmins: true } })
  for (const path of ['/api/users', '/api/products', '/api/mail-outbox'])
    expect([path, (await client.send('GET', path)).body.code]).toEqual([path, 'SECOND_FACTOR_REQUIRED'])
  for (const path of ['/api/auth/profile', '/api/settings', '/api/auth/sessions'])
    expect([path, (await client.send('GET', path)).status]).toEqual([path, 200])
  expect((await staff.send('GET', '/api/products')).status).toBe(200)
  expect(await client.do(secondFactorApi.state, {})).toMatchObject({ enabled: false, required: true })
  const on = await setUp(server, client, codeOf)
  expect((await on.client.send('GET', '/api/users')).status).toBe(200)
  expect(await on.client.do(secondFactorApi.state, {})).toMatchObject({ enabled: true, required: true })
})

test('if a second factor is required, lists whose JSON the database builds are refused (403), too, until it is set up', async () => {
  const { server, admin, person, codeOf } = await open('admin')
  const product = await addProduct(admin, await addPlace(admin), { name: 'Nitrile gloves' })
  const order = await addOrder(admin, (await addAccount(admin)).id, [[product.id, 3]])
  const client = await person.signIn()
  await changeSettings(admin, { security: { requireSecondFactorForAdmins: true } })
  const lists = [
    ['/api/products', product.id],
    ['/api/sales-orders', order.id],
  ] as const
  for (const [path] of lists) {
    const { status, body } = await client.send('GET', path)
    expect([path, status, body.code]).toEqual([path, 403, 'SECOND_FACTOR_REQUIRED'])
    expect(body).not.toHaveProperty('data')
  }
  const on = await setUp(server, client, codeOf)
  for (const [path, id] of lists) {
    const { status, body } = await on.client.send('GET', path)
    expect([path, status, body]).toEqual([
      path,
      200,
      expect.objectContaining({ data: [expect.objectContaining({ id })] }),
    ])
  }
})
