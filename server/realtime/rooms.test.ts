import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { deliveryScene, routeOf } from '#test/deliveries.ts'
import { listen, pause, poll, until } from '#test/socket.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

/* Which events a customer receives, and the rate limits of polls and posts. */

/** A portal user of that customer. */
async function loginOf(server: TestServer, accountId: string): Promise<Client> {
  const client = await server.as('customer')
  await sql`update users set account_id = ${accountId} where id = ${client.userId}`.execute(server.database.db)
  return client
}
const connect = (server: TestServer, client: Client) => listen(server.url, client.cookie)

describe('a customer', () => {
  test('[RT-05] (R4) receives events of their own orders, invoices, shipments and account, and none of other customers', async () => {
    const server = await startServer()
    const admin = await server.as('admin')
    const [ours, theirs] = [await addAccount(admin), await addAccount(admin)]
    const place = await addPlace(admin)
    const product = await addProduct(admin, place, { quantity: 100 })
    const ears = {
      ours: await connect(server, await loginOf(server, ours.id)),
      sameAccount: await connect(server, await loginOf(server, ours.id)),
      theirs: await connect(server, await loginOf(server, theirs.id)),
      nobodys: await connect(server, await server.as('customer')),
      driver: await connect(server, await server.as('driver')),
    }
    const sell = async (accountId: string) => {
      const order = await addOrder(admin, accountId, [[product.id, 2]])
      await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
      await admin.do(salesApi.startPicking, { params: { id: order.id }, body: {} })
      await admin.do(salesApi.ready, { params: { id: order.id }, body: {} })
      return order.id
    }
    const [ourOrder, theirOrder] = [await sell(ours.id), await sell(theirs.id)]
    const { data: invoices } = await admin.do(invoicingApi.listInvoices, { query: {} })
    await admin.do(
      crmApi.updateAccount,
      { params: { id: ours.id }, body: { name: 'Ours, renamed' } },
      { version: ours.version },
    )
    await admin.do(inventoryApi.addStock, { params: { id: product.id }, body: { quantity: 5, reason: 'return' } })
    const { rows: shipments } = await sql<{ id: string; orderId: string }>`select id, order_id as "orderId"
      from shipments`.execute(server.database.db)
    const eventsOf = ({ received }: (typeof ears)['ours']) =>
      received.map(({ name, payload }) => [name, ...Object.values(payload)])
    const has = (ear: (typeof ears)['ours'], id: string) => eventsOf(ear).some((one) => one.includes(id))
    await until(() => has(ears.ours, ours.id) && has(ears.sameAccount, ours.id) && has(ears.theirs, theirOrder))
    await pause(300)

    const expected = (order: string, accountId: string) =>
      new Set([
        order,
        ...invoices.filter((one) => one.account.id === accountId).map(({ id }) => id),
        ...shipments.filter((one) => one.orderId === order).map(({ id }) => id),
      ])
    const idsOf = (ear: (typeof ears)['ours']) => new Set(eventsOf(ear).map(([, id]) => id))
    expect(idsOf(ears.ours)).toEqual(expected(ourOrder, ours.id).add(ours.id))
    expect(idsOf(ears.sameAccount)).toEqual(idsOf(ears.ours))
    expect(idsOf(ears.theirs)).toEqual(expected(theirOrder, theirs.id))
    expect([eventsOf(ears.nobodys), eventsOf(ears.driver)]).toEqual([[], []])
    const names = new Set(ears.ours.received.map(({ name }) => name))
    expect([...names].toSorted()).toEqual([
      'account_updated',
      'invoice_updated',
      'sales_order_updated',
      'shipping_updated',
    ])
    // Payloads contain one id and no other data.
    for (const { payload } of ears.ours.received) expect(Object.keys(payload)).toHaveLength(1)
  })

  test('(R4) moved to another account receives no more events of the old one: the connection is closed', async () => {
    const server = await startServer()
    const admin = await server.as('admin')
    const [before, after] = [await addAccount(admin), await addAccount(admin)]
    const client = await loginOf(server, before.id)
    const first = await connect(server, client)
    const { rows } = await sql<{ version: number; name: string; email: string }>`select version, name, email from users
      where id = ${client.userId}`.execute(server.database.db)
    const [{ version = 1, name = '', email = '' } = {}] = rows
    await admin.do(
      usersApi.update,
      { params: { id: client.userId }, body: { name, email, role: 'customer', accountId: after.id } },
      { version },
    )
    // The session ends with the change, and with it the connection.
    expect(await first.ended).toBe('io server disconnect')
    const rename = (id: string, read: number) =>
      admin.do(crmApi.updateAccount, { params: { id }, body: { name: `Renamed ${id}` } }, { version: read })
    await rename(before.id, before.version)
    await pause(200)
    expect(first.received).toEqual([])
  })
})

describe('polls', () => {
  test('(R5) of one socket are answered six at once, then two a second; a second concurrent poll is refused (429)', async () => {
    const server = await startServer()
    const [staff, admin] = [await server.as('staff'), await server.as('admin')]
    const headers = { cookie: staff.cookie }
    const { sid } = JSON.parse((await (await poll(server.url, {}, { headers })).text()).slice(1)) as { sid: string }
    const post = (body: string) => poll(server.url, { sid }, { method: 'POST', headers, body })
    await post('40')
    const pollOnce = () => poll(server.url, { sid }, { headers })
    // Each poll has something to return at once: the welcome, then an event.
    const started = performance.now()
    for (let time = 0; time < 12; time += 1) {
      await admin.do(crmApi.createAccount, { body: { name: `Clinic ${time}` } })
      expect((await pollOnce()).status).toBe(200)
    }
    // The limit guarantees this minimum duration; on a slow machine it only takes longer.
    expect(performance.now() - started).toBeGreaterThan(2400)
    // One poll is delayed, and a second concurrent one is refused.
    await admin.do(crmApi.createAccount, { body: { name: 'One more' } })
    const both = await Promise.all([pollOnce(), pollOnce()])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 429])
    expect(Number(both.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('(R5) and posts: a burst is accepted, further posts are refused (429), and the connection stays open', async () => {
    const server = await startServer()
    const [staff, admin] = [await server.as('staff'), await server.as('admin')]
    const { socket, received, sid } = await connect(server, staff)
    const headers = { cookie: staff.cookie }
    const statuses: number[] = []
    for (let time = 0; time < 60; time += 1) {
      const body = `42["join",${time}]`
      statuses.push((await poll(server.url, { sid: sid() }, { method: 'POST', headers, body })).status)
    }
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(statuses.slice(0, 8)).toEqual(Array(8).fill(200))
    await addAccount(admin)
    await until(() => received.length === 1)
    expect(socket.connected).toBe(true)
  })

  test('(R5) during a burst of changes lose no events', async () => {
    const server = await startServer()
    const admin = await server.as('admin')
    const { received } = await connect(server, await server.as('staff'))
    const made = []
    for (let time = 0; time < 60; time += 1) made.push((await addAccount(admin)).id)
    await until(() => received.length === 60)
    expect(received.map(({ payload }) => payload['accountId'])).toEqual(made)
  })
})

describe('events from before the connection', () => {
  test('[RT-05] (R4) reach customers, drivers and users of raw materials though nobody of their kind was connected', async () => {
    const server = await startServer({ socketLimits: { perAddress: 100 } })
    const scene = await deliveryScene(server)
    const { route } = await routeOf(scene, 1)
    const { id: materialId } = await scene.admin.do(rawMaterialsApi.createRawMaterial, {
      body: { name: 'Film', materialType: 'Plastic', location: scene.place.warehouse.id, quantity: 10 },
    })
    const clients = {
      customer: await loginOf(server, scene.accountId),
      stranger: await loginOf(server, (await addAccount(scene.admin)).id),
      driver: scene.driver,
      otherDriver: await server.as('driver'),
      storekeeper: await server.as('staff', { rawmaterials: { view: true } }),
    }
    const idsOf = async (client: Client, expected: string | null) => {
      const { received } = await listen(server.url, client.cookie, {}, { readingFor: 60_000 })
      const ids = () => received.flatMap(({ payload }) => Object.values(payload))
      await (expected ? until(() => ids().includes(expected)) : pause(300))
      return ids()
    }
    expect(await idsOf(clients.customer, scene.accountId)).toContain(scene.accountId)
    expect(await idsOf(clients.stranger, null)).not.toContain(scene.accountId)
    expect(await idsOf(clients.driver, route.id)).not.toContain(scene.accountId)
    expect(await idsOf(clients.otherDriver, null)).toEqual([])
    const materials = await idsOf(clients.storekeeper, materialId)
    expect(materials).not.toContain(scene.productId)
  })
})
