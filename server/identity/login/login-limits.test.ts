import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addPerson, cookiesOf, knock, password, tokensFor } from '#test/accounts.ts'
import { startServer, type TestServer } from '#test/server.ts'

/** Ends the time windows of addresses and the delays of accounts, but keeps the counts. */
const wait = (server: TestServer) =>
  sql`update limits set blocked_until = moment(), since = since - case when key like '%:ip:%' then interval '2 hours' else interval '0' end`.execute(
    server.database.db,
  )

async function open() {
  const server = await startServer()
  const admin = await server.as('admin')
  return { server, admin, person: await addPerson(server, admin, 'staff') }
}

/** Another process on the same database, or the same one after a restart. */
const startAgain = ({ connection }: TestServer) => startServer({ over: connection, trustProxy: true })

describe('wrong passwords', () => {
  test('(A1) from the sixth on delay the next attempt, twice as long each time, up to 15 minutes', async () => {
    const { server, person } = await open()
    const waits: number[] = []
    for (let tries = 1; tries <= 17; tries += 1) {
      expect([tries, (await knock(server, person.email, 'wrong password')).status]).toEqual([tries, 401])
      await sql`delete from limits where key like '%:ip:%'`.execute(server.database.db)
      if (tries < 6) continue
      const closed = await knock(server, person.email)
      expect([closed.status, closed.body.code]).toEqual([429, 'RATE_LIMITED'])
      waits.push(Number(closed.headers.get('retry-after')))
      await wait(server)
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
    expect((await knock(server, person.email)).status).toBe(200)
    // The correct password has reset the count.
    for (let tries = 0; tries < 5; tries += 1)
      expect((await knock(server, person.email, 'wrong password')).status).toBe(401)
    expect((await knock(server, person.email)).status).toBe(200)
  })

  test('(A1, A4) for an unknown email address are counted the same way', async () => {
    const { server, person } = await open()
    const answers = []
    for (const email of [person.email, 'nobody@example.com']) {
      const own = []
      for (let tries = 0; tries < 8; tries += 1) {
        const { status, body, headers } = await knock(server, email, 'wrong password')
        own.push([status, body.error, headers.get('retry-after')])
      }
      answers.push(own)
      await sql`delete from limits where key like '%:ip:%'`.execute(server.database.db)
    }
    expect(answers[0]).toEqual(answers[1])
    const { rows } = await sql<{ dump: string }>`select json_agg(l)::text as dump from limits l`.execute(
      server.database.db,
    )
    expect(rows[0]?.dump).not.toContain('nobody@example.com')
  })

  test('(A1) from elsewhere don’t lock out the owner on a device that has logged in before', async () => {
    const { server, person } = await open()
    const entered = await knock(server, person.email)
    const device = cookiesOf(entered.headers, '__Host-device')
    expect(device).toMatch(/^__Host-device=[\w-]{43}$/)
    for (const part of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict'])
      expect(entered.headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-device'))).toContain(part)
    for (let tries = 0; tries < 12; tries += 1) await knock(server, person.email, 'wrong password')
    expect((await knock(server, person.email)).status).toBe(429)
    expect((await knock(server, person.email, password, { cookie: device })).status).toBe(200)
    // The device has its own count, and works for no other user.
    for (let tries = 0; tries < 6; tries += 1)
      expect((await knock(server, person.email, 'wrong password', { cookie: device })).status).toBe(401)
    expect((await knock(server, person.email, password, { cookie: device })).status).toBe(429)
    expect((await knock(server, 'other@example.com', password, { cookie: device })).status).toBe(429)
  })

  test('(A1) 100 in a row lock the account, except for its devices, until the password is reset by email', async () => {
    const { server, admin, person } = await open()
    await knock(server, person.email, 'wrong password')
    await sql`update limits set hits = 99 where key like 'login:account:%'`.execute(server.database.db)
    expect((await knock(server, person.email, 'wrong password')).status).toBe(401)
    await sql`update limits set since = moment() - interval '3 days'`.execute(server.database.db)
    expect((await knock(server, person.email)).status).toBe(429)
    await server.nobody.send('POST', '/api/auth/forgot-password', { email: person.email })
    const [token] = await tokensFor(server, admin, person.email)
    await server.nobody.send('POST', '/api/auth/reset-password', { token, password: 'a password after all' })
    expect((await knock(server, person.email, 'a password after all')).status).toBe(200)
  })

  test('[AUTH-02] (A2, A3) ten in three minutes block an IP address, before hashing, on every process and after a restart', async () => {
    const { server, person } = await open()
    for (let tries = 0; tries < 10; tries += 1)
      expect((await knock(server, `guess${tries}@example.com`, 'wrong password')).status).toBe(401)
    const started = performance.now()
    const closed = await Promise.all(Array.from({ length: 40 }, () => knock(server, person.email)))
    const perCall = (performance.now() - started) / 40
    expect(new Set(closed.map((answer) => answer.status))).toEqual(new Set([429]))
    expect(Number(closed[0]?.headers.get('retry-after'))).toBeGreaterThan(100)
    expect(perCall).toBeLessThan(200)
    expect((await knock(await startAgain(server), person.email)).status).toBe(429)
    await wait(server)
    expect((await knock(server, person.email)).status).toBe(200)
  })

  test('(A2) forty from neighbouring addresses block their network, on every process and after a restart, but no other network', async () => {
    const server = await startServer({ trustProxy: true })
    const admin = await server.as('admin')
    const person = await addPerson(server, admin, 'staff')
    const from = (ip: string, to: TestServer = server, email = person.email, word = password) =>
      knock(to, email, word, { headers: { 'x-forwarded-for': ip } })
    const known = cookiesOf((await from('198.51.100.7')).headers, '__Host-device')
    const second = await startAgain(server)
    let guesses = 0
    // No address exceeds its own limit; half of the requests go to the other process.
    for (let address = 1; address <= 8; address += 1) {
      for (let tries = 0; tries < 5; tries += 1) {
        guesses += 1
        const to = guesses % 2 ? server : second
        expect((await from(`203.0.113.${address * 30}`, to, `g${guesses}@example.com`, 'wrong password')).status).toBe(
          401,
        )
      }
    }
    await second.app.http.close()
    for (const to of [server, await startAgain(server)]) {
      const closed = await from('203.0.113.255', to)
      expect([closed.status, closed.body.code]).toEqual([429, 'RATE_LIMITED'])
      expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(100)
      expect((await from('::ffff:203.0.113.9', to)).status).toBe(429)
      expect((await from('203.0.112.1', to)).status).toBe(200)
      expect((await from('203.0.114.1', to)).status).toBe(200)
    }
    // A known device can still log in from there.
    const own = { cookie: known, headers: { 'x-forwarded-for': '203.0.113.9' } }
    expect((await knock(server, person.email, password, own)).status).toBe(200)
    await wait(server)
    expect((await from('203.0.113.9')).status).toBe(200)
  })

  test('(A2) IPv6 addresses of one /64 network count as one address', async () => {
    const server = await startServer({ trustProxy: true })
    const from = (ip: string) =>
      knock(server, `${ip.replaceAll(':', '-')}@example.com`, 'wrong', { headers: { 'x-forwarded-for': ip } })
    for (let tries = 0; tries < 10; tries += 1) expect((await from(`2001:db8:1:2::${tries + 1}`)).status).toBe(401)
    expect((await from('2001:db8:1:2:ffff::99')).status).toBe(429)
    expect((await from('2001:db8:1:3::1')).status).toBe(401)
  })

  test('in the password change form of a logged-in user are rate limited, too', async () => {
    const { person } = await open()
    const client = await person.signIn()
    const change = () =>
      client.send('POST', '/api/auth/password', { currentPassword: 'wrong', password: 'a fine new password' })
    const statuses = []
    for (let tries = 0; tries < 7; tries += 1) statuses.push((await change()).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 429])
  })
})

describe('limits of other forms', () => {
  test('(A2) a password link can be requested five times per hour for one email address, twenty times from one IP address', async () => {
    const { server, person } = await open()
    for (const [path, email] of [
      ['/api/auth/forgot-password', person.email],
      ['/api/customer-portal/auth/verify-email', 'nobody@example.com'],
    ] as const) {
      const statuses = []
      for (let tries = 0; tries < 6; tries += 1)
        statuses.push((await server.nobody.send('POST', path, { email })).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    }
    const statuses = []
    for (let tries = 0; tries < 10; tries += 1)
      statuses.push(
        (await server.nobody.send('POST', '/api/auth/forgot-password', { email: `e${tries}@example.com` })).status,
      )
    expect(statuses.filter((status) => status === 200)).toHaveLength(8)
  })

  test('(A7, A10) set-up codes and registration links can be guessed five times per hour', async () => {
    const server = await startServer()
    const body = { name: 'Guess', email: 'guess@example.com', password }
    const register = () => server.nobody.send('POST', '/api/auth/register', { ...body, token: 'guess' })
    const setUp = () => server.nobody.send('POST', '/api/auth/setup-first-admin', { ...body, code: 'GUESS' })
    for (const guess of [register, setUp]) {
      for (let tries = 0; tries < 5; tries += 1) expect((await guess()).status).toBe(403)
      expect((await guess()).status).toBe(429)
    }
  })
})
