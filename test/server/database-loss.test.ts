import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { type Answer, type Client, clientOf } from '#test/client.ts'
import { type Cut, cuts, type FaultProxy, faultProxy } from '#test/fault-proxy.ts'
import { eachOf } from '#test/requests/each-of.ts'
import { startServer, type TestServer } from '#test/server.ts'

/* A real PostgreSQL behind a proxy that breaks the connection at every statement, in three ways. */

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

interface Stage {
  server: TestServer
  proxy: FaultProxy
  client: Client
}

async function stage(more: { max?: number; queueMs?: number } = {}): Promise<Stage> {
  let proxy: FaultProxy | undefined
  const server = await startServer({
    ...more,
    through: async (connection) => {
      proxy = await faultProxy(connection)
      return proxy.connection
    },
  })
  if (!proxy) throw new Error('There is no way to the database')
  return { server, proxy, client: await server.as('admin') }
}

/** 503 with its code and a Retry-After: never 500, and nothing about PostgreSQL. */
function expectLoss(answer: Answer<unknown>, name: string) {
  expect([answer.status, answer.body.code], name).toEqual([503, 'DATABASE_DOWN'])
  expect(Number(answer.headers.get('retry-after')), name).toBeGreaterThan(0)
}

/**
 * Repeats the call, broken at its first, second, third … statement, until there is no further statement. If the
 * connection of a command breaks after its commit, the server finds the stored response by the idempotency key.
 */
async function sweep(
  { proxy }: Stage,
  cut: Cut,
  name: string,
  call: (nth: number) => Promise<Answer<unknown>>,
  again: (nth: number) => Promise<void>,
  isCommand = false,
): Promise<number> {
  let found = 0
  for (let nth = 1; ; nth += 1) {
    proxy.cutAt(nth, cut)
    const answer = await call(nth)
    const hasBroken = proxy.disarm()
    if (!hasBroken) {
      expect(answer.status, `${name}, whole`).toBeLessThan(300)
      expect(found > 0, `${name}, found under the key`).toBe(isCommand && cut === 'after')
      return nth - 1
    }
    if (answer.status < 300 && cut === 'after' && isCommand) found += 1
    else expectLoss(answer, `${name}, ${cut} statement ${nth}`)
    await again(nth)
  }
}

const reads = [
  '/api/products?limit=50',
  '/api/sales-orders',
  '/api/accounts',
  '/api/invoices',
  '/api/dashboard',
  '/api/settings',
  '/api/auth/profile',
  '/api/mail-outbox',
]

describe('database failures', () => {
  test.each(cuts)(
    'connection broken (%s) at a statement of a read: responds 503, and the next read succeeds',
    async (cut) => {
      const scene = await stage()
      const { client } = scene
      for (const path of reads) {
        const readPath = () => client.send('GET', path)
        // Data that the server caches for a second is not queried again.
        const broken = await sweep(scene, cut, path, readPath, async () =>
          expect((await readPath()).status, path).toBe(200),
        )
        expect(broken, path).toBeGreaterThan(0)
      }
    },
  )

  test.each(cuts)(
    'connection broken (%s) at a statement of a command: responds 503; a retry with the same key has one effect',
    async (cut) => {
      const scene = await stage()
      const { server, client } = scene
      const place = await addPlace(client)
      const product = await addProduct(client, place, { quantity: 1000 })
      const account = await addAccount(client)

      const keys = new Map<string, string>()
      const keyOf = (nth: number) => {
        const key = keys.get(`${nth}`) ?? randomUUID()
        keys.set(`${nth}`, key)
        return key
      }
      const create = (nth: number) =>
        client.call(inventoryApi.createCategory, { body: { name: `Swept ${nth}` } }, { key: keyOf(nth) })
      const created = await sweep(
        scene,
        cut,
        'create',
        create,
        async (nth) => {
          expect((await create(nth)).status).toBe(201)
          const { rows } = await sql`select 1 from categories where name = ${`Swept ${nth}`}`.execute(
            server.database.db,
          )
          expect(rows).toHaveLength(1)
        },
        true,
      )
      expect(created).toBeGreaterThan(3)

      keys.clear()
      const orders = new Map<number, string>()
      const addOne = async (nth: number) => orders.set(nth, (await addOrder(client, account.id, [[product.id, 2]])).id)
      await addOne(1)
      const confirm = (nth: number) =>
        client.call(salesApi.confirm, { params: { id: orders.get(nth) ?? '' }, body: {} }, { key: keyOf(nth) })
      const confirmed = await sweep(
        scene,
        cut,
        'confirm',
        confirm,
        async (nth) => {
          expect((await confirm(nth)).status).toBe(200)
          const { rows } = await sql`select 1 from invoices where order_id = ${orders.get(nth)}`.execute(
            server.database.db,
          )
          expect(rows).toHaveLength(1)
          await addOne(nth + 1)
        },
        true,
      )
      expect(confirmed).toBeGreaterThan(8)
    },
  )

  test('all connections are refused: every request gets 503, and the server recovers by itself', async () => {
    const { proxy, server, client } = await stage()
    const email = 'ana@example.com'
    const calls = {
      login: () => server.nobody.send('POST', '/api/auth/login', { email, password: 'wrong' }),
      lists: () => client.send('GET', '/api/products'),
      stock: () => client.call(inventoryApi.createCategory, { body: { name: randomUUID() } }),
      exports: () => client.send('GET', '/api/sales-orders?limit=200'),
      forgot: () => server.nobody.send('POST', '/api/auth/forgot-password', { email }),
      live: () => client.send('GET', '/socket.io/?EIO=4&transport=polling'),
    }
    const before: Record<string, number> = {}
    for (const [name, call] of Object.entries(calls)) before[name] = (await call()).status
    proxy.shut()
    for (const [name, call] of Object.entries(calls)) {
      const answer = await call()
      if (name !== 'live') expectLoss(answer, name)
      else expect(answer.status).not.toBe(500)
    }
    expect((await server.nobody.send('GET', '/health/ready')).status).toBe(503)
    expect((await server.nobody.send('GET', '/health/live')).status).toBe(200)
    proxy.open()
    for (const [name, call] of Object.entries(calls)) expect((await call()).status, name).toBe(before[name])
    await expect.poll(async () => (await server.nobody.send('GET', '/health/ready')).status).toBe(200)
  })

  test('every statement is slow: requests still succeed', async () => {
    const { proxy, client } = await stage()
    proxy.delay(300)
    expect((await client.send('GET', '/api/products')).status).toBe(200)
    expect((await client.call(inventoryApi.createCategory, { body: { name: 'Slow' } })).status).toBe(201)
  })
})

describe('more concurrent requests than database connections', () => {
  test('wait for a connection: none of 100 concurrent confirmations right after the start fails', async () => {
    const { server, client } = await stage()
    const place = await addPlace(client)
    const product = await addProduct(client, place, { quantity: 1000 })
    const account = await addAccount(client)
    const ids: string[] = []
    await eachOf(Array.from({ length: 100 }), async () => {
      ids.push((await addOrder(client, account.id, [[product.id, 1]])).id)
    })
    let proxy: FaultProxy | undefined
    const through = async () => (proxy = await faultProxy(server.connection)).connection
    const fresh = await startServer({ max: 4, over: server.connection, through })
    // As on a slow machine, where the last requests wait far longer than the timeout for opening a connection.
    proxy?.delay(4)
    const burst = clientOf(fresh.url, client.userId, client.cookie)
    const answers = await Promise.all(ids.map((id) => burst.call(salesApi.confirm, { params: { id }, body: {} })))
    const failed = answers.filter(({ status }) => status !== 200).map(({ status, body }) => `${status} ${body.code}`)
    expect(failed).toEqual([])
  })

  test('get SERVER_BUSY, not DATABASE_DOWN, if they wait too long', async () => {
    const { server, client } = await stage({ max: 1, queueMs: 300 })
    const key = randomUUID()
    let letGo = () => {}
    const held = server.served.transaction(async (tx) => {
      await sql`select 1`.execute(tx)
      await new Promise<void>((done) => (letGo = done))
    })
    await new Promise((done) => setTimeout(done, 50))
    const answer = await client.call(inventoryApi.createCategory, { body: { name: 'Waits' } }, { key })
    letGo()
    await held
    expect([answer.status, answer.body.code]).toEqual([503, 'SERVER_BUSY'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await client.call(inventoryApi.createCategory, { body: { name: 'Waits' } }, { key })).status).toBe(201)
  })
})
