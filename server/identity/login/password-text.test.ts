import { setImmediate } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { identityApi } from '#shared/identity/login/api.ts'
import { isPassword } from './passwords.ts'
import { addPerson, knock, password, signIn, tokensFor } from '#test/accounts.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

/* Passwords of every length and script, and floods of requests with passwords (reliability 3.1). */

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  admin = await server.as('admin')
})

type Person = Awaited<ReturnType<typeof addPerson>>

/** Endpoints that take a password, each with an otherwise valid body. */
const entries: [string, (person: Person, word: string) => Promise<{ status: number; body: { fields?: object } }>][] = [
  ['log-in', (person, word) => knock(server, person.email, word)],
  ['log-in of customers', (person, word) => knock(server, person.email, word, { realm: 'customer' })],
  [
    'registration',
    (_person, word) =>
      server.nobody.send('POST', '/api/auth/register', {
        name: 'New',
        email: 'new@example.com',
        token: 'x'.repeat(43),
        password: word,
      }),
  ],
  [
    'the first administrator',
    (_person, word) =>
      server.nobody.send('POST', '/api/auth/setup-first-admin', {
        code: server.setupCode,
        name: 'New',
        email: 'new@example.com',
        password: word,
      }),
  ],
  [
    'a mailed link',
    (_person, word) =>
      server.nobody.send('POST', '/api/auth/reset-password', { token: 'x'.repeat(43), password: word }),
  ],
  [
    'a customer’s mailed link',
    (_person, word) =>
      server.nobody.send('POST', '/api/customer-portal/auth/set-password', { token: 'x'.repeat(43), password: word }),
  ],
]

describe('password input', () => {
  test.each(entries)(
    '(A15) more than 256 characters are refused (422) at %s, a megabyte is refused unread (413)',
    async (_name, knockAt) => {
      const person = await addPerson(server, admin, 'staff')
      for (const word of ['p'.repeat(257), '\u{1F511}'.repeat(257), `${'p'.repeat(255)}\uFB03`]) {
        const answer = await knockAt(person, word)
        expect([word.length, answer.status, answer.body.fields]).toEqual([
          word.length,
          422,
          { password: 'may have at most 256 characters' },
        ])
      }
      expect((await knockAt(person, 'p'.repeat(1_000_000))).status).toBe(413)
    },
  )

  test('(A15) a password that is too long is not hashed', async () => {
    const person = await addPerson(server, admin, 'staff')
    const costOf = async (word: string) => {
      const before = process.cpuUsage()
      for (let time = 0; time < 15; time += 1) await knock(server, person.email, word)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    await costOf('x'.repeat(256))
    const hashed = await costOf('x'.repeat(256))
    expect(await costOf('x'.repeat(257))).toBeLessThan(hashed / 2)
  })

  test('(A15) accepts any script, compares up to the last character and treats Unicode spellings as equal', async () => {
    const counted = Array.from({ length: 255 }, (_one, at) => String.fromCodePoint(0x4e00 + at)).join('')
    const emoji = '\u{1F469}\u200D\u2695\uFE0F'
    for (const [set, typed, wrong] of [
      ['Ω mega Ångström', 'Ω mega A\u030Angstro\u0308m', 'Ω mega Angstrom'],
      ['ﬁle №5 ２０２６ ab', 'file No5 2026 ab', 'file no5 2026 ab'],
      [`${emoji.repeat(40)} end`, `${emoji.repeat(40)} end`, `${emoji.repeat(40)} enc`],
      [`${counted}!`, `${counted}!`, counted],
      ['  spaces stand  ', '  spaces stand  ', 'spaces stand'],
      ['密码很长的一句话不短', '密码很长的一句话不短', '密码很长的一句话不长'],
    ] as const) {
      const { email, ...person } = await addPerson(server, admin, 'staff')
      const client = await person.signIn()
      const changed = await client.send('POST', '/api/auth/password', { currentPassword: password, password: set })
      expect([set, changed.status]).toEqual([set, 200])
      expect([set, (await knock(server, email, typed)).status]).toEqual([set, 200])
      expect([set, (await knock(server, email, wrong)).status]).toEqual([set, 401])
    }
  })

  test('(A15) a password with a NUL character can’t be set and is not truncated at the NUL during login', async () => {
    const { email } = await addPerson(server, admin, 'staff')
    await server.nobody.send('POST', '/api/auth/forgot-password', { email })
    const [token] = await tokensFor(server, admin, email)
    const answer = await server.nobody.send('POST', '/api/auth/reset-password', {
      token,
      password: 'long enough\u0000too',
    })
    expect([answer.status, answer.body.fields]).toEqual([422, { password: 'contains invalid characters' }])
    const set = await server.nobody.send('POST', '/api/auth/reset-password', { token, password: 'long enough' })
    expect(set.status).toBe(200)
    expect((await knock(server, email, 'long enough\u0000too')).status).toBe(401)
    expect((await knock(server, email, 'long enough')).status).toBe(200)
  })
})

test('(A3) of a flood of logins only 36 are queued and hashed, the others get 429; other requests still succeed', async () => {
  const person = await addPerson(server, admin, 'staff')
  const worker = await signIn(server, person.email)
  // Truly concurrent, without a network: the server runs in this process.
  const flood = await Promise.allSettled(Array.from({ length: 120 }, () => isPassword(null, 'a wrong password')))
  const refused = flood.filter((one) => one.status === 'rejected')
  expect([flood.length - refused.length, refused.length]).toEqual([36, 84])
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'RATE_LIMITED' })

  // Keeps the queue full: each request that ends is followed by another.
  const flooding = new AbortController()
  const pushers = Array.from({ length: 60 }, async () => {
    while (!flooding.signal.aborted) await isPassword(null, 'a wrong password').catch(() => setImmediate())
  })
  const late = await knock(server, 'late@example.com', 'a wrong password')
  expect([late.status, Number(late.headers.get('retry-after')) > 0]).toEqual([429, true])
  for (let time = 0; time < 5; time += 1) {
    expect((await worker.call(identityApi.profile, {})).status).toBe(200)
  }
  flooding.abort()
  await Promise.all(pushers)
  // After the flood, logins work immediately.
  expect((await knock(server, person.email)).status).toBe(200)
})
