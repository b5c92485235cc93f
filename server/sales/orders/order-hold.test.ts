import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { holdable } from '#shared/sales/orders/order-guards.ts'
import { orderHoldApi } from '#shared/sales/orders/order-hold-api.ts'
import { orderListApi } from '#shared/sales/orders/order-list-api.ts'
import type { OrderAction, OrderStatus } from '#shared/sales/orders/order-transitions.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let accountId: string
let productId: string
let otherId: string

beforeAll(async () => {
  server = await startServer()
  admin = patient(await server.as('admin'))
  const place = await addPlace(admin)
  accountId = (await addAccount(admin)).id
  productId = (await addProduct(admin, place, { quantity: 5000, name: 'Gauze', price: '2.50' })).id
  otherId = (await addProduct(admin, place, { quantity: 5000, name: 'Swabs', price: '1.00' })).id
})

const bodies: Partial<Record<OrderAction, object>> = {
  cancel: { reason: 'Ordered twice' },
  unconfirm: { reason: 'Wrong lines' },
  reverse: { reason: 'Wrong box' },
  assign: { method: 'carrier', carrier: 'Blue Van' },
}
const take = (id: string, action: OrderAction) =>
  admin.send('POST', salesApi[action].path.replace(':id', id), bodies[action] ?? {}, {
    'idempotency-key': crypto.randomUUID(),
  })
const hold = (id: string, reason = 'Ask about the address') =>
  admin.call(orderHoldApi.hold, { params: { id }, body: { reason } })
const release = (id: string) => admin.call(orderHoldApi.releaseHold, { params: { id }, body: {} })
const orderOf = (id: string) => admin.do(salesApi.getOrder, { params: { id } })

async function orderAfter(...way: OrderAction[]) {
  const { id } = await addOrder(admin, accountId, [[productId, 4]])
  for (const action of way) expect([action, (await take(id, action)).status]).toEqual([action, 200])
  return id
}

describe('an order on hold', () => {
  test('[SO-01] can be neither picked nor made ready, shows reason, user and time, and can continue once released', async () => {
    const id = await orderAfter('confirm')
    const held = (await hold(id)).body
    expect(held).toMatchObject({ status: 'CONFIRMED', badges: ['onHold'] })
    expect(held.hold).toMatchObject({ reason: 'Ask about the address', by: held.timeline[0]?.actor })
    for (const action of ['startPicking', 'ready'] as const) {
      const answer = await take(id, action)
      expect([answer.status, answer.body.code]).toEqual([409, 'ORDER_ON_HOLD'])
      expect(answer.body.error).toBe('The order is on hold: Ask about the address. Release the hold first.')
      const transition = held.transitions.find(({ move }) => move === action)
      expect(transition).toMatchObject({ open: false, reason: answer.body.error })
    }
    expect((await hold(id)).body.error).toContain('already on hold')
    expect((await release(id)).body).toMatchObject({ hold: null, badges: [] })
    expect((await release(id)).status).toBe(409)
    expect((await take(id, 'startPicking')).status).toBe(200)
    expect((await orderOf(id)).timeline.map(({ move, reason }) => [move, reason])).toEqual([
      ['startPicking', null],
      ['holdReleased', 'Ask about the address'],
      ['held', 'Ask about the address'],
      ['confirm', null],
      ['create', null],
    ])
  })

  test('[SO-01] only orders whose goods have not left can be put on hold', async () => {
    const ways: [OrderStatus, OrderAction[]][] = [
      ['PENDING', []],
      ['CONFIRMED', ['confirm']],
      ['PROCESSING', ['confirm', 'startPicking']],
      ['READY_FOR_SHIPPING', ['confirm', 'ready']],
      ['FOR_SHIPPING', ['confirm', 'ready', 'assign']],
      ['CANCELLED', ['cancel']],
    ]
    for (const [status, way] of ways) {
      const answer = await hold(await orderAfter(...way))
      expect([status, answer.status]).toEqual([status, holdable.includes(status) ? 200 : 409])
    }
    expect((await hold('00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await hold(await orderAfter(), ' ')).status).toBe(422)
  })

  test('[SO-01] cancelling ends the hold; an order put on hold during picking cannot be made ready', async () => {
    const id = await orderAfter('confirm', 'startPicking')
    await hold(id)
    expect((await take(id, 'ready')).status).toBe(409)
    expect((await take(id, 'cancel')).status).toBe(200)
    expect(await orderOf(id)).toMatchObject({ status: 'CANCELLED', hold: null })
  })

  test('[SO-01] concurrent requests create one hold, with one entry in its history', async () => {
    const id = await orderAfter('confirm')
    const answers = await Promise.all(Array.from({ length: 10 }, () => hold(id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await orderOf(id)).timeline.filter(({ move }) => move === 'held')).toHaveLength(1)
  })
})

describe('changes by an edit', () => {
  test('[SO-05] are listed in the history, field by field, with old and new value', async () => {
    const id = await orderAfter()
    const { version } = await orderOf(id)
    const other = await addAccount(admin, { name: 'Other Clinic' })
    const body = {
      accountId: other.id,
      reference: 'PO 77',
      lines: [
        { productId, quantity: 3 },
        { productId, quantity: 3 },
        { productId: otherId, quantity: 2 },
      ],
    }
    await admin.do(salesApi.updateOrder, { params: { id }, body }, { version })
    const [entry] = (await orderOf(id)).timeline
    expect(entry).toMatchObject({ move: 'updated', from: null, to: null })
    expect(entry?.changes).toEqual(
      expect.arrayContaining([
        { field: 'customer', item: null, from: expect.any(String), to: 'Other Clinic' },
        { field: 'reference', item: null, from: null, to: 'PO 77' },
        { field: 'quantity', item: 'Gauze', from: '4', to: '6' },
        { field: 'quantity', item: 'Swabs', from: null, to: '2' },
        { field: 'total', item: null, from: '10.00', to: '17.00' },
      ]),
    )
    expect(entry?.changes).toHaveLength(5)
  })

  test('[SO-01] an order that was packed once can still be edited when it is pending again (B11)', async () => {
    const id = await orderAfter('confirm', 'ready', 'reverse', 'unconfirm')
    const { version } = await orderOf(id)
    const body = { accountId, lines: [{ productId: otherId, quantity: 1 }] }
    const answer = await admin.call(salesApi.updateOrder, { params: { id }, body }, { version })
    expect([answer.status, answer.body.total]).toEqual([200, '1.00'])
    expect((await take(id, 'confirm')).status).toBe(200)
    const locked = await admin.call(salesApi.updateOrder, { params: { id }, body }, { version: version + 2 })
    expect([locked.status, locked.body.code]).toEqual([409, 'NOT_EDITABLE'])
  })
})

test('[SO-05] previous and next order follow the sort order and filters of the list', async () => {
  const account = await addAccount(admin)
  const made: string[] = []
  for (let count = 0; count < 5; count += 1) made.push((await addOrder(admin, account.id, [[productId, 1]])).id)
  await hold(made[1] ?? '')
  await hold(made[3] ?? '')
  const near = (id: string | undefined, query: object) =>
    admin.do(orderListApi.getNeighbours, { params: { id: id ?? '' }, query: { account: account.id, ...query } })
  expect(await near(made[2], {})).toEqual({ previous: made[3], next: made[1] })
  expect(await near(made[2], { sort: 'number' })).toEqual({ previous: made[1], next: made[3] })
  expect(await near(made[4], {})).toEqual({ previous: null, next: made[3] })
  expect(await near(made[3], { badge: 'onHold' })).toEqual({ previous: null, next: made[1] })
  const held = await admin.do(salesApi.listOrders, { query: { account: account.id, badge: 'onHold' } })
  expect(held.data.map(({ id }) => id)).toEqual([made[3], made[1]])
})

test('[SO-05, IVC-01] the date filters of orders and invoices include the first and the last day', async () => {
  const account = await addAccount(admin)
  const { id } = await addOrder(admin, account.id, [[productId, 1]])
  expect((await take(id, 'confirm')).status).toBe(200)
  const { rows } = await sql<{ before: string; day: string; after: string }>`select
    (company_today() - 1)::text as before, company_today()::text as day, (company_today() + 1)::text as after`.execute(
    server.database.db,
  )
  const { before = '', day = '', after = '' } = rows[0] ?? {}
  const totals = async (days: { from?: string; to?: string }) => {
    const query = { account: account.id, ...days }
    const [orders, invoices] = await Promise.all([
      admin.do(salesApi.listOrders, { query }),
      admin.do(invoicingApi.listInvoices, { query }),
    ])
    return [orders.total, invoices.total]
  }
  expect(await totals({})).toEqual([1, 1])
  expect(await totals({ from: day, to: day })).toEqual([1, 1])
  expect(await totals({ from: after })).toEqual([0, 0])
  expect(await totals({ to: before })).toEqual([0, 0])
  expect((await admin.call(salesApi.listOrders, { query: { from: '2026-13-01' } })).status).toBe(422)
})

test('[SO-05] an order is late if its requested date has passed and it is not delivered or cancelled', async () => {
  const account = await addAccount(admin)
  const write = (requestedDate: string) =>
    admin.do(salesApi.createOrder, {
      body: { accountId: account.id, requestedDate, lines: [{ productId, quantity: 1 }] },
    })
  const late = await write('2020-01-01')
  const early = await write('2099-01-01')
  expect([late.badges, early.badges]).toEqual([['late'], []])
  const listed = await admin.do(salesApi.listOrders, { query: { account: account.id, badge: 'late' } })
  expect(listed.data.map(({ id }) => id)).toEqual([late.id])
  await take(late.id, 'cancel')
  expect((await orderOf(late.id)).badges).toEqual([])
})

test('[SO-01] the tests above broke no invariant', async () => {
  expect(await brokenInvariants(server.database.db)).toEqual({})
})
