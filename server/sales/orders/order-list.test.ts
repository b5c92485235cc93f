import { beforeAll, expect, test } from 'vitest'
import { orderMessagesApi } from '#shared/portal/messages-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { orderHoldApi } from '#shared/sales/orders/order-hold-api.ts'
import type { OrderRow } from '#shared/sales/orders/order.ts'
import { addAccount, addOrder, addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { portalUser } from '#test/portal.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
})

const listed = (client: Client, query: object) => client.do(salesApi.listOrders, { query })

test('[SO-05] rows of the order list, serialized by the database, keep any text unchanged and equal the order page', async () => {
  const odd = 'He said "5 \\ 6" {}, </script> – Ärzte 医院 😀'
  const account = await addAccount(admin, { name: `${odd} ${Date.now()}`, address: `${odd}\n\tDock 3`, country: null })
  const product = await addProduct(admin, place, { price: '0.07' })
  const order = await admin.do(salesApi.createOrder, {
    body: {
      accountId: account.id,
      reference: odd,
      requestedDate: '2020-01-31',
      lines: [{ productId: product.id, quantity: 1 }],
    },
  })
  const { data } = await listed(admin, { account: account.id })
  expect(data).toEqual([
    {
      id: order.id,
      number: order.number,
      account: { id: account.id, name: account.name },
      status: 'PENDING',
      orderDate: order.orderDate,
      requestedDate: '2020-01-31',
      deliveredDate: null,
      shipTo: { id: null, name: null, address: account.address, country: null },
      lines: 1,
      total: '0.07',
      paymentStatus: null,
      reference: odd,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/),
      badges: ['late'],
    },
  ])
  const page = await admin.do(salesApi.getOrder, { params: { id: order.id } })
  const row = Object.fromEntries(Object.keys(data[0] as OrderRow).map((key) => [key, page[key as keyof OrderRow]]))
  expect({ ...row, account: { id: page.account.id, name: page.account.name } }).toEqual(data[0])
})

test('[SO-05, CUS-01] badges of a row have a fixed order; users without invoice permission see no payment status', async () => {
  const product = await addProduct(admin, place, { quantity: 10 })
  const account = await addAccount(admin)
  const { id } = await addOrder(admin, account.id, [[product.id, 1]])
  const params = { id }
  await admin.do(salesApi.confirm, { params, body: {} })
  await admin.do(orderHoldApi.hold, { params, body: { reason: 'Wait' } })
  const customer = await portalUser(server, admin, account.id)
  await customer.do(orderMessagesApi.sendMessage, { params, body: { body: 'When?' } })
  const [row] = (await listed(admin, { account: account.id })).data
  expect([row?.badges, row?.paymentStatus]).toEqual([['onHold', 'newMessage'], 'Unpaid'])
  const [seen] = (await listed(await server.as('sales_rep'), { account: account.id })).data
  expect([seen?.id, seen?.badges, seen?.paymentStatus]).toEqual([id, ['onHold', 'newMessage'], null])
})
