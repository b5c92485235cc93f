import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { flags, modules, type Permissions, type Role, roleDefaults } from '#shared/access/roles.ts'
import type { Route } from '#shared/http/route.ts'
import { accessPolicy, type Policy } from './access-policy.ts'
import { eachOf } from './requests/each-of.ts'
import { type Client, startServer, type TestServer } from './server.ts'
import { reportFigure } from '#test/figures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

const nameOf = (route: Pick<Route, 'method' | 'path'>) => `${route.method} ${route.path}`

/** Sends a request without any preparation: only its authorization matters, not what it then finds. */
async function knock(client: Client, route: Route): Promise<number> {
  const path = route.path.replace(/:\w+/g, () => randomUUID())
  const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : {}
  const headers = { 'idempotency-key': randomUUID(), 'if-match': '"v1"' }
  return (await client.send(route.method, path, body, headers)).status
}

const isOut = (status: number) => status === 401 || status === 403

const expects = (endpoint: string, role: Role, permissions: Permissions) =>
  isMet(accessPolicy[endpoint] ?? [], role, permissions)

function isMet(policy: Policy, role: Role, permissions: Permissions): boolean {
  if (typeof policy === 'object' && 'all' in policy) return policy.all.every((one) => isMet(one, role, permissions))
  if (policy === 'everybody' || policy === 'signed-in') return true
  if (policy === 'staff') return role !== 'customer'
  if (policy === 'administrators') return role === 'admin'
  if (policy === 'customers') return role === 'customer'
  if (policy === 'portal')
    return role === 'customer' || role === 'admin' || (role !== 'driver' && permissions.crm?.view === true)
  const rights = typeof policy === 'string' ? [policy] : policy
  if (role === 'customer' || role === 'driver') return false
  return rights.some((right) => {
    const [module, flag] = right.split('.') as [(typeof modules)[number], (typeof flags)[number]]
    return (role === 'admin' && flag === 'view') || permissions[module]?.[flag] === true
  })
}

// These endpoints respond with 401 or 403 for reasons other than access.
const exceptions = new Set([
  'GET /api/auth/customer-portal/profile',
  'POST /api/auth/register',
  'POST /api/auth/login',
  'POST /api/auth/setup-first-admin',
])

const endsTheSession = new Set(['POST /api/auth/logout', 'POST /api/customer-portal/auth/logout'])

describe('every route', () => {
  test('[PERM-03] (Z10) is in the access policy, and the policy has no other routes', () => {
    expect(server.app.routes.map(nameOf).toSorted()).toEqual(Object.keys(accessPolicy).toSorted())
  })

  test('[PERM-03] responds with 401 if the user is not logged in, unless it is public', async () => {
    await eachOf(server.app.routes, async (route) => {
      if (accessPolicy[nameOf(route)] === 'everybody') return
      expect([nameOf(route), await knock(server.nobody, route)]).toEqual([nameOf(route), 401])
    })
  })

  const everything = Object.fromEntries(
    modules.map((module) => [module, { view: true, edit: true, delete: true }]),
  ) as Permissions
  const actors: [string, Role, Permissions][] = [
    ...(Object.keys(roleDefaults) as Role[]).map((role): [string, Role, Permissions] => [
      role,
      role,
      roleDefaults[role],
    ]),
    ['admin without rights', 'admin', {}],
    ['staff without rights', 'staff', {}],
    ['staff with every right', 'staff', everything],
    ['customer with every right', 'customer', everything],
    ['driver with every right', 'driver', everything],
    ...modules.flatMap((module) =>
      flags.map((flag): [string, Role, Permissions] => [
        `staff with ${module}.${flag} alone`,
        'staff',
        { [module]: { [flag]: true } },
      ]),
    ),
  ]

  test.each(actors)(
    '[PERM-01, PERM-02, PERM-03] (Z3, Z9) is allowed for %s exactly if the access policy says so',
    async (_name, role, permissions) => {
      const client = await server.as(role, permissions)
      const wrong: string[] = []
      let checkedCount = 0
      await eachOf(server.app.routes, async (route) => {
        const endpoint = nameOf(route)
        if (exceptions.has(endpoint) || endsTheSession.has(endpoint)) return
        checkedCount += 1
        const status = await knock(client, route)
        const let_in = !isOut(status)
        if (let_in !== expects(endpoint, role, permissions)) wrong.push(`${endpoint}: ${status}`)
        if (status >= 500) wrong.push(`${endpoint}: ${status}`)
      })
      expect(wrong).toEqual([])
      reportFigure('calls let in just where the policy says', checkedCount)
    },
  )

  test('[AUTH-12] (A11) is refused (401) after a suspension, deletion, new auth epoch, expiry or idle timeout', async () => {
    const endings = {
      suspended: (id: string) => sql`update users set suspended_at = moment() where id = ${id}`,
      deleted: (id: string) => sql`update users set deleted_at = moment() where id = ${id}`,
      'another epoch': (id: string) => sql`update users set auth_epoch = auth_epoch + 1 where id = ${id}`,
      expired: (id: string) =>
        sql`update sessions set expires_at = moment() - interval '1 second' where user_id = ${id}`,
      idle: (id: string) =>
        sql`update sessions set last_seen_at = moment() - interval '61 minutes' where user_id = ${id}`,
    }
    for (const [name, end] of Object.entries(endings)) {
      const client = await server.as('admin')
      expect([name, (await client.send('GET', '/api/auth/profile')).status]).toEqual([name, 200])
      await end(client.userId).execute(server.database.db)
      expect([name, (await client.send('GET', '/api/auth/profile')).status]).toEqual([name, 401])
    }
  })

  test('the idle timeout of drivers is longer than that of others', async () => {
    const driver = await server.as('driver')
    await sql`update sessions set last_seen_at = moment() - interval '200 minutes' where user_id = ${driver.userId}`.execute(
      server.database.db,
    )
    expect((await driver.send('GET', '/api/auth/profile')).status).toBe(200)
  })
})

describe('invalid requests', () => {
  test('(I5, I6) are refused: unreadable with 400, 413 or 415, unknown fields and values with 422', async () => {
    const admin = await server.as('admin')
    const send = (body: string, type = 'application/json') =>
      admin.send('POST', '/api/categories', body, { 'content-type': type })
    expect((await send('{"name":')).status).toBe(400)
    expect((await send('{"name":"x","__proto__":{"admin":true}}')).status).toBe(400)
    expect((await send('{"name":"x","constructor":{"prototype":{}}}')).status).toBe(400)
    expect((await send('name=x', 'text/plain')).status).toBe(415)
    expect((await send('name=x', 'application/x-www-form-urlencoded')).status).toBe(415)
    expect((await send(JSON.stringify({ name: 'x'.repeat(300_000) }))).status).toBe(413)
    expect((await send('[]')).status).toBe(422)
    expect((await send('null')).status).toBe(422)
    const unknown = await send('{"name":"x","role":"admin","version":3}')
    expect([unknown.status, unknown.body.fields]).toEqual([422, { role: 'is not known', version: 'is not known' }])
    expect((await admin.send('GET', '/api/products?limit=201')).status).toBe(422)
    expect((await admin.send('GET', '/api/products?colour=red')).body.fields).toEqual({ colour: 'is not known' })
    expect((await admin.send('GET', '/api/products?sort=name;drop table users')).status).toBe(422)
    expect((await admin.send('GET', '/api/products?cursor=nonsense')).status).toBe(422)
    expect((await admin.send('GET', '/api/products/not-an-id')).status).toBe(404)
  })
})
