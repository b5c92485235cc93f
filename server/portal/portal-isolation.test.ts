import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '#shared/http/route.ts'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import { shelfApi } from '#shared/portal/shelf-api.ts'
import { portalUsersApi } from '#shared/portal/users-api.ts'
import { viewingApi } from '#shared/portal/viewing-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder } from '#test/builders.ts'
import { portalUser } from '#test/portal.ts'
import { portalCalls as table } from '#test/portal/portal-calls.ts'
import { type Ids, type Side, twoCustomers } from '#test/portal/two-customers.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

/* No customer can access the other's records, whatever the role. */

let server: TestServer
let picture: Buffer
let admin: Client
let own: Side
let other: Side
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  ;({ admin, picture, own, other } = await twoCustomers(server))
})

const roles = ['owner', 'orderer', 'viewer'] as const

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`
const servedCalls = () =>
  server.app.routes.filter(
    ({ path }) => path.startsWith('/api/customer-portal/') && !path.startsWith('/api/customer-portal/auth/'),
  )

async function request(client: Client, call: string, ids: Ids, query = '') {
  const [method = '', path = ''] = call.split(' ')
  const row = table[call]
  const span = path.endsWith('statement.pdf') ? `?from=2020-01-01&until=2199-01-01${query.replace('?', '&')}` : query
  const version = call.startsWith('PUT') && !row?.isFile ? await versionOf(client, call, ids) : 1
  const address = path.replace(':id', row?.id ? ids[row.id] : '').replace(':photoId', ids.photo) + span
  return client.send(method, address, row?.isFile ? new Uint8Array(picture) : row?.body?.(ids), {
    ...(row?.isFile && { 'content-type': 'image/png' }),
    'idempotency-key': randomUUID(),
    'if-match': `"v${version}"`,
  })
}

async function versionOf(client: Client, call: string, ids: Ids): Promise<number> {
  if (call.includes('/users/')) {
    const { body } = await client.call(portalUsersApi.listUsers, { query: {} })
    return body.data?.find((user) => user.id === ids.user)?.version ?? 1
  }
  if (call.includes('/shelves/')) {
    const { body } = await client.call(shelfApi.listShelves, { query: {} })
    return body.data?.find((shelf) => shelf.id === ids.shelf)?.version ?? 1
  }
  return (await client.call(portalOrdersApi.getOrder, { params: { id: ids.pending }, query: {} })).body.version ?? 1
}

describe('[CUS-01] every portal endpoint', () => {
  test('has a row in the table', () => {
    expect(servedCalls().map(nameOf).toSorted()).toEqual(Object.keys(table).toSorted())
  })

  test.each(roles)('returns 404 for records of another customer, to an %s', async (role) => {
    const client = own.users[role]
    const wrong: string[] = []
    // Requests with the other customer's ids in the body or the path, and with its account in the query, which is a
    // reason to refuse by itself.
    const requests = Object.entries(table).flatMap(([call, row]) => {
      const byAccount = { call, row, query: `?account=${other.ids.account}` }
      if (!call.startsWith('GET')) return { call, row, query: '' }
      return row.id ? [{ call, row, query: '' }, byAccount] : byAccount
    })
    for (const { call, row, query } of requests) {
      const answer = await request(client, call, other.ids, query)
      const text = JSON.stringify(answer.body)
      const leak = other.words.find((word) => text.includes(word))
      if (leak) wrong.push(`${call} tells ${leak}`)
      const mayAct = row.own[role] !== 403
      const isOwnBody = !row.id && !call.startsWith('GET')
      if (!mayAct && answer.status !== 403) wrong.push(`${call}: ${answer.status}, not 403`)
      // Products are shared between customers; no other id is.
      if (mayAct && !isOwnBody && answer.status !== 404) wrong.push(`${call}: ${answer.status}, not 404`)
      if (mayAct && call === 'POST /api/customer-portal/returns' && answer.status !== 404)
        wrong.push(`${call}: ${answer.status}, not 404`)
    }
    expect(wrong).toEqual([])
  })

  test.each(roles)('with own ids shows an %s no data of another customer', async (role) => {
    for (const call of Object.keys(table).filter((one) => one.startsWith('GET'))) {
      const answer = await request(own.users[role], call, own.ids)
      expect([call, answer.status]).toEqual([call, 200])
      const text = JSON.stringify(answer.body)
      expect([call, other.words.find((word) => text.includes(word))]).toEqual([call, undefined])
    }
  })

  test.each(roles)('with a search shows an %s no data of another customer, whatever is searched for', async (role) => {
    const searches = servedCalls().filter(({ spec }) => spec.query?.safeParse({ q: 'x' }).success)
    expect(searches.map(nameOf)).toContain('GET /api/customer-portal/catalogue')
    for (const { path } of searches)
      for (const word of [...other.words, ...Object.values(other.ids)]) {
        const { status, body } = await own.users[role].send('GET', `${path}?q=${encodeURIComponent(word)}`)
        // Products are shared.
        const shownText = JSON.stringify(body).replaceAll(other.ids.product, '')
        expect([path, word, status, other.words.find((one) => shownText.includes(one))]).toEqual([
          path,
          word,
          200,
          undefined,
        ])
      }
  })

  test('is separate from the office: searches, exports, files and documents of the office refuse customers (403)', async () => {
    const office = server.app.routes.filter(
      ({ method, path, spec }) =>
        method === 'GET' &&
        !path.includes('customer-portal') &&
        spec.access !== 'public' &&
        spec.access !== 'session' &&
        (/\/(search|exports|export-jobs|files)\b/.test(path) || spec.download !== undefined),
    )
    const paths = office.map(({ path }) => path)
    for (const one of [
      '/api/search',
      '/api/exports/customers',
      '/api/export-jobs/:id/file',
      '/api/invoices/:id/document.pdf',
    ])
      expect(paths).toContain(one)
    const wrong: string[] = []
    for (const path of paths)
      for (const ids of [own.ids, other.ids])
        for (const id of [ids.invoice, ids.order, ids.shipment]) {
          const { status } = await own.users.owner.send('GET', `${path.replace(/:\w+/g, id)}?q=Birch`)
          if (status !== 403) wrong.push(`${path}: ${status}, not 403`)
        }
    expect(wrong).toEqual([])
    const started = await own.users.owner.send('POST', '/api/export-jobs', { list: 'sales-orders' })
    expect(started.status).toBe(403)
  })

  test('refuses unknown fields (422), outdated versions (412) and missing versions (428)', async () => {
    const wrong: string[] = []
    for (const [call, row] of Object.entries(table)) {
      if (row.isFile || call.startsWith('GET') || call.startsWith('DELETE')) continue
      const [method = '', path = ''] = call.split(' ')
      const address = path.replace(':id', row.id ? own.ids[row.id] : '')
      const send = (body: object, version: string | null) =>
        own.users.owner.send(method, address, body, {
          'idempotency-key': randomUUID(),
          ...(version && { 'if-match': version }),
        })
      const unknown = (await send({ ...row.body?.(own.ids), accountId: other.ids.account }, '"v1"')).status
      if (unknown !== 422) wrong.push(`${call} with another account in its body: ${unknown}, not 422`)
      if (method !== 'PUT') continue
      const stale = (await send(row.body?.(own.ids) ?? {}, '"v999"')).status
      if (stale !== 412) wrong.push(`${call} of a stale version: ${stale}, not 412`)
      const bare = (await send(row.body?.(own.ids) ?? {}, null)).status
      if (bare !== 428) wrong.push(`${call} without a version: ${bare}, not 428`)
    }
    expect(wrong).toEqual([])
  })

  test('responds to each role with the status in the table', async () => {
    const wrong: string[] = []
    for (const [call, row] of Object.entries(table))
      for (const role of roles) {
        const { status } = await request(own.users[role], call, own.ids)
        if (status !== row.own[role]) wrong.push(`${call} to an ${role}: ${status}, not ${row.own[role]}`)
      }
    expect(wrong).toEqual([])
  })

  test('refuses staff, drivers (403) and requests without a session (401)', async () => {
    const sales = await server.as('sales_rep')
    const [driver, staff] = [await server.as('driver'), await server.as('staff', {})]
    for (const call of Object.keys(table)) {
      expect([call, (await request(server.nobody, call, own.ids)).status]).toEqual([call, 401])
      for (const client of [driver, staff])
        expect([call, (await request(client, call, own.ids)).status]).toEqual([call, 403])
      // Users who may view customers can read a portal only after opening its view, and can never write.
      const seen = await request(sales, call, own.ids, call.startsWith('GET') ? `?account=${own.ids.account}` : '')
      expect([call, seen.status]).toEqual([call, call.startsWith('GET') ? 404 : 403])
    }
  })

  test('can be read by office users after opening the view of that customer; the audit log records who did', async () => {
    const sales = await server.as('sales_rep')
    const view = await sales.do(viewingApi.openPortalView, { params: { id: own.ids.account }, body: {} })
    expect(view.account).toEqual({ id: own.ids.account, name: 'Alder clinic' })
    for (const call of Object.keys(table).filter((one) => one.startsWith('GET'))) {
      const mine = await request(sales, call, own.ids, `?account=${own.ids.account}`)
      expect([call, mine.status]).toEqual([call, 200])
      const theirs = await request(sales, call, other.ids, `?account=${other.ids.account}`)
      expect([call, theirs.status]).toEqual([call, 404])
    }
    const { rows } = await sql<{ actor_id: string }>`select actor_id from audit_log where act = 'portal.viewed'
      and entity_id = ${own.ids.account}`.execute(server.database.db)
    expect(rows).toEqual([{ actor_id: sales.userId }])
    await sql`update portal_views set expires_at = now() - interval '1 second' where user_id = ${sales.userId}`.execute(
      server.database.db,
    )
    expect((await request(sales, 'GET /api/customer-portal/home', own.ids, `?account=${own.ids.account}`)).status).toBe(
      404,
    )
    expect((await sales.call(viewingApi.openPortalView, { params: { id: randomUUID() }, body: {} })).status).toBe(404)
  })

  test('ends for users who were removed, and for all users of a deleted customer', async () => {
    const account = await addAccount(admin)
    const [owner, orderer] = [
      await portalUser(server, admin, account.id),
      await portalUser(server, admin, account.id, 'orderer'),
    ]
    await owner.do(portalUsersApi.removeUser, { params: { id: orderer.userId } })
    expect((await request(orderer, 'GET /api/customer-portal/home', own.ids)).status).toBe(401)
    expect((await owner.call(portalUsersApi.removeUser, { params: { id: owner.userId } })).status).toBe(409)
    await sql`update accounts set deleted_at = now() where id = ${account.id}`.execute(server.database.db)
    expect((await request(owner, 'GET /api/customer-portal/home', own.ids)).status).toBe(404)
  })
})

test('[CUS-01] an order created by the office is shown to the customer, but only the office can change it', async () => {
  const order = await addOrder(admin, own.ids.account, [[own.ids.product, 1]]).catch(() => null)
  const id = order?.id ?? own.ids.order
  const shown = await own.users.owner.do(portalOrdersApi.getOrder, { params: { id }, query: {} })
  expect(shown.canChange).toBe(false)
  const body = { lines: [{ productId: own.ids.product, quantity: 2 }] }
  const changed = await own.users.owner.call(
    portalOrdersApi.changeOrder,
    { params: { id }, body },
    { version: shown.version },
  )
  expect(changed.status).toBe(409)
  expect((await admin.do(salesApi.getOrder, { params: { id } })).version).toBe(shown.version)
})
