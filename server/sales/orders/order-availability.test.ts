import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { partsOf } from '#shared/inventory/stock/stock-parts.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { availabilityApi } from '#shared/sales/orders/availability-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addPlace } from '#test/builders.ts'
import type { Client } from '#test/client.ts'
import { consignmentOf } from '#test/consignment.ts'
import { addLots, confirmed, inDays, lotOf } from '#test/lots.ts'
import { startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
})

/** 500 pieces with a long shelf life, of which 60 are reserved, 40 with 30 days left, 300 on hold and 20 expired. */
async function stocked() {
  const place = await addPlace(admin)
  const { product } = await addLots(admin, place, [
    ['SOON', 30, 40],
    ['FRESH', 400, 500],
    ['HELD', 400, 300],
    ['OLD', 400, 20],
  ])
  await admin.do(lotsApi.hold, { params: { id: lotOf(product, 'HELD') }, body: { reason: 'Checked' } })
  await sql`update lots set expiry_date = ${inDays(-2)} where id = ${lotOf(product, 'OLD')}`.execute(server.database.db)
  const careful = await addAccount(admin, { minShelfLifeDays: 90 })
  const other = await addAccount(admin, { minShelfLifeDays: 0 })
  await confirmed(admin, careful.id, [[product.id, 60]])
  return { place, product, careful, other }
}

describe('[SO-01, INV-08] availability while an order is edited', () => {
  test("equals that of the saved order and estimate, for the customer's shelf life and the requested date", async () => {
    const { product, careful, other } = await stocked()
    const lines = [{ productId: product.id, quantity: 1 }]
    const cases = [
      [careful.id, null, 440, 40],
      [careful.id, inDays(350), 0, 480],
      [other.id, null, 480, 0],
      [other.id, inDays(30), 480, 0],
      [other.id, inDays(31), 440, 40],
      [other.id, inDays(-5), 480, 0],
    ] as const
    for (const [accountId, requestedDate, available, expiresTooSoon] of cases) {
      const query = {
        account: accountId,
        requestedDate: requestedDate ?? undefined,
        products: [product.id, product.id],
      }
      const { data } = await admin.do(availabilityApi.listAvailability, { query })
      expect([accountId, requestedDate, data]).toEqual([
        accountId,
        requestedDate,
        [{ productId: product.id, available, onHold: 300, expired: 20, expiresTooSoon }],
      ])
      if (requestedDate !== inDays(-5)) {
        const order = await admin.do(salesApi.createOrder, { body: { accountId, requestedDate, lines } })
        expect(order.orderLines.map((line) => line.available)).toEqual([available])
      }
      if (requestedDate === null) {
        const estimate = await admin.do(estimatesApi.createEstimate, {
          body: { accountId, validUntil: inDays(30), lines },
        })
        expect(estimate.orderLines.map((line) => line.available)).toEqual([available])
      }
    }
    const { data } = await admin.do(availabilityApi.listAvailability, { query: { products: [product.id] } })
    const { available } = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
    expect([data[0]?.available, available]).toEqual([480, 480])
  })

  test('refuses unknown customers, too many products and invalid ids', async () => {
    const { product } = await stocked()
    const nobody = { account: product.id, products: [product.id] }
    const many = { products: Array.from({ length: 101 }, () => product.id) }
    expect((await admin.call(availabilityApi.listAvailability, { query: nobody })).status).toBe(404)
    expect((await admin.call(availabilityApi.listAvailability, { query: many })).status).toBe(422)
    expect((await admin.call(availabilityApi.listAvailability, { query: { products: ['x'] } })).status).toBe(422)
  })
})

test('[INV-08] on hand splits into available, reserved, on hold, expired and at customers, without double counting', async () => {
  const { place, product, other } = await stocked()
  const read = () => admin.do(inventoryApi.getProduct, { params: { id: product.id } })
  const before = await read()
  expect([before.onHand, partsOf(before)]).toEqual([
    860,
    { available: 480, reserved: 60, onHold: 300, expired: 20, atCustomers: 0 },
  ])
  await consignmentOf(admin, place, other.id, product.id, lotOf(product, 'FRESH'))
  expect(partsOf(await read())).toEqual({ available: 460, reserved: 60, onHold: 300, expired: 20, atCustomers: 20 })
  // Reserved pieces of a lot that is put on hold count as on hold or as reserved, never as both.
  await admin.do(lotsApi.hold, { params: { id: lotOf(product, 'FRESH') }, body: { reason: 'Checked' } })
  const after = await read()
  const parts = partsOf(after)
  expect(Object.values(parts).reduce((sum, pieces) => sum + pieces, 0)).toBe(860)
  expect([parts.reserved, parts.available + parts.onHold + parts.atCustomers, parts.expired]).toEqual([
    after.committed,
    840 - after.committed,
    20,
  ])
})
