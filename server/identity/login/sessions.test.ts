import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { sessionsApi } from '#shared/identity/profile/sessions-api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { addPerson, cookiesOf, knock, password } from '#test/accounts.ts'
import { clientOf } from '#test/client.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  admin = await server.as('admin')
})

const agents = {
  'Firefox on Windows': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Safari on iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Edge on Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
}

async function signInFrom(email: string, agent: string): Promise<Client> {
  const entered = await knock(server, email, password, { headers: { 'user-agent': agent } })
  return clientOf(server.url, '', cookiesOf(entered.headers, '__Host-sid'))
}
const isIn = async (client: Client) => (await client.send('GET', '/api/auth/sessions')).status === 200

describe('sessions', () => {
  test('(A16) are listed with their device and ended one by one or all others together', async () => {
    const person = await addPerson(server, admin, 'staff')
    const [here, phone, office] = await Promise.all(
      Object.values(agents).map((agent) => signInFrom(person.email, agent)),
    )
    if (!here || !phone || !office) throw new Error('Nobody signed in')
    const { data } = await here.do(sessionsApi.listOwn, {})
    expect(data.map((one) => one.device).toSorted()).toEqual(Object.keys(agents).toSorted())
    expect(data.filter((one) => one.current).map((one) => one.device)).toEqual(['Firefox on Windows'])
    expect(data.every((one) => one.ip === '127.0.0.1' && Date.parse(one.lastSeenAt) > 0)).toBe(true)

    const onPhone = data.find((one) => one.device === 'Safari on iPhone')
    const stranger = await (await addPerson(server, admin, 'staff')).signIn()
    expect((await stranger.call(sessionsApi.endOwn, { params: { id: onPhone?.id ?? '' } })).status).toBe(404)
    expect(await isIn(phone)).toBe(true)
    expect((await here.call(sessionsApi.endOwn, { params: { id: onPhone?.id ?? '' } })).status).toBe(204)
    expect(await isIn(phone)).toBe(false)
    expect(await here.do(sessionsApi.endOthers, {})).toEqual({ ended: 1 })
    expect([await isIn(here), await isIn(office), await isIn(stranger)]).toEqual([true, false, true])
  })

  test('(A16) of any user are listed and ended by administrators only', async () => {
    const person = await addPerson(server, admin, 'customer')
    const [one, two] = [await person.signIn(), await person.signIn()]
    const params = { id: person.id }
    const { data } = await admin.do(sessionsApi.listOfUser, { params })
    expect([data.length, data.some((session) => session.current)]).toEqual([2, false])
    const clerk = await server.as('staff', { users: { view: true, edit: true, delete: true } })
    expect((await clerk.call(sessionsApi.listOfUser, { params })).status).toBe(403)
    expect((await clerk.call(sessionsApi.endAllOfUser, { params })).status).toBe(403)
    const sessionId = data[0]?.id ?? ''
    expect((await admin.call(sessionsApi.endOfUser, { params: { id: clerk.userId, sessionId } })).status).toBe(404)
    expect((await admin.call(sessionsApi.endOfUser, { params: { id: person.id, sessionId } })).status).toBe(204)
    expect([await isIn(one), await isIn(two)].filter(Boolean)).toHaveLength(1)
    expect(await admin.do(sessionsApi.endAllOfUser, { params })).toEqual({ ended: 1 })
    expect([await isIn(one), await isIn(two)]).toEqual([false, false])
    expect((await admin.call(sessionsApi.listOfUser, { params: { id: randomUUID() } })).status).toBe(404)
  })

  test('[AUTH-12] (A11) end immediately when role, permissions or suspension change or the user is deleted', async () => {
    const acts: Record<string, (id: string, version: number, email: string) => Promise<{ status: number }>> = {
      permissions: (id, version) =>
        admin.call(
          usersApi.setPermissions,
          { params: { id }, body: { permissions: { crm: { view: true } } } },
          { version },
        ),
      role: (id, version, email) =>
        admin.call(usersApi.update, { params: { id }, body: { name: 'Ro', email, role: 'driver' } }, { version }),
      suspension: (id) => admin.call(usersApi.suspend, { params: { id } }),
      deletion: (id) => admin.call(usersApi.remove, { params: { id } }),
    }
    for (const [name, act] of Object.entries(acts)) {
      const person = await addPerson(server, admin, 'staff')
      const clients = [await person.signIn(), await person.signIn()]
      const { version } = await admin.do(usersApi.get, { params: { id: person.id } })
      expect([name, (await act(person.id, version, person.email)).status < 300]).toEqual([name, true])
      for (const client of clients) expect([name, await isIn(client)]).toEqual([name, false])
      const entered = (await knock(server, person.email)).status
      expect([name, entered]).toEqual([name, name === 'permissions' || name === 'role' ? 200 : 401])
    }
  })

  test('[AUTH-12] a user can log in again after a suspension is lifted', async () => {
    const person = await addPerson(server, admin, 'driver')
    const params = { id: person.id }
    expect(await admin.do(usersApi.suspend, { params })).toMatchObject({ suspended: true })
    expect(await admin.do(usersApi.suspend, { params })).toMatchObject({ suspended: true })
    expect((await knock(server, person.email)).body.code).toBe('WRONG_CREDENTIALS')
    expect(await admin.do(usersApi.unsuspend, { params })).toMatchObject({ suspended: false })
    expect((await knock(server, person.email)).status).toBe(200)
  })
})
