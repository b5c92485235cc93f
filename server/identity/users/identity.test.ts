import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { identityApi } from '#shared/identity/login/api.ts'
import { registrationLinksApi } from '#shared/identity/users/registration-links-api.ts'
import { clientOf } from '#test/client.ts'
import { startServer, type TestServer } from '#test/server.ts'

const password = 'a long enough password'
const admin = { name: 'Ana Admin', email: 'Ana@Example.com', password }

/** The cookie set by a response, in the form for the next request; empty if it sets none or clears it. */
const cookieOf = (headers: Headers) => /^(__Host-sid=[^;]*)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
const setUp = (server: TestServer, more: object = {}) =>
  server.nobody.send('POST', '/api/auth/setup-first-admin', { code: server.setupCode, ...admin, ...more })
const signIn = (server: TestServer, email: string, word = password) =>
  server.nobody.send('POST', '/api/auth/login', { email, password: word })

describe('the first administrator', () => {
  test('[AUTH-07] (A10) race: 50 concurrent set-up requests create exactly one administrator; further ones get 404', async () => {
    const server = await startServer({ rateLimits: false })
    expect((await server.nobody.send('GET', '/api/auth/setup-first-admin')).body).toEqual({ open: true, demo: false })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_one, index) => setUp(server, { email: `a${index}@example.com` })),
    )
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    // Requests beyond the queue of password hashes get 429; none of them creates a second administrator.
    expect(statuses.every((status) => [201, 404, 409, 429].includes(status))).toBe(true)
    const { rows } = await sql`select 1 from users`.execute(server.database.db)
    expect(rows).toHaveLength(1)
    expect((await setUp(server)).status).toBe(404)
    expect((await server.nobody.send('GET', '/api/auth/setup-first-admin')).status).toBe(404)
  })

  test('[AUTH-07] (A10) set-up requires the set-up code, which no response contains', async () => {
    const server = await startServer()
    const wrong = await setUp(server, { code: 'GUESS' })
    expect([wrong.status, wrong.body.code, wrong.body.fields]).toEqual([403, 'SETUP_CODE_WRONG', { code: 'is wrong' }])
    const missing = await setUp(server, { code: undefined, password: 'short' })
    expect(missing.body.fields).toEqual({ code: 'is required', password: 'must have at least 10 characters' })
    expect(JSON.stringify([wrong, missing])).not.toContain(server.setupCode)
    const right = await setUp(server, { code: server.setupCode.toLowerCase() })
    expect(right.status).toBe(201)
    expect(right.body).toMatchObject({ user: { email: 'Ana@Example.com', role: 'admin', suspended: false } })
    expect(server.logs.join('')).not.toContain(password)
  })
})

describe('login and logout', () => {
  test('[AUTH-02, AUTH-03, AUTH-04] login sets a session cookie, logout ends the session and clears the cookie', async () => {
    const server = await startServer()
    await setUp(server)
    const entered = await signIn(server, ' ana@example.COM ')
    expect(entered.status).toBe(200)
    const header = entered.headers.get('set-cookie') ?? ''
    for (const part of ['__Host-sid=', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict'])
      expect(header).toContain(part)
    const client = clientOf(server.url, '', cookieOf(entered.headers))
    expect((await client.do(identityApi.profile, {})).user).toMatchObject({ name: 'Ana Admin', role: 'admin' })
    const stored = await sql<{ token_hash: Buffer }>`select token_hash from sessions`.execute(server.database.db)
    expect(stored.rows.some((row) => row.token_hash.toString('base64url') === client.cookie.slice(11))).toBe(false)

    const left = await client.send('POST', '/api/auth/logout', {})
    expect([left.status, left.headers.get('set-cookie')]).toEqual([
      200,
      expect.stringMatching(/__Host-sid=;|Max-Age=0|Expires=Thu, 01 Jan 1970/),
    ])
    expect((await client.send('GET', '/api/auth/profile')).status).toBe(401)
    expect((await client.send('POST', '/api/auth/logout', {})).status).toBe(200)
  })

  test('(A4) every failed login gets the same response, whatever the reason', async () => {
    const server = await startServer()
    await setUp(server)
    const customer = await server.as('customer')
    const { rows } = await sql<{
      email: string
    }>`update users set password_hash = (select password_hash from users where bootstrap)
      where id = ${customer.userId} returning email`.execute(server.database.db)
    const driver = await server.as('driver')
    const unset = await sql<{ email: string }>`select email from users where id = ${driver.userId}`.execute(
      server.database.db,
    )
    const tries = await Promise.all([
      signIn(server, 'ana@example.com', 'another password'),
      signIn(server, 'nobody@example.com'),
      signIn(server, rows[0]?.email ?? ''),
      signIn(server, 'not an address'),
      signIn(server, unset.rows[0]?.email ?? ''),
    ])
    const answers = tries.map(({ status, body }) => [status, body.code, body.error])
    expect(new Set(answers.map(String)).size).toBe(1)
    expect(answers[0]).toEqual([401, 'WRONG_CREDENTIALS', 'Login failed. Check your credentials.'])
    expect(tries.every((answer) => cookieOf(answer.headers) === '')).toBe(true)
    await sql`update users set suspended_at = moment() where email_key = 'ana@example.com'`.execute(server.database.db)
    expect((await signIn(server, 'ana@example.com')).body.code).toBe('WRONG_CREDENTIALS')
  })

  test('(A5) a new login replaces the old session: the former cookie gets 401', async () => {
    const server = await startServer()
    const first = cookieOf((await setUp(server)).headers)
    const again = await clientOf(server.url, '', first).send('POST', '/api/auth/login', {
      email: admin.email,
      password,
    })
    expect(cookieOf(again.headers)).not.toBe(first)
    expect((await clientOf(server.url, '', first).send('GET', '/api/auth/profile')).status).toBe(401)
    expect((await clientOf(server.url, '', cookieOf(again.headers)).send('GET', '/api/auth/profile')).status).toBe(200)
  })

  test('[AUTH-04] (A14) customers and staff have separate profile endpoints', async () => {
    const server = await startServer()
    const customer = await server.as('customer')
    const staff = await server.as('staff')
    expect((await customer.send('GET', '/api/auth/customer-portal/profile')).status).toBe(200)
    expect((await customer.send('GET', '/api/auth/profile')).status).toBe(403)
    expect((await staff.send('GET', '/api/auth/customer-portal/profile')).status).toBe(403)
  })

  test('(A15) passwords are compared completely, in Unicode normal form, up to 256 characters', async () => {
    const server = await startServer()
    const long = `${'p'.repeat(200)}\u00E9 end`
    await setUp(server, { password: long })
    expect((await signIn(server, admin.email, long.normalize('NFD'))).status).toBe(200)
    expect((await signIn(server, admin.email, long.slice(0, 200))).status).toBe(401)
    expect((await signIn(server, admin.email, 'x'.repeat(257))).status).toBe(422)
  })
})

describe('registration by link', () => {
  test('[AUTH-01] (A6, A7, Z6) requires a link, works once, and only the link decides role and permissions', async () => {
    const server = await startServer({ rateLimits: false })
    const boss = await server.as('admin')
    const { url, expiresAt } = await boss.do(registrationLinksApi.create, {})
    expect(url).toMatch(/^http:\/\/localhost\/crm\/register#token=[\w-]{43}$/)
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
    const token = url.split('#token=')[1]
    const register = (body: object) =>
      server.nobody.send('POST', '/api/auth/register', { name: 'Ben', email: 'ben@example.com', password, ...body })
    for (const wrong of [
      {},
      { token: 'guess' },
      { role: 'admin' },
      { role: 'admin', permissions: { users: { view: true } } },
    ]) {
      expect((await register(wrong)).body.code).toBe('LINK_INVALID')
    }
    expect((await register({ token, isAdmin: true })).body.fields).toEqual({ isAdmin: 'is not known' })
    const both = await Promise.all([
      register({ token, role: 'customer' }),
      register({ token, email: 'other@example.com' }),
    ])
    expect(both.map((answer) => answer.status).toSorted()).toEqual([201, 403])
    const won = both.find((answer) => answer.status === 201)
    expect(won?.body).toMatchObject({ user: { role: 'admin' } })
    expect(
      (await clientOf(server.url, '', cookieOf(won?.headers ?? new Headers())).send('GET', '/api/auth/profile')).status,
    ).toBe(200)
  })

  test('(A7) an expired or revoked link, or an email address in use, is refused', async () => {
    const server = await startServer()
    await setUp(server)
    const boss = await server.as('admin')
    const link = async () => (await boss.do(registrationLinksApi.create, {})).url.split('#token=')[1]
    const register = (token: string | undefined, email: string) =>
      server.nobody.send('POST', '/api/auth/register', { name: 'Cy', email, password, token })
    for (const column of ['expires_at', 'revoked_at']) {
      const token = await link()
      await sql`update registration_links set ${sql.ref(column)} = moment() - interval '1 minute'`.execute(
        server.database.db,
      )
      expect((await register(token, 'cy@example.com')).body.code).toBe('LINK_INVALID')
    }
    const good = await link()
    expect((await register(good, 'ANA@example.com')).body.code).toBe('ALREADY_EXISTS')
    // The refused request did not use up the link.
    expect((await register(good, 'cy@example.com')).status).toBe(201)
  })

  test('(A8) the token is not stored or logged in plain text', async () => {
    const server = await startServer()
    const boss = await server.as('admin')
    const { url } = await boss.do(registrationLinksApi.create, {})
    const token = url.split('#token=')[1] ?? ''
    const { rows } = await sql<{ dump: string }>`select (select json_agg(l)::text from registration_links l) ||
      coalesce((select json_agg(i)::text from idempotency i), '') || (select json_agg(a)::text from audit_log a) as dump`.execute(
      server.database.db,
    )
    expect(rows[0]?.dump).not.toContain(token)
    expect(server.logs.join('')).not.toContain(token)
  })
})
