import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { Db } from '#server/db/database.ts'
import { addAccount, addOrder, addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { addLots, receive } from '#test/lots.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'
import { reportFigure } from '#test/figures.ts'

let server: TestServer
let admin: Client
let place: TestPlace
let accountId: string
beforeAll(async () => {
  server = await startServer({ max: 16 })
  admin = patient(await server.as('admin'))
  place = await addPlace(admin)
  accountId = (await addAccount(admin)).id
})

const confirm = (id: string, key: string = randomUUID()) =>
  admin.call(salesApi.confirm, { params: { id }, body: {} }, { key })

async function countsOf(productId: string) {
  const { rows } = await sql<{ commits: number; committed: number; invoices: number; confirmed: number }>`select
    (select count(*) from stock_entry where item_id = ${productId} and effect = 'COMMIT') as commits,
    (select coalesce(sum(d_committed), 0)::int from stock_entry where item_id = ${productId}) as committed,
    (select count(*) from invoices v where exists (select 1 from sales_order_lines l where l.order_id = v.order_id and l.item_id = ${productId})) as invoices,
    (select count(*) from sales_orders o where o.status = 'CONFIRMED' and exists (select 1 from sales_order_lines l where l.order_id = o.id and l.item_id = ${productId})) as confirmed`.execute(
    server.database.db,
  )
  return rows[0]
}

const waitForLock = (db: Db) =>
  expect
    .poll(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows.length
    })
    .toBeGreaterThan(0)

describe('concurrent requests', () => {
  test('[SO-02] (B1, T4) 200 clients on the last 37 units sell exactly 37, counted in entries and documents', async () => {
    const product = await addProduct(admin, place, { quantity: 37 })
    const orders: string[] = []
    for (let batch = 0; batch < 10; batch += 1) {
      const made = await Promise.all(Array.from({ length: 20 }, () => addOrder(admin, accountId, [[product.id, 1]])))
      orders.push(...made.map((order) => order.id))
    }
    const answers = await Promise.all(orders.map((id) => confirm(id)))
    const won = answers.filter((answer) => answer.status === 200)
    const lost = answers.filter((answer) => answer.status === 409 && answer.body.code === 'INSUFFICIENT_STOCK')
    expect([won.length, lost.length]).toEqual([37, 163])
    reportFigure('clients on the last units', answers.length)
    reportFigure('units there', 37)
    reportFigure('units sold', won.length)
    expect(await countsOf(product.id)).toEqual({ commits: 37, committed: 37, invoices: 37, confirmed: 37 })
    expect(await brokenInvariants(server.database.db)).toEqual({})
  }, 240_000)

  test('(B1) orders over several products in opposite order neither deadlock nor oversell', async () => {
    const products = await Promise.all([20, 25, 30].map((quantity) => addProduct(admin, place, { quantity })))
    const ids = products.map((product) => product.id)
    const orders = await Promise.all(
      Array.from({ length: 40 }, (_one, index) => {
        const turned = index % 2 === 0 ? ids : [...ids].toReversed()
        return addOrder(
          admin,
          accountId,
          turned.map((id) => [id, 1] as const),
        )
      }),
    )
    const answers = await Promise.all(orders.map((order) => confirm(order.id)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(20)
    expect(await brokenInvariants(server.database.db)).toEqual({})
  }, 240_000)

  test('[SO-02] stock received while an order waits for its locks is not allocated to it without being locked', async () => {
    const lots = await addLots(admin, place, [['LOT-A', 100, 1]])
    const order = await addOrder(admin, accountId, [[lots.product.id, 5]])
    const { db } = server.database
    const lock = (held: typeof db, lotNumber: string) =>
      sql`select 1 from stock_balance b join lots l on l.id = b.lot_id
        where b.item_id = ${lots.product.id} and l.lot_number = ${lotNumber} for no key update of b`.execute(held)
    await db.transaction().execute(async (arriving) => {
      const waiting = await db.transaction().execute(async (held) => {
        await lock(held, 'LOT-A')
        const answer = confirm(order.id)
        await waitForLock(db)
        await receive(admin, lots.product.id, 'LOT-B', 200, 9)
        await lock(arriving, 'LOT-B')
        return { answer }
      })
      expect((await waiting.answer).body).toMatchObject({ code: 'INSUFFICIENT_STOCK', details: [{ available: 1 }] })
    })
    expect((await confirm(order.id)).status).toBe(200)
    expect(await brokenInvariants(db)).toEqual({})
  })

  test('(B2) the same confirmation sent ten times concurrently with one idempotency key has one effect and one response', async () => {
    const product = await addProduct(admin, place, { quantity: 100 })
    const order = await addOrder(admin, accountId, [[product.id, 3]])
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(order.id, key)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(answers.filter((answer) => answer.headers.get('idempotency-replayed') === 'true')).toHaveLength(9)
    expect(await countsOf(product.id)).toEqual({ commits: 1, committed: 3, invoices: 1, confirmed: 1 })
  })

  test('(B2) concurrent confirmations with ten idempotency keys have one effect; the others are refused as invalid transitions', async () => {
    const product = await addProduct(admin, place, { quantity: 100 })
    const order = await addOrder(admin, accountId, [[product.id, 3]])
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(order.id)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409 && answer.body.code === 'INVALID_TRANSITION')).toHaveLength(
      9,
    )
    expect(await countsOf(product.id)).toMatchObject({ commits: 1, committed: 3 })
  })

  test('[SO-02] (B3) quantities of two lines of one product are added up: 40 such orders at once never oversell', async () => {
    const product = await addProduct(admin, place, { quantity: 21 })
    const lines = [
      [product.id, 1],
      [product.id, 2],
    ] as const
    const orders = await Promise.all(Array.from({ length: 40 }, () => addOrder(admin, accountId, lines)))
    const answers = await Promise.all(orders.map((order) => confirm(order.id)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(7)
    expect(answers.filter((answer) => answer.body.code === 'INSUFFICIENT_STOCK')).toHaveLength(33)
    expect(await countsOf(product.id)).toMatchObject({ committed: 21, confirmed: 7 })
    expect(await brokenInvariants(server.database.db)).toEqual({})
  }, 240_000)

  test('[INV-06] (B6) reducing stock while orders are confirmed never takes committed stock', async () => {
    const product = await addProduct(admin, place, { quantity: 20 })
    const orders = await Promise.all(Array.from({ length: 15 }, () => addOrder(admin, accountId, [[product.id, 2]])))
    const reduce = () =>
      admin.call(inventoryApi.reduceStock, {
        params: { id: product.id },
        body: { quantity: 1, reason: 'lost_stock' },
      })
    const [confirmed, reduced] = await Promise.all([
      Promise.all(orders.map((order) => confirm(order.id))),
      Promise.all(Array.from({ length: 15 }, reduce)),
    ])
    const sold = confirmed.filter((answer) => answer.status === 200).length
    const lost = reduced.filter((answer) => answer.status === 200).length
    expect(confirmed.length + reduced.length - sold - lost).toBe(
      [...confirmed, ...reduced].filter((answer) => answer.body.code === 'INSUFFICIENT_STOCK').length,
    )
    const { onHand, committed } = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
    expect([onHand, committed]).toEqual([20 - lost, 2 * sold])
    expect(onHand - committed).toBeGreaterThanOrEqual(0)
    // What is left is not enough for the refused requests.
    expect(onHand - committed).toBeLessThan(2)
    expect(await brokenInvariants(server.database.db)).toEqual({})
  }, 240_000)

  test('an idempotency key reused for another request is refused; so is a request without one', async () => {
    const product = await addProduct(admin, place, { quantity: 10 })
    const key = randomUUID()
    const add = (quantity: number) =>
      admin.call(inventoryApi.addStock, { params: { id: product.id }, body: { quantity, reason: 'return' } }, { key })
    expect((await add(1)).status).toBe(200)
    expect((await add(2)).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
    const missing = await admin.call(
      inventoryApi.addStock,
      { params: { id: product.id }, body: { quantity: 1, reason: 'return' } },
      { key: null },
    )
    expect([missing.status, missing.body.code]).toEqual([400, 'IDEMPOTENCY_KEY_MISSING'])
  })

  test('a refused request can be retried with the same idempotency key', async () => {
    const product = await addProduct(admin, place, { quantity: 1 })
    const order = await addOrder(admin, accountId, [[product.id, 2]])
    const key = randomUUID()
    expect((await confirm(order.id, key)).status).toBe(409)
    await admin.do(inventoryApi.addStock, { params: { id: product.id }, body: { quantity: 1, reason: 'return' } })
    expect((await confirm(order.id, key)).status).toBe(200)
  })

  test('concurrent payments never exceed the amount due', async () => {
    const product = await addProduct(admin, place, { quantity: 10, price: '10.00' })
    const order = await addOrder(admin, accountId, [[product.id, 10]])
    const { invoice } = await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
    const pay = () =>
      admin.call(invoicingApi.recordPayment, {
        params: { id: invoice?.id ?? '' },
        body: { amount: '30.00', method: 'cash', receivedDate: '2026-02-01' },
      })
    const answers = await Promise.all(Array.from({ length: 8 }, pay))
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3)
    expect(answers.filter((answer) => answer.body.code === 'OVERPAID')).toHaveLength(5)
    expect(await admin.do(invoicingApi.getInvoice, { params: { id: invoice?.id ?? '' } })).toMatchObject({
      paid: '90.00',
      due: '10.00',
    })
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('race of a payment and a cancellation: only one of both succeeds', async () => {
    const product = await addProduct(admin, place, { quantity: 100, price: '5.00' })
    for (let round = 0; round < 8; round += 1) {
      const order = await addOrder(admin, accountId, [[product.id, 1]])
      const { invoice } = await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
      const [paid, cancelled] = await Promise.all([
        admin.call(invoicingApi.recordPayment, {
          params: { id: invoice?.id ?? '' },
          body: { amount: '5.00', method: 'cash', receivedDate: '2026-02-01' },
        }),
        admin.call(salesApi.cancel, { params: { id: order.id }, body: { reason: 'Not needed' } }),
      ])
      expect([paid.status, cancelled.status]).toEqual(paid.status === 201 ? [201, 409] : [409, 200])
      if (paid.status === 409) expect(paid.body).toMatchObject({ error: 'The invoice is void.' })
    }
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })
})
