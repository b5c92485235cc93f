import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { identityApi } from '#shared/identity/login/api.ts'
import { listen, pause, poll, until } from '#test/socket.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'

const statusOf = (handshake: Promise<unknown>) =>
  handshake.then(
    () => 200,
    (error: { description?: number }) => error.description,
  )
/** Inserts a second factor into the database. */
const givePasskey = ({ database }: TestServer, { userId }: Client) =>
  sql`insert into passkeys (id, user_id, realm, credential_id, public_key, name, counter)
    values (gen_random_uuid(), ${userId}, 'staff', ${userId}, ''::bytea, 'Key', 0)`.execute(database.db)
const shake = (server: TestServer, client: Client, headers?: Record<string, string>) =>
  listen(server.url, client.cookie, headers)

describe('connection admission', () => {
  test('[RT-01] (R1) socket.io is served at /socket.io by long polling only, and requires a session', async () => {
    const server = await startServer()
    const staff = await server.as('staff')
    const { socket } = await shake(server, staff)
    expect([socket.connected, socket.io.engine.transport.name]).toEqual([true, 'polling'])
    expect(await statusOf(listen(server.url, ''))).toBe(401)
    expect(await statusOf(listen(server.url, '__Host-sid=made-up'))).toBe(401)
    for (const transport of ['websocket', 'webtransport', 'flashsocket']) {
      const answer = await poll(server.url, { transport }, { headers: { cookie: staff.cookie } })
      expect([transport, answer.status]).toEqual([transport, 400])
    }
    expect((await fetch(`${server.url}/socket.io?EIO=4&transport=polling`)).status).toBe(401)
    expect((await poll(server.url, { sid: '' })).status).toBe(401)
  })

  test('(R1) pages of other sites can neither connect nor poll, and get no CORS headers', async () => {
    const server = await startServer()
    const staff = await server.as('staff')
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://localhost' },
      { 'sec-fetch-site': 'none' },
    ]
    const own = [{ origin: 'http://localhost' }, { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:5173' }]
    for (const headers of foreign) expect(await statusOf(shake(server, staff, headers))).toBe(403)
    for (const headers of own) expect(await statusOf(shake(server, staff, headers))).toBe(200)
    const open = await shake(server, staff)
    for (const headers of foreign) {
      for (const method of ['GET', 'POST']) {
        const answer = await poll(
          server.url,
          { sid: open.sid() },
          { method, headers: { cookie: staff.cookie, ...headers }, ...(method === 'POST' ? { body: '40' } : {}) },
        )
        const allowed = [...answer.headers.keys()].filter((name) => name.startsWith('access-control'))
        expect([answer.status, allowed]).toEqual([403, []])
      }
    }
    const preflight = await poll(server.url, {}, { method: 'OPTIONS', headers: { origin: 'https://evil.example' } })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([404, null])
    expect(open.socket.connected).toBe(true)
  })

  test('(R2) a stolen sid is useless without the session cookie that it belongs to', async () => {
    const server = await startServer()
    const [owner, thief] = [await server.as('admin'), await server.as('admin')]
    const open = await shake(server, owner)
    for (const headers of [{}, { cookie: thief.cookie }, { cookie: '__Host-sid=made-up' }]) {
      expect((await poll(server.url, { sid: open.sid() }, { headers })).status).toBe(403)
      const post = { method: 'POST', headers, body: '41' }
      expect((await poll(server.url, { sid: open.sid() }, post)).status).toBe(403)
    }
    const twice = `${server.url}/socket.io/?EIO=4&transport=polling&sid=other&sid=${open.sid()}`
    expect((await fetch(twice, { headers: { cookie: thief.cookie } })).status).toBe(403)
    expect((await poll(server.url, { sid: 'unknown' }, { headers: { cookie: thief.cookie } })).status).toBe(400)
    await owner.do(crmApi.createAccount, { body: { name: 'Still heard' } })
    await until(() => open.received.length === 1)
  })

  test('polling responses have the security headers of all other responses and are not cached', async () => {
    const server = await startServer()
    const staff = await server.as('staff')
    const answer = await poll(server.url, {}, { headers: { cookie: staff.cookie } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})

describe('connection limits', () => {
  test('(R5) limits sockets to five per user and to the maximum per address; a closed socket frees its slot', async () => {
    const server = await startServer({ socketLimits: { perAddress: 7 } })
    const [ana, ben] = [await server.as('staff'), await server.as('staff')]
    const many = await Promise.all(Array.from({ length: 12 }, () => statusOf(shake(server, ana))))
    expect(many.toSorted()).toEqual([...Array(5).fill(200), ...Array(7).fill(429)])
    const bens = [await shake(server, ben), await shake(server, ben)]
    expect(await statusOf(shake(server, ben))).toBe(429)
    bens[0]?.socket.disconnect()
    await until(() => bens[0]?.socket.connected === false)
    await pause(100)
    expect(await statusOf(shake(server, ben))).toBe(200)
  })

  test('(R5) a failed handshake uses no slot', async () => {
    const server = await startServer()
    const staff = await server.as('staff')
    const headers = { cookie: staff.cookie }
    for (let time = 0; time < 8; time += 1) {
      expect((await poll(server.url, { transport: 'websocket' }, { headers })).status).toBe(400)
      expect((await poll(server.url, { EIO: '3' }, { headers })).status).toBe(400)
      expect((await poll(server.url, {}, { method: 'POST', headers, body: '40' })).status).toBe(400)
    }
    expect(await statusOf(shake(server, staff))).toBe(200)
  })
})

describe('connections of ended sessions are closed at once, before the next ping', () => {
  const endings: Record<string, (server: TestServer, client: Client) => Promise<unknown>> = {
    'signed out': (_server, client) => client.call(identityApi.logout, {}),
    suspended: (server, { userId }) =>
      sql`update users set suspended_at = moment() where id = ${userId}`.execute(server.database.db),
    'changed in rights or password': (server, { userId }) =>
      sql`update users set auth_epoch = auth_epoch + 1 where id = ${userId}`.execute(server.database.db),
    deleted: (server, { userId }) =>
      sql`update users set deleted_at = moment() where id = ${userId}`.execute(server.database.db),
    expired: (server, { userId }) =>
      sql`update sessions set expires_at = moment() where user_id = ${userId}`.execute(server.database.db),
    idle: (server, { userId }) =>
      sql`update sessions set last_seen_at = moment() - interval '61 minutes' where user_id = ${userId}`.execute(
        server.database.db,
      ),
  }

  for (const [what, end] of Object.entries(endings)) {
    test(`(A11) ${what}: the pending poll ends, and no further poll is answered`, async () => {
      const server = await startServer()
      const [admin, staff] = [await server.as('admin'), await server.as('staff')]
      const [gone, stays] = [await shake(server, staff), await shake(server, admin)]
      const sid = gone.sid()
      await pause(300)
      await end(server, staff)
      expect(await gone.ended).toBe('io server disconnect')
      expect(gone.pings()).toBe(0)
      await admin.do(crmApi.createAccount, { body: { name: 'Not for the one who left' } })
      await until(() => stays.received.length === 1)
      expect(gone.received).toEqual([])
      expect((await poll(server.url, { sid }, { headers: { cookie: staff.cookie } })).status).toBe(400)
      expect(await statusOf(shake(server, staff))).toBe(401)
    })
  }

  test('(A11, A13) a newly required second factor closes the connection; reconnected, no module events arrive without it', async () => {
    const server = await startServer()
    const [admin, boss, staff] = [await server.as('admin'), await server.as('admin'), await server.as('staff')]
    await givePasskey(server, admin)
    const [own, restricted, other] = [await shake(server, admin), await shake(server, boss), await shake(server, staff)]
    const demand = (isDemanded: boolean) =>
      changeSettings(admin, { security: { requireSecondFactorForAdmins: isDemanded } })
    // Between two polls a client can't be notified: its next poll is refused, which pages treat the same way.
    const cut = [400, 'io server disconnect']
    const endOf = async ({ ended }: typeof restricted, sid: string) =>
      (await ended) === 'transport error'
        ? (await poll(server.url, { sid }, { headers: { cookie: boss.cookie } })).status
        : ended
    const sid = restricted.sid()
    await demand(true)
    expect(cut).toContain(await endOf(restricted, sid))
    expect(restricted.pings()).toBe(0)
    expect([own.socket.connected, other.socket.connected]).toEqual([true, true])
    const back = await shake(server, boss)
    await admin.do(crmApi.createAccount, { body: { name: 'Not for who owes' } })
    await until(() => own.received.length === 2 && other.received.length === 2)
    expect(back.received).toEqual([])
    // Once the setting is off, all events are sent again.
    const backSid = back.sid()
    await demand(false)
    expect(cut).toContain(await endOf(back, backSid))
    const again = await shake(server, boss)
    await admin.do(crmApi.createAccount, { body: { name: 'For everybody' } })
    await until(() => again.received.length === 1)
  })

  test('an open page alone does not keep its session from becoming idle', async () => {
    const server = await startServer()
    const staff = await server.as('staff')
    await sql`update sessions set last_seen_at = moment() - interval '30 minutes' where user_id = ${staff.userId}`.execute(
      server.database.db,
    )
    await shake(server, staff)
    await pause(700)
    const { rows } = await sql<{ idle: boolean }>`select last_seen_at < moment() - interval '29 minutes' as idle
      from sessions where user_id = ${staff.userId}`.execute(server.database.db)
    expect(rows).toEqual([{ idle: true }])
  })
})
