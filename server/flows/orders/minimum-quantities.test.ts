import { beforeAll, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, addPurchase, type TestPlace } from '#test/builders.ts'
import { type Client, startServer } from '#test/server.ts'

let admin: Client
let place: TestPlace
let productId: string
beforeAll(async () => {
  const server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
  productId = (await addProduct(admin, place, { quantity: 500, moq: 24 })).id
})

test('[SO-02, PRD-02] an order below the minimum quantity is confirmed only with a reason, which the timeline shows', async () => {
  const account = await addAccount(admin)
  const { id } = await addOrder(admin, account.id, [[productId, 10]])
  const params = { id }
  const refused = await admin.call(salesApi.confirm, { params, body: {} })
  const { name } = await admin.do(inventoryApi.getProduct, { params: { id: productId } })
  expect([refused.status, refused.body.code, refused.body.error, refused.body.details]).toEqual([
    409,
    'BELOW_MINIMUM',
    `${name}: 10 ordered, the minimum is 24.`,
    { lines: [{ product: name, quantity: 10, minimum: 24 }] },
  ])
  expect((await admin.call(salesApi.backOrder, { params, body: {} })).body.code).toBe('BELOW_MINIMUM')
  const confirmed = await admin.do(salesApi.confirm, { params, body: { belowMinimumReason: 'Sample for a ward' } })
  expect(confirmed.status).toBe('CONFIRMED')
  expect(confirmed.timeline[0]).toMatchObject({ move: 'confirm', reason: 'Below the minimum: Sample for a ward' })
})

test('[SO-02] lines of the same product count together towards the minimum quantity', async () => {
  const account = await addAccount(admin)
  const lines: [string, number][] = [
    [productId, 14],
    [productId, 10],
  ]
  const { id } = await addOrder(admin, account.id, lines)
  expect((await admin.do(salesApi.confirm, { params: { id }, body: {} })).status).toBe('CONFIRMED')
})

test('[PO-01] a purchase order below the minimum quantity is placed only with a reason', async () => {
  const { id } = await addPurchase(admin, place, [[productId, 12, '1']])
  const params = { id }
  const refused = await admin.call(purchasingApi.submit, { params, body: {} })
  expect([refused.status, refused.body.code]).toEqual([409, 'BELOW_MINIMUM'])
  const placed = await admin.do(purchasingApi.submit, { params, body: { belowMinimumReason: 'Agreed by phone' } })
  expect(placed.status).toBe('Open')
  expect(placed.timeline[0]).toMatchObject({ move: 'place', reason: 'Below the minimum: Agreed by phone' })
  const whole = await addPurchase(admin, place, [[productId, 24, '1']])
  expect((await admin.do(purchasingApi.submit, { params: { id: whole.id }, body: {} })).status).toBe('Open')
})
