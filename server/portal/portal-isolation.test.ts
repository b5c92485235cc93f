import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import type { Route } from '#shared/http/route.ts'
import { orderMessagesApi } from '#shared/portal/messages-api.ts'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import type { PortalRole } from '#shared/portal/portal-user.ts'
import { shelfApi } from '#shared/portal/shelf-api.ts'
import { type PortalReturn, portalReturnsApi } from '#shared/portal/returns-api.ts'
import { portalUsersApi } from '#shared/portal/users-api.ts'
import { viewingApi } from '#shared/portal/viewing-api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { storedFiles } from '#server/files/stored-files.ts'
import { addAccount, addOrder, addPlace, deliveredOrder } from '#test/builders.ts'
import { consignmentOf } from '#test/consignment.ts'
import { addLots } from '#test/lots.ts'
import { portalUser } from '#test/portal.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

/* Two customers with the same of everything: neither gets at what is the other's, whatever the role. */

type Ids = Record<
  | 'account'
  | 'order'
  | 'pending'
  | 'shipment'
  | 'return'
  | 'photo'
  | 'message'
  | 'requisition'
  | 'estimate'
  | 'invoice'
  | 'recall'
  | 'user'
  | 'line'
  | 'product'
  | 'shelf'
  | 'consignment'
  | 'lot'
  | 'spareShelf',
  string
>
interface Side {
  ids: Ids
  /** Words that only this customer may read. */
  words: string[]
  users: Record<PortalRole, Client>
}

let server: TestServer
let picture: Buffer
let admin: Client
let own: Side
let other: Side

beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  admin = await server.as('admin')
  picture = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#38a' } })
    .png()
    .toBuffer()
  const place = await addPlace(admin)
  const side = async (name: string): Promise<Side> => {
    const account = await addAccount(admin, { name })
    const { product, lot } = await addLots(admin, place, [['L1', 900, 500]], { name: `Gauze ${name.length}` })
    const [owner, orderer, viewer, spare] = [
      await portalUser(server, admin, account.id, 'owner'),
      await portalUser(server, admin, account.id, 'orderer', '50'),
      await portalUser(server, admin, account.id, 'viewer'),
      await portalUser(server, admin, account.id, 'viewer'),
    ]
    const order = await deliveredOrder(admin, account.id, [[product.id, 3]])
    const lines = [{ productId: product.id, quantity: 1 }]
    const placed = await owner.do(portalOrdersApi.placeOrder, { body: { lines } })
    const { requisition } = await orderer.do(portalOrdersApi.placeOrder, {
      body: { lines: [{ productId: product.id, quantity: 90 }], notes: `Secret of ${name}` },
    })
    const estimate = await admin.do(estimatesApi.createEstimate, {
      body: { accountId: account.id, validUntil: '2199-01-01', notes: `Offer to ${name}`, lines },
    })
    await admin.do(estimatesApi.sendEstimate, { params: { id: estimate.id }, body: { to: `${name[0]}@example.com` } })
    const returned = await owner.do(portalReturnsApi.requestReturn, {
      body: {
        orderId: order.id,
        lines: [{ orderLineId: order.orderLines[0]?.id ?? '', quantity: 1, reason: 'damaged' }],
      },
    })
    const photo = await owner.send(
      'PUT',
      `/api/customer-portal/returns/${returned.id}/photos`,
      new Uint8Array(picture),
      {
        'content-type': 'image/png',
      },
    )
    const messages = await admin.do(orderMessagesApi.sendOrderMessage, {
      params: { id: order.id },
      body: { body: `Hello ${name}` },
    })
    const shipment = await signedShipment(order.id)
    const invoices = await admin.do(invoicingApi.listInvoices, { query: { account: account.id } })
    const { recall } = await admin.do(recallsApi.startRecall, {
      body: { lotIds: [lot('L1')], reason: `Fault at ${name}`, instruction: 'Send back' },
    })
    const consigned = await consignmentOf(admin, place, account.id, product.id, lot('L1'))
    const shelf = async (suffix: string) => {
      const body = { name: `Ward of ${name}${suffix}`, items: [{ productId: product.id, par: 20 }] }
      const { data } = await owner.do(shelfApi.addShelf, { body })
      return data.find((one) => one.name === body.name)?.id ?? ''
    }
    return {
      ids: {
        account: account.id,
        order: order.id,
        shipment,
        message: messages.data[0]?.id ?? '',
        return: returned.id,
        photo: (photo.body as unknown as PortalReturn).photos[0]?.id ?? '',
        pending: placed.order?.id ?? '',
        requisition: requisition?.id ?? '',
        estimate: estimate.id,
        invoice: invoices.data[0]?.id ?? '',
        recall: recall.id,
        user: spare.userId,
        line: order.orderLines[0]?.id ?? '',
        product: product.id,
        consignment: consigned,
        lot: lot('L1'),
        shelf: await shelf(''),
        spareShelf: await shelf(', spare'),
      },
      words: [
        name,
        order.number,
        placed.order?.number ?? '?',
        estimate.number,
        invoices.data[0]?.number ?? '?',
        recall.number,
      ],
      users: { owner, orderer, viewer },
    }
  }
  own = await side('Alder clinic')
  other = await side('Birch hospital')
})

/** The shipment of a delivered order, with a signature that was sent. */
async function signedShipment(orderId: string): Promise<string> {
  const file = randomUUID()
  const sha256 = createHash('sha256').update(file).digest('hex')
  await storedFiles(server.filesFolder).put(file, 'proof', picture)
  const { rows } = await sql<{ id: string }>`with s as (select id from shipments where order_id = ${orderId}),
    f as (insert into driver_files (sha256, driver_id, file_id, size, received, complete_at)
      values (${sha256}, ${admin.userId}, ${file}, 10, 10, now())),
    p as (insert into delivery_proofs (id, shipment_id, received_by, signature, device_at, received_at, document, hash)
      select ${randomUUID()}::uuid, id, 'Dr Weiss', ${sha256}, now(), now(), '{}', repeat('a', 64) from s)
    select id from s`.execute(server.database.db)
  return rows[0]?.id ?? ''
}

const roles = ['owner', 'orderer', 'viewer'] as const
type Expected = { [R in PortalRole]: number }
const everyone: Expected = { owner: 200, orderer: 200, viewer: 200 }
const orderers = (status: number): Expected => ({ owner: status, orderer: status, viewer: 403 })
const owners = (status: number): Expected => ({ owner: status, orderer: 403, viewer: 403 })
const lines = (ids: Ids) => [{ productId: ids.product, quantity: 1 }]

interface Row {
  /** Of the ids, the one in the path. */
  id?: keyof Ids
  body?: (ids: Ids) => object
  /** A picture is sent instead of a body. */
  isFile?: true
  /** What a user of each role gets for what is their customer's; they change it, so each only where nothing is left undone. */
  own: Expected
}

/** Every call of the portal: a call without its row here fails the first test. */
const table: Record<string, Row> = {
  'GET /api/customer-portal/home': { own: everyone },
  'GET /api/customer-portal/users': { own: everyone },
  'POST /api/customer-portal/users': {
    body: () => ({ name: 'New', email: `${randomUUID()}@example.com`, role: 'viewer' }),
    own: owners(201),
  },
  'PUT /api/customer-portal/users/:id': { id: 'user', body: () => ({ role: 'viewer' }), own: owners(200) },
  'GET /api/customer-portal/orders': { own: everyone },
  'GET /api/customer-portal/orders/:id': { id: 'order', own: everyone },
  'GET /api/customer-portal/catalogue': { own: everyone },
  'POST /api/customer-portal/order-checks': { body: (ids) => ({ lines: lines(ids) }), own: orderers(200) },
  'POST /api/customer-portal/orders': { body: (ids) => ({ lines: lines(ids) }), own: orderers(201) },
  'PUT /api/customer-portal/orders/:id': { id: 'pending', body: (ids) => ({ lines: lines(ids) }), own: orderers(200) },
  'POST /api/customer-portal/orders/:id/cancellation': {
    id: 'pending',
    body: () => ({ reason: 'Not needed' }),
    own: { owner: 200, orderer: 409, viewer: 403 },
  },
  'GET /api/customer-portal/requisitions': { own: everyone },
  'POST /api/customer-portal/requisitions/:id/refusal': {
    id: 'requisition',
    body: () => ({ reason: 'Too much' }),
    own: owners(200),
  },
  'POST /api/customer-portal/requisitions/:id/approval': { id: 'requisition', body: () => ({}), own: owners(409) },
  'POST /api/customer-portal/requisitions/:id/withdrawal': { id: 'requisition', body: () => ({}), own: orderers(409) },
  'GET /api/customer-portal/orders/:id/messages': { id: 'order', own: everyone },
  'POST /api/customer-portal/orders/:id/messages': { id: 'order', body: () => ({ body: 'Hello' }), own: orderers(201) },
  'POST /api/customer-portal/orders/:id/messages/read': {
    id: 'order',
    body: (ids) => ({ messageId: ids.message }),
    own: orderers(200),
  },
  'GET /api/customer-portal/estimates': { own: everyone },
  'GET /api/customer-portal/estimates/:id': { id: 'estimate', own: everyone },
  'POST /api/customer-portal/estimates': { body: (ids) => ({ lines: lines(ids) }), own: orderers(201) },
  'POST /api/customer-portal/estimates/:id/acceptance': {
    id: 'estimate',
    body: () => ({ hash: 'a'.repeat(64) }),
    own: owners(412),
  },
  'POST /api/customer-portal/estimates/:id/refusal': {
    id: 'estimate',
    body: () => ({ hash: 'a'.repeat(64) }),
    own: owners(412),
  },
  'GET /api/customer-portal/invoices': { own: everyone },
  'GET /api/customer-portal/balance': { own: everyone },
  'GET /api/customer-portal/invoices/:id': { id: 'invoice', own: everyone },
  'GET /api/customer-portal/invoices/:id/document.pdf': { id: 'invoice', own: everyone },
  'GET /api/customer-portal/statement.pdf': { own: everyone },
  'GET /api/customer-portal/returns': { own: everyone },
  'PUT /api/customer-portal/returns/:id/photos': { id: 'return', isFile: true, own: orderers(201) },
  'GET /api/customer-portal/returns/:id/photos/:photoId': { id: 'return', own: everyone },
  'GET /api/customer-portal/deliveries/:id': { id: 'shipment', own: everyone },
  'GET /api/customer-portal/deliveries/:id/signature': { id: 'shipment', own: everyone },
  'GET /api/customer-portal/deliveries/:id/proof.pdf': { id: 'shipment', own: everyone },
  'GET /api/customer-portal/orders/:id/returnable': { id: 'order', own: everyone },
  'POST /api/customer-portal/returns': {
    body: (ids) => ({ orderId: ids.order, lines: [{ orderLineId: ids.line, quantity: 1, reason: 'damaged' }] }),
    own: orderers(201),
  },
  'GET /api/customer-portal/recalls': { own: everyone },
  'POST /api/customer-portal/recalls/:id/acknowledgement': {
    id: 'recall',
    body: () => ({ name: 'Ana Ruiz', held: 2 }),
    own: { owner: 200, orderer: 409, viewer: 403 },
  },
  'GET /api/customer-portal/consignments': { own: everyone },
  'POST /api/customer-portal/consignments/:id/counts': {
    id: 'consignment',
    body: (ids) => ({
      countId: randomUUID(),
      countedAt: new Date().toISOString(),
      lines: [{ lotId: ids.lot, counted: 4 }],
    }),
    own: orderers(201),
  },
  'GET /api/customer-portal/shelves': { own: everyone },
  'POST /api/customer-portal/shelves': { body: () => ({ name: randomUUID(), items: [] }), own: orderers(201) },
  'PUT /api/customer-portal/shelves/:id': {
    id: 'shelf',
    body: (ids) => ({ name: 'Ward 3', items: [{ productId: ids.product, par: 30 }] }),
    own: orderers(200),
  },
  'POST /api/customer-portal/shelves/:id/counts': {
    id: 'shelf',
    body: (ids) => ({
      countId: randomUUID(),
      countedAt: new Date().toISOString(),
      lines: [{ productId: ids.product, counted: 4 }],
    }),
    own: orderers(201),
  },
  'DELETE /api/customer-portal/shelves/:id': { id: 'spareShelf', own: { owner: 200, orderer: 404, viewer: 403 } },
  // Last: it takes the user off who is asked for above.
  'DELETE /api/customer-portal/users/:id': { id: 'user', own: owners(200) },
}

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`
const portalCalls = () =>
  server.app.routes.filter(
    ({ path }) => path.startsWith('/api/customer-portal/') && !path.startsWith('/api/customer-portal/auth/'),
  )

async function ask(client: Client, call: string, ids: Ids, query = '') {
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

describe('[CUS-01] every call of the portal', () => {
  test('has its row here', () => {
    expect(portalCalls().map(nameOf).toSorted()).toEqual(Object.keys(table).toSorted())
  })

  test.each(roles)('is not there for what is another customer’s, to an %s', async (role) => {
    const client = own.users[role]
    const wrong: string[] = []
    for (const [call, row] of Object.entries(table)) {
      // A body that names what is the other's, or a path; and the other's account in the query.
      const answer = await ask(client, call, other.ids, call.startsWith('GET') ? `?account=${other.ids.account}` : '')
      const text = JSON.stringify(answer.body)
      const leak = other.words.find((word) => text.includes(word))
      if (leak) wrong.push(`${call} tells ${leak}`)
      const mayAct = row.own[role] !== 403
      const isOwnBody = !row.id && !call.startsWith('GET')
      if (!mayAct && answer.status !== 403) wrong.push(`${call}: ${answer.status}, not 403`)
      // Products are everybody's; what a call names beyond its path is not.
      if (mayAct && !isOwnBody && answer.status !== 404) wrong.push(`${call}: ${answer.status}, not 404`)
      if (mayAct && call === 'POST /api/customer-portal/returns' && answer.status !== 404)
        wrong.push(`${call}: ${answer.status}, not 404`)
    }
    expect(wrong).toEqual([])
  })

  test.each(roles)('without another’s ids shows an %s nothing of the other customer', async (role) => {
    for (const call of Object.keys(table).filter((one) => one.startsWith('GET'))) {
      const answer = await ask(own.users[role], call, own.ids)
      expect([call, answer.status]).toEqual([call, 200])
      const text = JSON.stringify(answer.body)
      expect([call, other.words.find((word) => text.includes(word))]).toEqual([call, undefined])
    }
  })

  test('answers each role as the table says', async () => {
    const wrong: string[] = []
    for (const [call, row] of Object.entries(table))
      for (const role of roles) {
        const { status } = await ask(own.users[role], call, own.ids)
        if (status !== row.own[role]) wrong.push(`${call} to an ${role}: ${status}, not ${row.own[role]}`)
      }
    expect(wrong).toEqual([])
  })

  test('is closed to staff, drivers and who is not signed in', async () => {
    const sales = await server.as('sales_rep')
    const [driver, staff] = [await server.as('driver'), await server.as('staff', {})]
    for (const call of Object.keys(table)) {
      expect([call, (await ask(server.nobody, call, own.ids)).status]).toEqual([call, 401])
      for (const client of [driver, staff])
        expect([call, (await ask(client, call, own.ids)).status]).toEqual([call, 403])
      // Who may see customers sees a portal once they have opened it, and never does anything in it.
      const seen = await ask(sales, call, own.ids, call.startsWith('GET') ? `?account=${own.ids.account}` : '')
      expect([call, seen.status]).toEqual([call, call.startsWith('GET') ? 404 : 403])
    }
  })

  test('is open to read, as seen by one customer, to the office that has opened it; the audit log says who', async () => {
    const sales = await server.as('sales_rep')
    const view = await sales.do(viewingApi.openPortalView, { params: { id: own.ids.account }, body: {} })
    expect(view.account).toEqual({ id: own.ids.account, name: 'Alder clinic' })
    for (const call of Object.keys(table).filter((one) => one.startsWith('GET'))) {
      const mine = await ask(sales, call, own.ids, `?account=${own.ids.account}`)
      expect([call, mine.status]).toEqual([call, 200])
      const theirs = await ask(sales, call, other.ids, `?account=${other.ids.account}`)
      expect([call, theirs.status]).toEqual([call, 404])
    }
    const { rows } = await sql<{ actor_id: string }>`select actor_id from audit_log where act = 'portal.viewed'
      and entity_id = ${own.ids.account}`.execute(server.database.db)
    expect(rows).toEqual([{ actor_id: sales.userId }])
    await sql`update portal_views set expires_at = now() where user_id = ${sales.userId}`.execute(server.database.db)
    expect((await ask(sales, 'GET /api/customer-portal/home', own.ids, `?account=${own.ids.account}`)).status).toBe(404)
    expect((await sales.call(viewingApi.openPortalView, { params: { id: randomUUID() }, body: {} })).status).toBe(404)
  })

  test('is over for who was removed, and for all of a customer who was deleted', async () => {
    const account = await addAccount(admin)
    const [owner, orderer] = [
      await portalUser(server, admin, account.id),
      await portalUser(server, admin, account.id, 'orderer'),
    ]
    await owner.do(portalUsersApi.removeUser, { params: { id: orderer.userId } })
    expect((await ask(orderer, 'GET /api/customer-portal/home', own.ids)).status).toBe(401)
    expect((await owner.call(portalUsersApi.removeUser, { params: { id: owner.userId } })).status).toBe(409)
    await sql`update accounts set deleted_at = now() where id = ${account.id}`.execute(server.database.db)
    expect((await ask(owner, 'GET /api/customer-portal/home', own.ids)).status).toBe(404)
  })
})

test('[CUS-01] an order that the office wrote is shown, and is the office’s to change', async () => {
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
