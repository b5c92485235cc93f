import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addPerson, knock, password, signIn, tokensFor } from '#test/accounts.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { reportFigure } from '#test/figures.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  admin = await server.as('admin')
})

const linkPaths = {
  staff: { ask: '/api/auth/forgot-password', set: '/api/auth/reset-password' },
  customer: { ask: '/api/customer-portal/auth/verify-email', set: '/api/customer-portal/auth/set-password' },
} as const
type Realm = keyof typeof linkPaths
const other = { staff: 'customer', customer: 'staff' } as const

const requestLink = (realm: Realm, email: string) => server.nobody.send('POST', linkPaths[realm].ask, { email })
const set = (realm: Realm, token: string | undefined, word = 'a different password') =>
  server.nobody.send('POST', linkPaths[realm].set, { token, password: word })
const newest = async (email: string) => (await tokensFor(server, admin, email))[0]

describe.each([
  ['AUTH-05', 'staff', 'staff', '/reset-password'],
  ['AUTH-06', 'customer', 'customer', '/crm/customer-portal/set-password'],
] as const)('[%s] forgotten password at the login page of %s', (_id, realm, role, page) => {
  test('(A4) every email address gets the same response; the mailed link works once and ends every session', async () => {
    const person = await addPerson(server, admin, role)
    const before = await person.signIn()
    const stranger = await addPerson(server, admin, realm === 'staff' ? 'customer' : 'staff')
    const answers = []
    for (const email of [
      person.email,
      ' '.concat(person.email.toUpperCase()),
      'nobody@example.com',
      stranger.email,
      'x',
    ])
      answers.push(await requestLink(realm, email))
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))).toEqual(new Set(['200 {}']))

    const mailed = await tokensFor(server, admin, person.email)
    const token = mailed[0]
    expect(token).toMatch(/^[\w-]{43}$/)
    const { rows } = await sql<{ content: string }>`select content::text from mail_outbox
      where to_address = ${person.email} and content::text like ${`%${token}%`}`.execute(server.database.db)
    expect(rows[0]?.content).toContain(`"path": "${page}#token=${token}"`)
    expect(await tokensFor(server, admin, stranger.email)).toHaveLength(1)

    expect((await set(other[realm], token)).body.code).toBe('TOKEN_INVALID')
    expect((await set(realm, token, 'short')).body.fields).toEqual({ password: 'must have at least 10 characters' })
    expect((await set(realm, token, person.email)).body.fields).toEqual({
      password: 'is too close to your email address',
    })
    expect((await set(realm, token)).status).toBe(200)
    expect((await set(realm, token)).body.code).toBe('TOKEN_INVALID')
    expect((await before.send('GET', '/api/auth/sessions')).status).toBe(401)
    expect((await knock(server, person.email, password, { realm: realm })).status).toBe(401)
    expect((await knock(server, person.email, 'a different password', { realm: realm })).status).toBe(200)
  })

  test('(A6) race: of 50 concurrent uses of one link, exactly one succeeds', async () => {
    const person = await addPerson(server, admin, role)
    await requestLink(realm, person.email)
    const token = await newest(person.email)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_one, index) => set(realm, token, `password number ${index}`)),
    )
    const won = answers.findIndex((answer) => answer.status === 200)
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.every((answer) => [200, 400, 429].includes(answer.status))).toBe(true)
    await signIn(server, person.email, `password number ${won}`, realm)
    reportFigure('uses of a link at once', answers.length)
    reportFigure('got through', answers.filter((answer) => answer.status === 200).length)
  })

  test('(A6) a newer link, a password change, expiry or suspension invalidates a link', async () => {
    const person = await addPerson(server, admin, role)
    await requestLink(realm, person.email)
    const first = await newest(person.email)
    await requestLink(realm, person.email)
    const second = await newest(person.email)
    expect(second).not.toBe(first)
    expect((await set(realm, first)).body.code).toBe('TOKEN_INVALID')

    const client = await person.signIn()
    const changed = { currentPassword: password, password: 'changed by its owner' }
    expect((await client.send('POST', '/api/auth/password', changed)).status).toBe(200)
    expect((await set(realm, second)).body.code).toBe('TOKEN_INVALID')

    await requestLink(realm, person.email)
    const third = await newest(person.email)
    const ends = await sql<{
      minutes: number
    }>`update one_time_tokens set expires_at = moment() where user_id = ${person.id}
      and used_at is null returning round(extract(epoch from expires_at - created_at) / 60)::int as minutes`.execute(
      server.database.db,
    )
    expect(ends.rows).toHaveLength(1)
    expect((await set(realm, third)).body.code).toBe('TOKEN_INVALID')

    await requestLink(realm, person.email)
    const fourth = await newest(person.email)
    await admin.send('POST', `/api/users/${person.id}/suspension`, {})
    expect((await set(realm, fourth)).body.code).toBe('TOKEN_INVALID')
    await requestLink(realm, person.email)
    await admin.send('DELETE', `/api/users/${person.id}/suspension`)
    // A user who was suspended when the job ran got no mail; a later request sends one.
    expect((await set(realm, fourth)).body.code).toBe('TOKEN_INVALID')
  })

  test('(A6, A8) a token has the documented lifetime and is stored only as a hash and in the mail', async () => {
    const person = await addPerson(server, admin, role)
    await requestLink(realm, person.email)
    const token = (await newest(person.email)) ?? ''
    const { rows } = await sql<{ minutes: number; dump: string }>`select
        round(extract(epoch from expires_at - created_at) / 60)::int as minutes,
        t::text || (select coalesce(json_agg(a)::text, '') from audit_log a) || (select json_agg(i)::text from idempotency i) as dump
      from one_time_tokens t where user_id = ${person.id} and used_at is null`.execute(server.database.db)
    expect(rows.map((row) => row.minutes)).toEqual([realm === 'staff' ? 30 : 1440])
    expect(rows[0]?.dump).not.toContain(token)
    expect(server.logs.join('')).not.toContain(token)
  })
})

describe('[AUTH-06] login pages of staff and customers', () => {
  test('(A14) each refuses the other’s users with the same error as a wrong password', async () => {
    const staff = await addPerson(server, admin, 'staff')
    const customer = await addPerson(server, admin, 'customer')
    const tries = [
      await knock(server, customer.email),
      await knock(server, staff.email, password, { realm: 'customer' }),
      await knock(server, staff.email, 'a wrong password'),
      await knock(server, customer.email, 'a wrong password', { realm: 'customer' }),
    ]
    expect(new Set(tries.map(({ status, body }) => `${status} ${body.code} ${body.error}`)).size).toBe(1)
    const inside = await customer.signIn()
    expect((await inside.send('GET', '/api/auth/customer-portal/profile')).body).toMatchObject({
      user: { email: customer.email, role: 'customer' },
    })
    expect((await inside.send('GET', '/api/auth/profile')).status).toBe(403)
    expect((await (await staff.signIn()).send('GET', '/api/auth/customer-portal/profile')).status).toBe(403)
    expect((await inside.send('POST', '/api/customer-portal/auth/logout', {})).status).toBe(200)
    expect((await inside.send('GET', '/api/auth/customer-portal/profile')).status).toBe(401)
  })

  test('(A14) a session of the wrong realm is refused (401)', async () => {
    const driver = await server.as('driver')
    await sql`update sessions set realm = 'customer' where user_id = ${driver.userId}`.execute(server.database.db)
    expect((await driver.send('GET', '/api/auth/profile')).status).toBe(401)
  })
})
