import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { modules, type Permissions, type Role, roleDefaults } from '#shared/access/roles.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { placesApi } from '#shared/inventory/locations/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import type { EventName } from '#shared/http/event-names.ts'
import { events } from '#shared/realtime.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { command } from '#server/kernel/command.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { type ReceivedEvent, listen, pause, poll, until } from '#test/socket.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { roomsOfEvent, roomsOfUser } from './rooms.ts'
import { changeSettings } from '#test/settings.ts'

const view = { view: true }
const connect = (server: TestServer, client: Client) => listen(server.url, client.cookie)
const namesOf = (received: readonly ReceivedEvent[]) => new Set(received.map((one) => one.name))

/** Typical changes of a working day, which publish the events of `announcedToday`. */
async function workADay(admin: Client) {
  const place = await addPlace(admin)
  const product = await addProduct(admin, place, { quantity: 100 })
  const account = await addAccount(admin)
  const order = await addOrder(admin, account.id, [
    [product.id, 4],
    [product.id, 2],
  ])
  const confirmed = await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  await admin.do(inventoryApi.addStock, { params: { id: product.id }, body: { quantity: 5, reason: 'return' } })
  const invoices = await admin.do(invoicingApi.listInvoices, { query: {} })
  const invoice = invoices.data[0]
  await admin.do(invoicingApi.recordPayment, {
    params: { id: invoice?.id ?? '' },
    body: { amount: '1.00', method: 'cash', receivedDate: '2026-01-05' },
  })
  await changeSettings(admin, { lowStockThreshold: 7 })
  return { confirmed, product, account }
}

const announcedToday: readonly EventName[] = [
  'sales_order_updated',
  'invoice_updated',
  'sales_report_updated',
  'inventory_updated',
  'inventory_transaction',
  'account_updated',
  'settings_updated',
]

describe('who receives which events', () => {
  test('[RT-04, RT-05] (R4) each change sends its event, with ids only, to the users who may view its module', async () => {
    const server = await startServer()
    const admin = await server.as('admin')
    const users: Record<string, Client> = {
      admin,
      nobody: await server.as('staff', {}),
      seller: await server.as('sales_rep'),
      driver: await server.as('driver', { inventory: view, salesOrders: view, invoices: view, crm: view }),
      customer: await server.as('customer', { inventory: view, salesOrders: view, invoices: view, crm: view }),
      storekeeper: await server.as('staff', { inventory: view }),
      accountant: await server.as('staff', { invoices: view }),
    }
    const ears = new Map<string, Awaited<ReturnType<typeof connect>>>()
    for (const [name, client] of Object.entries(users)) ears.set(name, await connect(server, client))
    const receivedBy = (name: string) => ears.get(name)?.received ?? []
    await workADay(admin)
    for (const name of ears.keys()) await until(() => namesOf(receivedBy(name)).has('settings_updated'))
    expect([...namesOf(receivedBy('admin'))].toSorted()).toEqual(announcedToday.toSorted())
    const only = (...names: EventName[]) => new Set<EventName>([...names, 'settings_updated'])
    for (const name of ['nobody', 'driver', 'customer'])
      expect([name, namesOf(receivedBy(name))]).toEqual([name, only()])
    expect(namesOf(receivedBy('seller'))).toEqual(only('sales_order_updated', 'account_updated'))
    expect(namesOf(receivedBy('storekeeper'))).toEqual(only('inventory_updated', 'inventory_transaction'))
    expect(namesOf(receivedBy('accountant'))).toEqual(only('invoice_updated', 'sales_report_updated'))
    for (const { name, payload } of receivedBy('admin')) {
      if (name !== 'settings_updated') expect(JSON.stringify(payload)).toMatch(/^\{("\w+":"([0-9a-f-]{36})?",?)+\}$/)
      expect(events[name].payload.parse(payload)).toEqual(payload)
    }
  })

  test('[RT-05] (R4) every id in a received event can be read by its recipient, for every single permission', async () => {
    const server = await startServer({ socketLimits: { perAddress: 100 } })
    const admin = await server.as('admin')
    const rights: Permissions[] = [
      ...(['inventory', 'crm', 'invoices', 'salesOrders', 'shipping', 'dashboard', 'rawmaterials'] as const).map(
        (module) => ({ [module]: view }),
      ),
      {},
    ]
    const clients: Client[] = [await server.as('admin'), await server.as('driver'), await server.as('customer')]
    for (const permissions of rights) clients.push(await server.as('staff', permissions))
    const ears = []
    for (const client of clients) ears.push({ client, ...(await connect(server, client)) })
    const { product } = await workADay(admin)
    for (const { received } of ears) await until(() => namesOf(received).has('settings_updated'))
    const readable: Record<string, (client: Client, id: string) => Promise<boolean>> = {
      salesOrderId: async (client, id) => (await client.call(salesApi.getOrder, { params: { id } })).status === 200,
      invoiceId: async (client, id) => (await client.call(invoicingApi.getInvoice, { params: { id } })).status === 200,
      salesReportId: async (client, id) =>
        (await client.call(invoicingApi.getInvoice, { params: { id } })).status === 200,
      accountId: async (client, id) =>
        (await client.call(crmApi.getAccount, { params: { id } })).status === 200 ||
        (await client.call(crmApi.getSupplier, { params: { id } })).status === 200,
      itemId: async (client, id) =>
        (await client.call(inventoryApi.getProduct, { params: { id } })).status === 200 ||
        (await client.call(placesApi.getLocation, { params: { id } })).status === 200 ||
        JSON.stringify((await client.call(inventoryApi.listCategories, { query: {} })).body).includes(id),
      warehouse: async (client, id) =>
        JSON.stringify((await client.call(inventoryApi.listLocations, { query: {} })).body).includes(id),
      transactionId: async (client, id) =>
        JSON.stringify(
          (await client.call(inventoryApi.listStockHistory, { params: { id: product.id }, query: {} })).body,
        ).includes(id),
    }
    let judged = 0
    for (const { client, received } of ears) {
      for (const { name, payload } of received.filter((one) => one.name !== 'settings_updated')) {
        for (const [field, id] of Object.entries(payload)) {
          expect([name, field, id, await readable[field]?.(client, String(id))]).toEqual([name, field, id, true])
          judged += 1
        }
      }
    }
    expect(judged).toBeGreaterThan(20)
  })

  test("(R4) route events go to users who may view routes and to the route's room, which drivers do not join by permission", () => {
    const rooms = roomsOfEvent({ name: 'route_updated', payload: { routeId: 'r1', status: 'PLANNED' } })
    expect(rooms).toEqual(['mod:routes', 'route:r1'])
    const caller = (role: Role, permissions: Permissions) => ({
      userId: 'u1',
      name: 'x',
      role,
      permissions,
      sessionId: 's',
    })
    expect(roomsOfUser(caller('driver', roleDefaults.driver))).toEqual(['everyone', 'user:u1'])
    expect(roomsOfUser(caller('customer', roleDefaults.admin))).toEqual(['everyone', 'user:u1'])
    expect(roomsOfUser(caller('staff', { routes: view }))).toEqual(['everyone', 'user:u1', 'mod:routes'])
    expect(roomsOfUser(caller('admin', {}))).toHaveLength(2 + modules.length)
    expect(roomsOfUser({ ...caller('admin', {}), owesSecondFactor: true })).toEqual(['everyone', 'user:u1'])
    expect(roomsOfUser(caller('staff', { users: { edit: true } }))).toEqual(['everyone', 'user:u1'])
  })
})

describe('when events are sent', () => {
  test('only after the commit: nothing for a rolled-back transaction, and all ids can be read at once', async () => {
    const server = await startServer()
    const admin = await server.as('admin')
    const { received } = await connect(server, admin)
    const refused = await admin.call(crmApi.createAccount, { body: { name: '' } })
    expect(refused.status).toBe(422)
    const caller = { userId: admin.userId, name: 'x', role: 'admin', permissions: {}, sessionId: admin.userId } as const
    const announced: unknown[] = []
    const deps = {
      database: server.database,
      clock: () => new Date(),
      timeZone: () => 'UTC',
      publish: (announcements: readonly unknown[]) => void announced.push(...announcements),
    }
    let open = () => {}
    const held = new Promise<void>((done) => {
      open = done
    })
    const running = command(
      deps,
      { caller, route: 'TEST', status: 200 },
      async (work) => {
        work.announce('account_updated', { accountId: admin.userId })
        work.audit('test', 'test', null)
        await held
        throw new Error('no')
      },
      String,
    )
    await pause(200)
    expect([received, announced]).toEqual([[], []])
    open()
    await expect(running).rejects.toThrow('no')
    expect(announced).toEqual([])
    // A client that receives the event can read the account at once.
    for (let time = 0; time < 10; time += 1) {
      const { id } = await admin.do(crmApi.createAccount, { body: { name: `Clinic ${time}` } })
      await until(() => received.some(({ payload }) => payload['accountId'] === id))
      expect((await admin.call(crmApi.getAccount, { params: { id } })).status).toBe(200)
    }
    expect(received.length).toBe(10)
  })
})

describe('events sent before a client connected', () => {
  test('[RT-05] (R4) are sent to clients that were already reading at that time, according to their permissions', async () => {
    const server = await startServer({ socketLimits: { perAddress: 100 } })
    const [admin, storekeeper] = [await server.as('admin'), await server.as('staff', { inventory: view })]
    const { id } = await admin.do(crmApi.createAccount, { body: { name: 'While it loads' } })
    await addPlace(admin)
    const connectLate = (client: Client, hello: Record<string, unknown>) => listen(server.url, client.cookie, {}, hello)
    const late = await connectLate(admin, { readingFor: 60_000 })
    await until(() => namesOf(late.received).has('inventory_updated'))
    expect(late.received[0]).toEqual({ name: 'account_updated', payload: { accountId: id } })
    const store = await connectLate(storekeeper, { readingFor: 60_000 })
    await until(() => namesOf(store.received).has('inventory_updated'))
    expect(namesOf(store.received)).toEqual(new Set(['inventory_updated']))
    for (const hello of [{}, { readingFor: 'all' }, { readingFor: -1 }, { readingFor: null }]) {
      const { received } = await connectLate(admin, hello)
      await pause(100)
      expect(received).toEqual([])
    }
  })
})

describe('messages from clients', () => {
  test('(R3) are dropped: they join no room, create no event and get no response', async () => {
    const server = await startServer()
    const [nobody, admin] = [await server.as('staff', {}), await server.as('admin')]
    const { socket, received } = await connect(server, nobody)
    const { received: others } = await connect(server, admin)
    let answered = false
    for (const name of ['join', 'subscribe', 'room', 'error', 'message', 'account_updated', '__proto__', 'told']) {
      socket.emit(name, 'mod:crm', () => {
        answered = true
      })
    }
    socket.emit('join', ['mod:crm', 'everyone'], { room: 'mod:crm' })
    await pause(200)
    await addAccount(admin)
    await until(() => others.length === 1)
    await pause(100)
    expect([received, answered, socket.connected]).toEqual([[], false, true])
    const other = socket.io.socket('/admin')
    const refused = new Promise<Error>((done) => void other.once('connect_error', done))
    other.connect()
    expect((await refused).message).toBe('Invalid namespace')
  })

  test('(R5) malformed, binary and oversized packets at most close that connection, never crash the process', async () => {
    const server = await startServer()
    const [staff, admin] = [await server.as('staff'), await server.as('admin')]
    const witness = await connect(server, admin)
    const headers = { cookie: staff.cookie }
    const open = async () => {
      const text = await (await poll(server.url, {}, { headers })).text()
      const { sid } = JSON.parse(text.slice(1)) as { sid: string }
      await poll(server.url, { sid }, { method: 'POST', headers, body: '40' })
      return sid
    }
    const bodies: (string | Uint8Array<ArrayBuffer>)[] = [
      'x'.repeat(10_001),
      `42${JSON.stringify(['join', 'x'.repeat(1_000_000)])}`,
      '42["a"',
      '4',
      '49',
      '45999999999-["a",{"_placeholder":true,"num":0}]',
      '451-["a",{"_placeholder":true,"num":99}]\u001eb////',
      '42{"__proto__":{"polluted":true}}',
      '42["constructor",{"__proto__":{"polluted":true}}]',
      '4999999999999["a"]',
      '2probe',
      '3',
      '5',
      '6',
      '\u001e'.repeat(5000),
      '40/admin,',
      '41',
      '1',
      '\0\0\0',
      '{"a":1}',
      new Uint8Array([0, 255, 254, 1, 2, 3]),
    ]
    for (const body of bodies) {
      const sid = await open()
      for (const type of ['text/plain;charset=UTF-8', 'application/octet-stream', 'application/json']) {
        const post = { method: 'POST', headers: { ...headers, 'content-type': type }, body }
        const answer = await poll(server.url, { sid }, post).catch(() => null)
        if (answer) expect([200, 400, 413]).toContain(answer.status)
      }
      await poll(server.url, { sid }, { method: 'POST', headers, body: '1' })
      await poll(server.url, { sid }, { headers, signal: AbortSignal.timeout(300) }).catch(() => null)
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    await addAccount(admin)
    await until(() => witness.received.length === 1)
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(server.database.db)
    expect(rows).toEqual([{ one: 1 }])
    expect(server.logs.filter((line) => /crashed|uncaught/.test(line))).toEqual([])
  })
})
