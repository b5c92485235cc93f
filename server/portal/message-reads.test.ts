import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { orderMessagesApi } from '#shared/portal/messages-api.ts'
import { portalHomeApi } from '#shared/portal/home-api.ts'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { portalUser } from '#test/portal.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { listen, until } from '#test/socket.ts'

let server: TestServer
let admin: Client
let productId: string
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  admin = await server.as('admin')
  productId = (await addProduct(admin, await addPlace(admin), { quantity: 100 })).id
})

async function thread() {
  const account = await addAccount(admin)
  const owner = await portalUser(server, admin, account.id)
  const { id } = await addOrder(admin, account.id, [[productId, 1]])
  const params = { id }
  return {
    account,
    owner,
    id,
    sendMessage: (body: string) => owner.do(orderMessagesApi.sendMessage, { params, body: { body } }),
    answer: (body: string) => admin.do(orderMessagesApi.sendOrderMessage, { params, body: { body } }),
    ofCustomer: () => owner.do(orderMessagesApi.listMessages, { params, query: {} }),
    ofOffice: () => admin.do(orderMessagesApi.listOrderMessages, { params }),
    read: (messageId: string, client = owner as Client) =>
      client.call(orderMessagesApi.readMessages, { params, body: { messageId } }),
    readByOffice: (messageId: string, client = admin) =>
      client.call(orderMessagesApi.readOrderMessages, { params, body: { messageId } }),
  }
}

test('[CUS-01] messages are unread for the other side until one of its users has read them', async () => {
  const { owner, id, sendMessage, answer, ofCustomer, ofOffice, read, readByOffice } = await thread()
  const withNews = async () =>
    (await admin.do(salesApi.listOrders, { query: { badge: 'newMessage' } })).data.map((order) => order.id)
  const sent = await sendMessage('Where is it?')
  expect([sent.unread, sent.readByOther]).toEqual([0, null])
  expect((await ofOffice()).unread).toBe(1)
  expect(await withNews()).toEqual([id])
  const question = sent.data[0]?.id ?? ''
  expect((await readByOffice(question)).body).toMatchObject({ unread: 0 })
  expect(await withNews()).toEqual([])
  expect((await ofCustomer()).readByOther).toBe(sent.data[0]?.at)

  await answer('On its way')
  const { data } = await answer('Gate B')
  const home = () => owner.do(portalHomeApi.getHome, { query: {} })
  const row = async () => (await owner.do(portalOrdersApi.listOrders, { query: {} })).data[0]?.unread
  expect((await home()).messages).toMatchObject([{ order: { id }, body: 'Gate B', unread: 2 }])
  expect([(await ofCustomer()).unread, await row()]).toEqual([2, 2])
  // Read up to the first of them.
  expect((await read(data[1]?.id ?? '')).body.unread).toBe(1)
  expect((await read(data[2]?.id ?? '')).body.unread).toBe(0)
  // An older read mark doesn't undo a newer one.
  expect((await read(data[1]?.id ?? '')).body.unread).toBe(0)
  expect([(await home()).messages, await row()]).toEqual([[], 0])
  // Answering marks the messages as read.
  await answer('One more')
  expect((await sendMessage('Thanks')).unread).toBe(0)
})

test("[CUS-01] marking as read needs a message of one's own order and write permission, and the message must belong to it", async () => {
  const [one, two] = [await thread(), await thread()]
  const { data } = await one.answer('Hello')
  const id = data[0]?.id ?? ''
  const viewer = await portalUser(server, admin, one.account.id, 'viewer')
  expect((await one.read(id, viewer)).status).toBe(403)
  expect((await one.read(id, two.owner)).status).toBe(404)
  expect((await one.read(id, server.nobody)).status).toBe(401)
  expect((await two.read(id)).status).toBe(404)
  expect((await two.readByOffice(id)).status).toBe(404)
  expect((await one.read(randomUUID())).status).toBe(404)
  expect((await one.read('x')).status).toBe(422)
  expect((await one.readByOffice(id, await server.as('staff', {}))).status).toBe(403)
  expect((await one.ofCustomer()).unread).toBe(1)
})

test('[CUS-01] an open portal page gets events of its own orders, and none of other customers', async () => {
  const [one, two] = [await thread(), await thread()]
  const [own, other] = [await listen(server.url, one.owner.cookie), await listen(server.url, two.owner.cookie)]
  await admin.do(salesApi.confirm, { params: { id: one.id }, body: {} })
  await until(() => own.received.some(({ name }) => name === 'sales_order_updated'))
  const orders = own.received.filter(({ name }) => name === 'sales_order_updated').map(({ payload }) => payload)
  expect(new Set(orders.map((payload) => payload['salesOrderId']))).toEqual(new Set([one.id]))
  // Events arrive in order: the other client has received its own, and so would have received this one.
  await two.answer('Yours')
  await until(() => other.received.length > 0)
  expect(JSON.stringify(other.received)).not.toContain(one.id)
})
