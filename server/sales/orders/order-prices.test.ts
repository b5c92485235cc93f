import { beforeAll, expect, test } from 'vitest'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
})

test('a price that was typed by somebody with the right outlives a change by somebody without', async () => {
  const product = await addProduct(admin, await addPlace(admin), { price: '10' })
  const account = await addAccount(admin)
  const line = { productId: product.id, quantity: 2, unitPrice: '7.5' }
  const order = await admin.do(salesApi.createOrder, { body: { accountId: account.id, lines: [line] } })
  const seller = await server.as('sales_rep')
  const change = (unitPrice: string, version: number) =>
    seller.call(
      salesApi.updateOrder,
      {
        params: { id: order.id },
        body: { accountId: account.id, notes: 'Call first', lines: [{ ...line, quantity: 3, unitPrice }] },
      },
      { version },
    )

  const repriced = await change('7.50', order.version)
  expect([repriced.status, repriced.body.total]).toEqual([200, '22.50'])
  const lowered = await change('7.49', order.version + 1)
  expect([lowered.status, lowered.body.fields]).toEqual([
    422,
    { 'lines.0.unitPrice': 'can only be set by people who can edit products' },
  ])
})
