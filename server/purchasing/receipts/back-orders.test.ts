import { beforeAll, expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, placePurchase, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
let accountId: string

beforeAll(async () => {
  server = await startServer({ max: 20 })
  admin = patient(await server.as('admin'))
  place = await addPlace(admin)
  accountId = (await addAccount(admin)).id
})

async function waiting(lines: readonly (readonly [string, number])[], account = accountId) {
  const { id } = await addOrder(admin, account, lines)
  await admin.do(salesApi.backOrder, { params: { id }, body: {} })
  return id
}
const orderOf = (id: string) => admin.do(salesApi.getOrder, { params: { id } })
const statusOf = async (id: string) => (await orderOf(id)).status
const held = async (id: string) =>
  (await orderOf(id)).orderLines.flatMap((line) => line.allocations).reduce((sum, one) => sum + one.quantity, 0)
const add = (id: string, quantity: number) =>
  admin.do(inventoryApi.addStock, { params: { id }, body: { quantity, reason: 'return' } })

test('[SO-01, PO-01] received goods confirm the orders waiting for them, the longest waiting first (T17)', async () => {
  const { id } = await addProduct(admin, place)
  // Created first, but backordered last.
  const written = await addOrder(admin, accountId, [[id, 5]])
  const first = await waiting([[id, 8]])
  const second = await waiting([[id, 6]])
  await admin.do(salesApi.backOrder, { params: { id: written.id }, body: {} })
  const purchase = await placePurchase(admin, place, [[id, 30, '1']])
  const receive = (quantity: number) =>
    admin.do(purchasingApi.receive, {
      params: { id: purchase.id },
      body: { lines: [{ lineId: purchase.orderLines[0]?.id ?? '', quantity }] },
    })
  await receive(10)
  expect(await statusOf(first)).toBe('AWAITING_STOCK')
  await server.app.runJobs()
  expect(await orderOf(first)).toMatchObject({
    status: 'CONFIRMED',
    invoice: { paymentStatus: 'Unpaid' },
    timeline: [{ move: 'confirm', actor: null, reason: 'The goods have arrived' }, {}, {}],
  })
  expect([await statusOf(second), await held(second)]).toEqual(['AWAITING_STOCK', 2])
  expect(await held(written.id)).toBe(0)
  await receive(4)
  await server.app.runJobs()
  expect(await statusOf(second)).toBe('CONFIRMED')
  expect(await statusOf(written.id)).toBe('AWAITING_STOCK')
  await receive(16)
  await server.app.runJobs()
  expect(await statusOf(written.id)).toBe('CONFIRMED')
  expect(await admin.do(inventoryApi.getProduct, { params: { id } })).toMatchObject({ onHand: 30, committed: 19 })
})

test('[SO-01] manually added stock and stock released by a cancelled order also confirm waiting orders', async () => {
  const { id } = await addProduct(admin, place)
  const byHand = await waiting([[id, 5]])
  await add(id, 5)
  await server.app.runJobs()
  expect(await statusOf(byHand)).toBe('CONFIRMED')
  const next = await waiting([[id, 4]])
  await admin.do(salesApi.cancel, { params: { id: byHand }, body: { reason: 'Ordered twice' } })
  await server.app.runJobs()
  expect(await statusOf(next)).toBe('CONFIRMED')
})

test('[SO-01] an order of several products reserves what has arrived and is confirmed with the last of it', async () => {
  const a = (await addProduct(admin, place)).id
  const b = (await addProduct(admin, place)).id
  const order = await waiting([
    [a, 3],
    [b, 2],
  ])
  await add(a, 1)
  await server.app.runJobs()
  await add(a, 9)
  await server.app.runJobs()
  expect([await statusOf(order), await held(order)]).toEqual(['AWAITING_STOCK', 3])
  await add(b, 2)
  await server.app.runJobs()
  expect(await statusOf(order)).toBe('CONFIRMED')
})

test('[SO-01] quarantined goods confirm no order; orders of an inactive customer are skipped without blocking others', async () => {
  const { id } = await addProduct(admin, place)
  const account = await addAccount(admin)
  const inactive = await waiting([[id, 5]], account.id)
  const other = await waiting([[id, 5]])
  const { name } = account
  await admin.do(
    crmApi.updateAccount,
    { params: { id: account.id }, body: { name, status: 'inactive' } },
    { version: account.version },
  )
  const purchase = await placePurchase(admin, place, [[id, 12, '1']])
  const lineId = purchase.orderLines[0]?.id ?? ''
  const receive = (quantity: number, damaged: boolean) =>
    admin.do(purchasingApi.receive, {
      params: { id: purchase.id },
      body: { lines: [{ lineId, quantity, damaged }] },
    })
  await receive(6, true)
  await server.app.runJobs()
  expect([await statusOf(inactive), await statusOf(other)]).toEqual(['AWAITING_STOCK', 'AWAITING_STOCK'])
  await receive(6, false)
  await server.app.runJobs()
  expect([await statusOf(inactive), await statusOf(other)]).toEqual(['AWAITING_STOCK', 'CONFIRMED'])
})

test('[SO-01] concurrent arrivals, confirmations and job runs do not oversell, and serve the oldest first (T17)', async () => {
  const { id } = await addProduct(admin, place)
  const orders: string[] = []
  for (let count = 0; count < 12; count += 1) orders.push(await waiting([[id, 5]]))
  const fresh = await Promise.all(Array.from({ length: 6 }, () => addOrder(admin, accountId, [[id, 5]])))
  await Promise.all([
    ...Array.from({ length: 8 }, () => add(id, 5)),
    ...fresh.map((one) => admin.call(salesApi.confirm, { params: { id: one.id }, body: {} })),
    ...Array.from({ length: 4 }, () => server.app.runJobs()),
  ])
  await server.app.runJobs()
  const stock = await admin.do(inventoryApi.getProduct, { params: { id } })
  expect(stock).toMatchObject({ onHand: 40, committed: 40, available: 0 })
  const statuses = await Promise.all(orders.map(statusOf))
  const served = statuses.filter((status) => status === 'CONFIRMED').length
  const taken = (await Promise.all(fresh.map((one) => statusOf(one.id)))).filter((one) => one === 'CONFIRMED').length
  expect(served + taken).toBe(8)
  expect(statuses).toEqual([
    ...Array.from({ length: served }, () => 'CONFIRMED'),
    ...Array.from({ length: 12 - served }, () => 'AWAITING_STOCK'),
  ])
  expect(await brokenInvariants(server.database.db)).toEqual({})
})

test('[SO-01] an order backordered while goods arrive is not missed', async () => {
  const { id } = await addProduct(admin, place)
  const drafts = await Promise.all(Array.from({ length: 10 }, () => addOrder(admin, accountId, [[id, 1]])))
  await Promise.all([
    ...drafts.map((one) => admin.call(salesApi.backOrder, { params: { id: one.id }, body: {} })),
    add(id, 10),
    server.app.runJobs(),
  ])
  await server.app.runJobs()
  const left = await Promise.all(drafts.map((one) => statusOf(one.id)))
  // Orders backordered after the goods arrived were refused, as nothing is short, and stay pending.
  expect(left.filter((status) => status === 'AWAITING_STOCK')).toEqual([])
  expect(await brokenInvariants(server.database.db)).toEqual({})
})
