import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { portalEstimatesApi } from '#shared/portal/estimates-api.ts'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import { shelfApi } from '#shared/portal/shelf-api.ts'
import { portalUsersApi } from '#shared/portal/users-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { portalCalls } from '#test/portal/portal-calls.ts'
import { type Side, twoCustomers } from '#test/portal/two-customers.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

/* Requests of portal users that come too late or twice. */

let server: TestServer
let admin: Client
let picture: Buffer
let own: Side
let inStock: string
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  ;({ admin, picture, own } = await twoCustomers(server))
  // The product in `own` has a recalled lot by now, so orders need another one.
  inStock = (await addProduct(admin, await addPlace(admin), { quantity: 100 })).id
})

type ConflictInput = { id?: string; body?: unknown; version?: number }
const query = {}
const reason = { reason: 'Not needed' }
const lines = () => [{ productId: inStock, quantity: 1 }]
const placed = async () => (await own.users.owner.do(portalOrdersApi.placeOrder, { body: { lines: lines() } })).order

async function self() {
  const { data } = await own.users.owner.do(portalUsersApi.listUsers, { query })
  return data.find((user) => user.id === own.users.owner.userId)
}

async function confirmedOrder() {
  const order = await placed()
  const params = { id: order?.id ?? '' }
  await admin.do(salesApi.confirm, { params, body: {} })
  return own.users.owner.do(portalOrdersApi.getOrder, { params, query })
}

/** An order above the approval limit of its user. */
async function requisition() {
  const body = { lines: [{ productId: own.ids.product, quantity: 90 }] }
  return (await own.users.orderer.do(portalOrdersApi.placeOrder, { body })).requisition?.id ?? ''
}

async function approved() {
  const id = await requisition()
  await own.users.owner.do(portalOrdersApi.approve, { params: { id }, body: {} })
  return id
}

async function acceptedEstimate() {
  const params = { id: own.ids.estimate }
  const { hash, answer } = await own.users.owner.do(portalEstimatesApi.getEstimate, { params, query })
  if (!answer) await own.users.owner.do(portalEstimatesApi.acceptEstimate, { params, body: { hash } })
  return { id: params.id, body: { hash } }
}

async function orderedCount() {
  const countId = randomUUID()
  const counted = [{ productId: own.ids.product, counted: 1 }]
  const body = { countId, countedAt: new Date().toISOString(), lines: counted }
  await own.users.owner.do(shelfApi.sendCount, { params: { id: own.ids.shelf }, body })
  const order = { lines: lines(), shelfCountId: countId }
  await own.users.owner.do(portalOrdersApi.placeOrder, { body: order })
  return order
}

const oldCount = (counted: object) => ({
  countId: randomUUID(),
  countedAt: new Date(Date.now() - 15 * 86_400_000).toISOString(),
  lines: [counted],
})

interface Conflict {
  late: () => Promise<ConflictInput> | ConflictInput
  code: string
  by?: 'orderer'
}
/** For each writing endpoint, a request that comes too late, and its refusal; sent by an owner unless `orderer`. */
const conflicts: Record<string, Conflict | null> = {
  'POST /api/customer-portal/users': {
    late: async () => ({ body: { name: 'Twin', email: (await self())?.email, role: 'viewer' } }),
    code: 'ALREADY_EXISTS',
  },
  'PUT /api/customer-portal/users/:id': {
    late: async () => {
      const { id, version } = (await self()) ?? {}
      return { id: id ?? '', body: { role: 'viewer' }, version: version ?? 1 }
    },
    code: 'OWN_ACCOUNT',
  },
  'DELETE /api/customer-portal/users/:id': { late: () => ({ id: own.users.owner.userId }), code: 'OWN_ACCOUNT' },
  // Changes nothing.
  'POST /api/customer-portal/order-checks': null,
  'POST /api/customer-portal/shelf-products': null,
  'POST /api/customer-portal/orders': { late: async () => ({ body: await orderedCount() }), code: 'ALREADY_DONE' },
  'PUT /api/customer-portal/orders/:id': {
    late: async () => {
      const { id, version } = await confirmedOrder()
      return { id, version, body: { lines: lines() } }
    },
    code: 'NOT_EDITABLE',
  },
  'POST /api/customer-portal/orders/:id/cancellation': {
    late: async () => ({ id: (await confirmedOrder()).id, body: reason }),
    code: 'NOT_EDITABLE',
  },
  'POST /api/customer-portal/requisitions/:id/approval': {
    late: async () => ({ id: await approved(), body: {} }),
    code: 'ALREADY_DONE',
  },
  'POST /api/customer-portal/requisitions/:id/refusal': {
    late: async () => ({ id: await approved(), body: reason }),
    code: 'ALREADY_DONE',
  },
  'POST /api/customer-portal/requisitions/:id/withdrawal': {
    late: async () => ({ id: await approved(), body: {} }),
    code: 'ALREADY_DONE',
    by: 'orderer',
  },
  // Each message is a new one; it is never too late.
  'POST /api/customer-portal/orders/:id/messages': null,
  'POST /api/customer-portal/orders/:id/messages/read': null,
  'POST /api/customer-portal/estimates': null,
  'POST /api/customer-portal/estimates/:id/acceptance': { late: acceptedEstimate, code: 'INVALID_TRANSITION' },
  'POST /api/customer-portal/estimates/:id/refusal': { late: acceptedEstimate, code: 'INVALID_TRANSITION' },
  'PUT /api/customer-portal/returns/:id/photos': {
    late: async () => {
      await admin.call(returnsApi.rejectReturn, { params: { id: own.ids.return }, body: reason })
      return { id: own.ids.return }
    },
    code: 'TOO_LATE',
  },
  'POST /api/customer-portal/returns': {
    late: async () => {
      const order = await confirmedOrder()
      const orderLineId = order.orderLines[0]?.id ?? ''
      return { body: { orderId: order.id, lines: [{ orderLineId, quantity: 1, reason: 'damaged' }] } }
    },
    code: 'INVALID_TRANSITION',
  },
  'POST /api/customer-portal/recalls/:id/acknowledgement': {
    late: async () => {
      const conflictInput = { id: own.ids.recall, body: { name: 'Ana Ruiz', held: 2 } }
      await own.users.owner.send(
        'POST',
        `/api/customer-portal/recalls/${conflictInput.id}/acknowledgement`,
        conflictInput.body,
      )
      return conflictInput
    },
    code: 'ALREADY_DONE',
  },
  'POST /api/customer-portal/consignments/:id/counts': {
    late: () => ({ id: own.ids.consignment, body: oldCount({ lotId: own.ids.lot, counted: 4 }) }),
    code: 'TOO_LATE',
  },
  'POST /api/customer-portal/shelves': {
    late: () => ({ body: { name: 'ward of alder CLINIC', items: [] } }),
    code: 'ALREADY_EXISTS',
  },
  'PUT /api/customer-portal/shelves/:id': {
    late: async () => {
      const { data } = await own.users.owner.do(shelfApi.listShelves, { query })
      const shelf = data.find((one) => one.id === own.ids.shelf)
      return {
        id: own.ids.shelf,
        body: { name: 'Ward of Alder clinic, spare', items: [] },
        version: shelf?.version ?? 1,
      }
    },
    code: 'ALREADY_EXISTS',
  },
  'POST /api/customer-portal/shelves/:id/counts': {
    late: () => ({ id: own.ids.shelf, body: oldCount({ productId: own.ids.product, counted: 4 }) }),
    code: 'TOO_LATE',
  },
  // A shelf that is already removed is not found.
  'DELETE /api/customer-portal/shelves/:id': null,
}

test('every writing endpoint of the portal has a row in this table', () => {
  const writes = Object.keys(portalCalls).filter((call) => !call.startsWith('GET'))
  expect(Object.keys(conflicts).toSorted()).toEqual(writes.toSorted())
})

test.each(
  Object.entries(conflicts).flatMap(([call, row]) => (row ? [{ call, ...row, by: row.by ?? ('owner' as const) }] : [])),
)('[CUS-01] $call too late is refused with 409 $code, and changes nothing', async ({ call, late, code, by }) => {
  const { id = '', body, version = 1 } = await late()
  const [method = '', path = ''] = call.split(' ')
  const written = async () =>
    (await sql<{ n: string }>`select count(*) as n from audit_log`.execute(server.database.db)).rows[0]?.n
  const before = await written()
  const isFile = portalCalls[call]?.isFile
  const answer = await own.users[by].send(method, path.replace(':id', id), isFile ? new Uint8Array(picture) : body, {
    'idempotency-key': randomUUID(),
    'if-match': `"v${version}"`,
    ...(isFile && { 'content-type': 'image/png' }),
  })
  expect([answer.status, answer.body['code']]).toEqual([409, code])
  expect(await written()).toBe(before)
})
