import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import Fastify from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { crmApi } from '#shared/crm/partners/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { type Route, type RouteSpec, route } from '#shared/http/route.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { type ServeDeps, serveOn } from '#server/http/serve.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { eachOf } from '#test/requests/each-of.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { accessPolicy } from '#test/access-policy.ts'

/*
 * Nobody gets at data through a foreign ID, an extra key, another method or another spelling of a path (reliability
 * 3.2).
 */

let server: TestServer
let admin: Client
/** IDs of real records, by kind. */
let real: Record<string, string>
let words: string[]
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  admin = await server.as('admin')
  const place = await addPlace(admin)
  const product = await addProduct(admin, place, { name: 'Secret gauze', quantity: 50 })
  const account = await addAccount(admin, { name: 'Secret clinic' })
  const order = await addOrder(admin, account.id, [[product.id, 2]])
  await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  const invoices = await admin.do(invoicingApi.listInvoices, { query: {} })
  real = {
    product: product.id,
    category: place.category.id,
    supplier: place.supplier.id,
    location: place.warehouse.id,
    account: account.id,
    order: order.id,
    invoice: invoices.data[0]?.id ?? '',
    administrator: admin.userId,
  }
  words = ['Secret gauze', 'Secret clinic', order.number, invoices.data[0]?.number ?? '?']
})

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`
const headers = () => ({ 'idempotency-key': randomUUID(), 'if-match': '"v1"' })
const send = (client: Client, one: Route, id: string) =>
  client.send(
    one.method,
    one.path.replace(':kind', 'product').replace(':list', 'products').replace(/:\w+/g, id),
    one.method === 'GET' || one.method === 'DELETE' ? undefined : {},
    headers(),
  )

describe('records of others', () => {
  test.each(['customer', 'driver'] as const)(
    '[PERM-06] (Z1, Z2) for a %s they look the same as records that do not exist, by every ID and in every list',
    async (role) => {
      const client = await server.as(role)
      const answered: string[] = []
      let requestCount = 0
      await eachOf(server.app.routes, async (one) => {
        if (accessPolicy[nameOf(one)] === 'everybody' || one.path.endsWith('/logout')) return
        if (one.path.includes('/list-settings')) return
        // Leaves out what everyone may call, and the user's own list settings.
        const ids = one.path.includes(':') ? Object.entries(real) : [['none', randomUUID()] as const]
        const nothing = await send(client, one, randomUUID())
        for (const [kind, id] of ids) {
          const answer = await send(client, one, id)
          requestCount += 1
          const body = JSON.stringify(answer.body)
          const leak = words.find((word) => body.includes(word))
          if (leak) answered.push(`${nameOf(one)} of ${kind} tells ${leak}`)
          if (one.path.includes(':') && answer.status !== nothing.status)
            answered.push(`${nameOf(one)} of ${kind}: ${answer.status}, of nothing: ${nothing.status}`)
          if (one.path.includes(':') && ![403, 404, 422].includes(answer.status))
            answered.push(`${nameOf(one)} of ${kind}: ${answer.status}`)
        }
      })
      expect(answered).toEqual([])
      expect(requestCount).toBeGreaterThan(300)
    },
  )

  test('(Z1) another user’s session is not listed and cannot be ended (404)', async () => {
    const [ana, ben] = [await server.as('staff'), await server.as('staff')]
    const { body } = await ben.send('GET', '/api/auth/sessions')
    const [session] = (body as unknown as { data: { id: string }[] }).data
    expect((await ana.send('DELETE', `/api/auth/sessions/${session?.id}`)).status).toBe(404)
    expect(JSON.stringify((await ana.send('GET', '/api/auth/sessions')).body)).not.toContain(session?.id ?? '-')
    expect((await ben.send('GET', '/api/auth/profile')).status).toBe(200)
  })
})

describe('unknown keys in a request body', () => {
  const injected = {
    role: 'admin',
    permissions: { users: { view: true, edit: true, delete: true } },
    isSuspended: false,
    suspended: false,
    isAdmin: true,
    customerId: randomUUID(),
    accountId: randomUUID(),
    paidAmount: '1000000.00',
    paid: '1000000.00',
    total: '0.01',
    committed: 0,
    committedQuantity: 0,
    onHand: 1_000_000,
    status: 'DELIVERED',
    version: 1,
    id: randomUUID(),
    number: 'SO-1',
    createdBy: randomUUID(),
    createdAt: '2020-01-01T00:00:00.000Z',
    deletedAt: null,
    passwordHash: 'x',
    authEpoch: 0,
  }
  type Shape = { properties?: object; anyOf?: Shape[]; oneOf?: Shape[]; allOf?: Shape[] }
  const keysOf = (shape: Shape): string[] => [
    ...Object.keys(shape.properties ?? {}),
    ...[...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])].flatMap(keysOf),
  ]
  const bodyOf = ({ body }: RouteSpec) =>
    body && keysOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', metadata: z.registry() }))

  test('(Z5) are refused by every write with the name of each key, also for records that do not exist', async () => {
    const customer = await server.as('customer')
    const taken: string[] = []
    let requestCount = 0
    for (const one of server.app.routes) {
      if (one.method === 'GET' || one.spec.upload || one.path.endsWith('/logout')) continue
      const own = bodyOf(one.spec) ?? []
      const foreign = Object.entries(injected).filter(([key]) => !own.includes(key))
      const path = one.path
        .replace(':kind', 'product')
        .replace(':list', 'products')
        .replace(':queue', 'send-mail')
        .replace(':series', 'SO')
        .replace(/:\w+/g, () => randomUUID())
      const caller = one.spec.access === 'customer' ? customer : admin
      const answer = await caller.send(one.method, path, Object.fromEntries(foreign), headers())
      const fields: Record<string, string> = answer.body.fields ?? {}
      const expected = bodyOf(one.spec) ? foreign.map(([key]) => key) : ['body']
      const missing = expected.filter((key) => !/is not (known|expected)/.test(fields[key] ?? ''))
      requestCount += foreign.length
      if (answer.status !== 422 || missing.length > 0)
        taken.push(`${nameOf(one)}: ${answer.status}, not refused: ${missing.join(', ')}`)
    }
    expect(taken).toEqual([])
    expect(requestCount).toBeGreaterThan(1000)
  })

  test('(Z5) are refused on an update and leave the record unchanged', async () => {
    const { id, version } = await admin.do(crmApi.createAccount, { body: { name: 'Planted' } })
    const before = await admin.do(crmApi.getAccount, { params: { id } })
    for (const key of ['version', 'createdBy', 'balance', 'deletedAt']) {
      const answer = await admin.send(
        'PUT',
        `/api/accounts/${id}`,
        { name: 'Changed', [key]: 1 },
        {
          'if-match': `"v${version}"`,
        },
      )
      expect([key, answer.status, answer.body.fields]).toEqual([key, 422, { [key]: 'is not known' }])
    }
    expect(await admin.do(crmApi.getAccount, { params: { id } })).toEqual(before)
  })
})

describe('a route without a stated permission', () => {
  const bare = () => {
    const http = Fastify()
    return { http, serve: serveOn(http, { database: server.database } as unknown as ServeDeps) }
  }

  test('(Z10) throws when its contract is registered, so the server does not start', () => {
    const { serve } = bare()
    const forgotten = route('GET /api/forgotten', { summary: 'No access.', reply: null } as unknown as {
      access: 'public'
      summary: string
      reply: null
    })
    expect(() => serve.read(forgotten, async () => undefined)).toThrow('GET /api/forgotten states no access')
    const unknown = route('GET /api/unknown', { access: 'stock.view' as 'public', summary: 'None.', reply: null })
    expect(() => serve.read(unknown, async () => undefined)).toThrow('GET /api/unknown states no access')
  })

  test('(Z10) throws when it is added to Fastify directly, without a contract', () => {
    const { http } = bare()
    expect(() => http.get('/api/past-it', async () => 'data')).toThrow('GET /api/past-it states no access')
    expect(() => http.post('/api', async () => 'data')).toThrow('POST /api states no access')
  })

  test('(Z10) is detected: every served route is listed in the access policy of the tests', () => {
    const served = server.app.routes.map(nameOf)
    expect(served.filter((one) => !(one in accessPolicy))).toEqual([])
    expect(new Set(served).size).toBe(served.length)
  })
})

describe('other ways to address a route', () => {
  /** Sends the path as it is written; fetch would normalize it. */
  const raw = (method: string, path: string, more: Record<string, string> = {}) =>
    new Promise<{ status: number; type: string; text: string }>((done, failed) => {
      httpRequest(server.url + path, { method, path, headers: { 'x-requested-with': 'x', ...more } }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk) => (text += chunk))
        answer.on('end', () =>
          done({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', text }),
        )
      })
        .on('error', failed)
        .end()
    })

  const spellings: [string, (path: string) => string][] = [
    ['a slash behind', (path) => `${path}/`],
    ['two slashes before', (path) => `/${path}`],
    ['two slashes within', (path) => path.replace('/api/', '/api//')],
    ['capitals', (path) => path.toUpperCase()],
    ['an encoded letter', (path) => path.replace('/api/', '/%61pi/')],
    ['an encoded slash', (path) => path.replace('/api/', '/api%2F')],
    ['a dot', (path) => path.replace('/api/', '/api/./')],
    ['a way back', (path) => path.replace('/api/', '/api/docs/../')],
    ['an encoded way back', (path) => path.replace('/api/', '/api/docs/%2e%2e/')],
    ['a parameter of the path', (path) => `${path};a=1`],
    ['a NUL', (path) => `${path}%00`],
    ['an ending', (path) => `${path}.json`],
    ['a fragment', (path) => `${path}#`],
  ]

  test.each(['nobody', 'staff'] as const)('(Z11) another spelling of the path gives no access to %s', async (who) => {
    const client = who === 'staff' ? await server.as('staff', {}) : server.nobody
    const cookie: Record<string, string> = client.cookie ? { cookie: client.cookie } : {}
    const open: string[] = []
    const reads = server.app.routes.filter(({ method }) => method === 'GET')
    await eachOf(reads, async (one) => {
      const policy = accessPolicy[nameOf(one)]
      if (policy === 'everybody' || policy === 'signed-in' || policy === 'staff') return
      for (const [what, spell] of spellings) {
        const answer = await raw('GET', spell(one.path.replace(/:\w+/g, real['order'] ?? '')), cookie)
        // The page of the app is served at every path that is no route; it contains no data.
        const isPage = answer.status === 200 && answer.type.startsWith('text/html')
        const isUnbuilt = answer.status === 503 && answer.type.startsWith('text/plain')
        if (!isPage && !isUnbuilt && ![400, 401, 403, 404, 414].includes(answer.status))
          open.push(`${what}: GET ${one.path} ${answer.status}`)
        if (words.some((word) => answer.text.includes(word))) open.push(`${what}: GET ${one.path} tells`)
      }
    })
    expect(open).toEqual([])
  })

  test('(Z11) other methods are refused: no method override, no TRACE; HEAD has the policy of GET and no body', async () => {
    const wrong: string[] = []
    const reader = await server.as('staff', { crm: { view: true } })
    const paths = [...new Set(server.app.routes.map(({ path }) => path))]
    await eachOf(paths, async (path) => {
      const at = path.replace(/:\w+/g, randomUUID())
      const methods = new Set<string>(server.app.routes.filter((one) => one.path === path).map(({ method }) => method))
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'POST', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH']) {
        if (methods.has(method)) continue
        const { status } = await raw(method, at, { cookie: admin.cookie })
        // A path with a word instead of an ID may be that of another route, which then requires more.
        if (![400, 404, 405, 422, 428].includes(status)) wrong.push(`${method} ${path}: ${status}`)
      }
      if (!methods.has('GET')) return
      const policy = accessPolicy[`GET ${path}`]
      const head = await raw('HEAD', at)
      if (policy !== 'everybody' && head.status !== 401) wrong.push(`HEAD ${path}: ${head.status}`)
      if (head.text !== '') wrong.push(`HEAD ${path} has a body`)
    })
    expect(wrong).toEqual([])
    const { id } = await admin.do(crmApi.createAccount, { body: { name: 'Stays' } })
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override', '_method']) {
      await reader.send('GET', `/api/accounts/${id}`, undefined, { [name]: 'DELETE' })
      await reader.send('POST', `/api/accounts/${id}?_method=DELETE`, { _method: 'DELETE' }, { [name]: 'DELETE' })
    }
    expect((await admin.call(crmApi.getAccount, { params: { id } })).status).toBe(200)
  })

  test('(Z11) a query parameter that is sent twice is refused', async () => {
    const clerk = await server.as('staff', { inventory: { view: true } })
    for (const query of ['limit=1&limit=200', 'q=a&q=b', 'sort=name&sort=-name', 'cursor=a&cursor=b']) {
      const twice = await clerk.send('GET', `/api/products?${query}`)
      expect([query, twice.status, Object.keys(twice.body.fields ?? {})]).toEqual([query, 422, [query.split('=')[0]]])
    }
  })
})

test('(Z4) a sales rep reads no cost in the response of any GET', async () => {
  const place = await addPlace(admin)
  const product = await addProduct(admin, place, { name: 'Dear', cost: '7.7177', quantity: 5 })
  const rep = await server.as('sales_rep')
  const order = await addOrder(rep, real['account'] ?? '', [[product.id, 1]])
  const leaks: string[] = []
  for (const one of server.app.routes.filter(({ method }) => method === 'GET')) {
    for (const id of one.path.includes(':') ? [product.id, order.id] : ['']) {
      const answer = await rep.send(
        'GET',
        one.path.replace(':kind', 'product').replace(':list', 'products').replace(/:\w+/g, id),
      )
      // Not the seconds of a timestamp, "…:07.712Z".
      if (/(?<!\d)7\.71/.test(JSON.stringify(answer.body))) leaks.push(nameOf(one))
    }
  }
  expect(leaks).toEqual([])
  // A price in the request is refused: the server calculates line totals.
  const priced = { accountId: real['account'], lines: [{ productId: product.id, quantity: 1, total: '0.01' }] }
  const answer = await rep.send('POST', '/api/sales-orders', priced, { 'idempotency-key': randomUUID() })
  expect([answer.status, answer.body.fields]).toEqual([422, { 'lines.0.total': 'is not known' }])
})
