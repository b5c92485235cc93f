import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditsApi, type CommittedToOrders, type ChangedMeanwhile } from '#shared/inventory/stock/audits-api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'

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

type Body = Parameters<typeof admin.call<(typeof auditsApi.auditStock)['spec']>>[1]['body']
const audit = (id: string, body: Partial<Body> & Pick<Body, 'totalQuantity' | 'committedQuantity' | 'position'>) =>
  admin.call(auditsApi.auditStock, { params: { id }, body: { reason: 'physical_audit', ...body } })
const read = (id: string) => admin.do(inventoryApi.getProduct, { params: { id } })
const add = (
  id: string,
  quantity: number,
  more: { locationId?: string; lotNumber?: string; expiryDate?: string } = {},
) => admin.do(inventoryApi.addStock, { params: { id }, body: { quantity, reason: 'return', ...more } })
const confirm = (id: string) => admin.do(salesApi.confirm, { params: { id }, body: {} })
async function held(quantity: number, ...orders: number[]) {
  const product = await addProduct(admin, place, { quantity })
  const made = []
  for (const pieces of orders) {
    const order = await addOrder(admin, accountId, [[product.id, pieces]])
    await confirm(order.id)
    made.push(order)
  }
  return { product: await read(product.id), orders: made }
}

describe('a stock audit', () => {
  test('[INV-07] books the difference as one adjustment that the history explains', async () => {
    const product = await addProduct(admin, place, { quantity: 40 })
    const answer = await audit(product.id, { totalQuantity: 37, committedQuantity: 0, position: product.position })
    expect([answer.status, answer.body.quantity, answer.body.lastAudit?.by]).toEqual([200, 37, expect.any(String)])
    const { data } = await admin.do(inventoryApi.listStockHistory, { params: { id: product.id } })
    expect(data[0]).toMatchObject({
      effect: 'ADJUST',
      onHandChange: -3,
      onHandAfter: 37,
      reason: 'physical_audit',
      document: { type: 'adjustment', number: answer.body.lastAudit?.number },
    })
    const { rows } = await sql<{ counts: unknown }>`select counts from stock_adjustments
      where item_id = ${product.id} and kind = 'audit'`.execute(server.database.db)
    expect(rows[0]?.counts).toEqual([{ locationId: place.warehouse.id, lotId: product.id, expected: 40, counted: 37 }])
  })

  test('[INV-07] without differences is recorded and changes no stock', async () => {
    const product = await addProduct(admin, place, { quantity: 5 })
    const { body } = await audit(product.id, { totalQuantity: 5, committedQuantity: 0, position: product.position })
    expect([body.quantity, body.position]).toEqual([5, product.position])
    expect(body.lastAudit).not.toBeNull()
  })

  test('[INV-07] of a product without stock books found goods in its default warehouse', async () => {
    const product = await addProduct(admin, place, { quantity: 0 })
    const { body } = await audit(product.id, { totalQuantity: 8, committedQuantity: 0, position: 0 })
    expect(body.stock).toMatchObject([{ location: { id: place.warehouse.id }, onHand: 8 }])
  })

  test('[INV-07] counts each location and lot separately, including locations without stock so far', async () => {
    const other = await addPlace(admin)
    const product = await addProduct(admin, place, { lotControlled: true })
    await add(product.id, 10, { lotNumber: 'A', expiryDate: '2030-01-31' })
    await add(product.id, 20, { lotNumber: 'B', expiryDate: '2030-02-28' })
    const { stock, position } = await read(product.id)
    const lot = (name: string) => stock.find((one) => one.lotNumber === name)?.lotId ?? ''
    const home = place.warehouse.id
    const send = (counts: Body['counts'], totalQuantity: number) =>
      audit(product.id, { totalQuantity, committedQuantity: 0, position, ...(counts && { counts }) })
    expect((await send(undefined, 30)).body.fields).toEqual({ counts: expect.stringContaining('several locations') })
    expect((await send([{ locationId: home, lotId: lot('A'), quantity: 30 }], 30)).body.fields).toEqual({
      counts: 'leaves out a location with stock',
    })
    const counts = [
      { locationId: home, lotId: lot('A'), quantity: 9 },
      { locationId: home, lotId: lot('B'), quantity: 0 },
      { locationId: other.warehouse.id, lotId: lot('B'), quantity: 22 },
    ]
    expect((await send(counts, 30)).body.fields).toEqual({ totalQuantity: 'must be 31, the sum of the places' })
    const twice = [...counts, { locationId: home, lotId: lot('A'), quantity: 0 }]
    expect((await send(twice, 31)).body.fields).toEqual({ counts: 'names a location twice' })
    const foreign = await addProduct(admin, place)
    const strange = [...counts, { locationId: home, lotId: foreign.id, quantity: 0 }]
    expect((await send(strange, 31)).body.fields).toEqual({ 'counts.3.lotId': 'is not a lot of this product' })
    const bare = [...counts, { locationId: home, lotId: product.id, quantity: 1 }]
    expect((await send(bare, 32)).status).toBe(422)
    const nowhere = [...counts, { locationId: product.id, lotId: lot('A'), quantity: 0 }]
    expect((await send(nowhere, 31)).body.fields).toEqual({ 'counts.3.locationId': 'is not a location' })
    const { body } = await send(counts, 31)
    expect(body.stock.map((one) => [one.location.id, one.lotNumber, one.onHand])).toEqual(
      expect.arrayContaining([
        [home, 'A', 9],
        [other.warehouse.id, 'B', 22],
      ]),
    )
    expect(body.quantity).toBe(31)
  })

  test('[INV-07] is refused with missing, unknown or invalid fields, and for an unknown product', async () => {
    const { id, position } = await addProduct(admin, place, { quantity: 1 })
    const send = (body: unknown, key?: null) =>
      admin.call(auditsApi.auditStock, { params: { id }, body: body as Body }, key === null ? { key } : {})
    const good = { totalQuantity: 1, committedQuantity: 0, reason: 'adjustment', position }
    expect(Object.keys((await send({})).body.fields ?? {}).toSorted()).toEqual([
      'committedQuantity',
      'position',
      'reason',
      'totalQuantity',
    ])
    for (const [field, value] of [
      ['totalQuantity', -1],
      ['totalQuantity', 1.5],
      ['committedQuantity', -1],
      ['reason', 'lost_stock'],
      ['customReason', 'Rats'],
      ['position', 'now'],
    ] as const) {
      const { status, body } = await send({ ...good, [field]: value })
      expect([field, status, Object.keys(body.fields ?? {})]).toEqual([field, 422, [field]])
    }
    expect((await send({ ...good, reason: 'other' })).body.fields).toEqual({
      customReason: 'is required when the reason is other',
    })
    expect((await send({ ...good, note: 'x' })).body.fields).toEqual({ note: 'is not known' })
    expect((await send(good, null)).body.code).toBe('IDEMPOTENCY_KEY_MISSING')
    expect((await send({ ...good, position: position + 1 })).body.fields).toEqual({
      position: 'is newer than the ledger',
    })
    const gone = await audit('0190a0a0-0000-7000-8000-000000000000', {
      totalQuantity: 0,
      committedQuantity: 0,
      position: 0,
    })
    expect(gone.status).toBe(404)
    expect((await send({ ...good, reason: 'other', customReason: 'Flood in aisle 3' })).status).toBe(200)
  })

  test('[INV-07] (B4) is refused (412) if stock has moved since the count, and lists the movements', async () => {
    const product = await addProduct(admin, place, { quantity: 10 })
    await add(product.id, 5)
    const order = await addOrder(admin, accountId, [[product.id, 2]])
    await confirm(order.id)
    const late = { totalQuantity: 9, committedQuantity: 0, position: product.position }
    const answer = await audit(product.id, late)
    expect([answer.status, answer.body.code]).toEqual([412, 'VERSION_CONFLICT'])
    const details = answer.body.details as unknown as ChangedMeanwhile
    expect(details.movements.map((one) => [one.effect, one.onHandChange, one.committedChange])).toEqual([
      ['COMMIT', 0, 2],
      ['ADD', 5, 0],
    ])
    expect(details).toMatchObject({ position: product.position + 2, stock: [{ onHand: 15, committed: 2 }] })
    expect((await read(product.id)).quantity).toBe(15)
    const recount = await audit(product.id, { totalQuantity: 14, committedQuantity: 2, position: details.position })
    expect([recount.status, recount.body.quantity, recount.body.committed]).toEqual([200, 14, 2])
  })

  test('[INV-07] (B5) never overwrites commitments: 409 names the orders, and selected ones are released', async () => {
    const { product, orders } = await held(10, 4, 3)
    const [first, second] = orders
    const wrong = await audit(product.id, { totalQuantity: 10, committedQuantity: 3, position: product.position })
    expect([wrong.status, wrong.body.code]).toEqual([409, 'COMMITTED_TO_ORDERS'])
    expect(wrong.body.details as unknown as CommittedToOrders).toMatchObject({
      committed: 7,
      holders: [
        { id: first?.id, number: first?.number, quantity: 4, status: 'CONFIRMED', whyKept: null },
        { id: second?.id, quantity: 3 },
      ],
    })
    const done = await audit(product.id, {
      totalQuantity: 10,
      committedQuantity: 3,
      position: product.position,
      release: [first?.id ?? ''],
    })
    expect([done.status, done.body.committed, done.body.available]).toEqual([200, 3, 7])
    const released = await admin.do(salesApi.getOrder, { params: { id: first?.id ?? '' } })
    expect(released).toMatchObject({ status: 'AWAITING_STOCK', invoice: null, paymentStatus: null })
    // (T8) Commitments released on purpose stay released until the order is confirmed or goods arrive.
    await server.app.runJobs()
    expect((await admin.do(salesApi.getOrder, { params: { id: first?.id ?? '' } })).status).toBe('AWAITING_STOCK')
    expect((await read(product.id)).committed).toBe(3)
    expect((await confirm(first?.id ?? '')).status).toBe('CONFIRMED')
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[INV-07] (T8) a released order gets stock again only after new stock arrives', async () => {
    const { product, orders } = await held(10, 6)
    const id = orders[0]?.id ?? ''
    const input = { totalQuantity: 10, committedQuantity: 0, position: product.position, release: [id] }
    expect((await audit(product.id, input)).status).toBe(200)
    const status = async (order: string) => (await admin.do(salesApi.getOrder, { params: { id: order } })).status
    await server.app.runJobs()
    expect([await status(id), (await read(product.id)).committed]).toEqual(['AWAITING_STOCK', 0])
    await admin.do(inventoryApi.addStock, {
      params: { id: product.id },
      body: { quantity: 1, reason: 'purchase_order' },
    })
    await server.app.runJobs()
    expect([await status(id), (await read(product.id)).committed]).toEqual(['CONFIRMED', 6])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[INV-07] (B5) counting less than is committed is refused until orders are released', async () => {
    const { product, orders } = await held(10, 6)
    const short = { totalQuantity: 4, committedQuantity: 6, position: product.position }
    const answer = await audit(product.id, short)
    expect([
      answer.status,
      answer.body.code,
      (answer.body.details as unknown as CommittedToOrders).holders.length,
    ]).toEqual([409, 'COMMITTED_TO_ORDERS', 1])
    const done = await audit(product.id, { ...short, committedQuantity: 0, release: [orders[0]?.id ?? ''] })
    expect([done.status, done.body.quantity, done.body.committed]).toEqual([200, 4, 0])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[INV-07] (B5) finding committed goods at another location is refused, as they are missing at the first one', async () => {
    const other = await addPlace(admin)
    const { product } = await held(10, 6)
    const answer = await audit(product.id, {
      totalQuantity: 10,
      committedQuantity: 6,
      position: product.position,
      counts: [
        { locationId: place.warehouse.id, lotId: product.id, quantity: 5 },
        { locationId: other.warehouse.id, lotId: product.id, quantity: 5 },
      ],
    })
    expect([answer.status, answer.body.code]).toEqual([409, 'COMMITTED_TO_ORDERS'])
  })

  test('[INV-07] releases orders in picking, waiting, and paid ones with their invoice; not unknown orders or of other products', async () => {
    const { product, orders } = await held(20, 5, 5, 5)
    const [picking = '', paid = '', elsewhere] = orders.map((order) => order.id)
    await admin.do(salesApi.startPicking, { params: { id: picking }, body: {} })
    const { invoice } = await admin.do(salesApi.getOrder, { params: { id: paid } })
    await admin.do(invoicingApi.recordPayment, {
      params: { id: invoice?.id ?? '' },
      body: { amount: '1.00', method: 'cash', receivedDate: '2026-02-01' },
    })
    const waiting = await addOrder(admin, accountId, [[product.id, 50]])
    await admin.do(salesApi.backOrder, { params: { id: waiting.id }, body: {} })
    const { position, committed } = await read(product.id)
    expect(committed).toBe(20)
    const send = (release: string[], committedQuantity: number) =>
      audit(product.id, { totalQuantity: 20, committedQuantity, position, release })
    const { data } = await admin.do(auditsApi.listHolders, { params: { id: product.id } })
    expect(data.map((one) => [one.id, one.whyKept === null])).toEqual([
      [picking, true],
      [paid, true],
      [elsewhere, true],
      [waiting.id, true],
    ])
    const stranger = await addOrder(admin, accountId, [[product.id, 1]])
    expect((await send([stranger.id], 20)).body.code).toBe('INVALID_TRANSITION')
    expect((await send([product.id], 20)).body.fields).toEqual({ release: 'names an order that does not exist' })
    const mixed = await held(5, 5)
    expect((await send([mixed.orders[0]?.id ?? ''], 20)).body.fields?.['release']).toContain('has no reserved')
    const done = await send([picking, paid, waiting.id], 5)
    expect([done.status, done.body.committed]).toEqual([200, 5])
    expect(await admin.do(salesApi.getOrder, { params: { id: paid } })).toMatchObject({
      status: 'AWAITING_STOCK',
      invoice: { id: invoice?.id },
    })
    expect(await admin.do(salesApi.getOrder, { params: { id: picking } })).toMatchObject({ status: 'AWAITING_STOCK' })
    expect(await admin.do(salesApi.getOrder, { params: { id: waiting.id } })).toMatchObject({
      status: 'AWAITING_STOCK',
    })
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('users without order permission see the order numbers but not the customers', async () => {
    const { product } = await held(3, 2)
    const clerk = await server.as('staff', { inventory: { view: true } })
    const { data } = await clerk.do(auditsApi.listHolders, { params: { id: product.id } })
    expect(data).toMatchObject([{ quantity: 2, customer: null, number: expect.stringMatching(/^SO-/) }])
  })
})

describe('concurrent audits and other changes', () => {
  test('[INV-07] (B4) ten concurrent audits of one count: one is booked, nine are refused (412)', async () => {
    const product = await addProduct(admin, place, { quantity: 50 })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_one, index) =>
        audit(product.id, { totalQuantity: 40 + index, committedQuantity: 0, position: product.position }),
      ),
    )
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, ...Array(9).fill(412)])
    const won = answers.find((answer) => answer.status === 200)
    expect((await read(product.id)).quantity).toBe(won?.body.quantity)
  })

  test('[INV-07] (B4) while orders are confirmed and stock is added, no audit overwrites these movements', async () => {
    const other = await addPlace(admin)
    const product = await addProduct(admin, place, { quantity: 200 })
    const orders = await Promise.all(Array.from({ length: 12 }, () => addOrder(admin, accountId, [[product.id, 3]])))
    let booked = 0
    const count = async () => {
      for (let round = 0; round < 6; round += 1) {
        const seen = await read(product.id)
        // The audit reports exactly the current stock, so it must not change anything if it succeeds.
        const { status } = await audit(product.id, {
          totalQuantity: seen.quantity,
          committedQuantity: seen.committed,
          position: seen.position,
          counts: seen.stock.map((one) => ({ locationId: one.location.id, lotId: one.lotId, quantity: one.onHand })),
        })
        expect([200, 412]).toContain(status)
        if (status === 200) booked += 1
      }
    }
    await Promise.all([
      count(),
      count(),
      ...orders.map((order) => confirm(order.id)),
      ...Array.from({ length: 12 }, (_one, index) =>
        add(product.id, 1, index % 2 === 0 ? {} : { locationId: other.warehouse.id }),
      ),
    ])
    await count()
    expect(booked).toBeGreaterThan(0)
    expect(await read(product.id)).toMatchObject({ quantity: 212, committed: 36 })
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[INV-07] race of an audit that releases an order and packing that order: only one of both succeeds', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { product, orders } = await held(10, 4)
      const id = orders[0]?.id ?? ''
      const [audited, ready] = await Promise.all([
        audit(product.id, { totalQuantity: 10, committedQuantity: 0, position: product.position, release: [id] }),
        admin.call(salesApi.ready, { params: { id }, body: {} }),
      ])
      expect([audited.status === 200, ready.status === 200].filter(Boolean)).toHaveLength(1)
    }
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[INV-07, LOC-01] race of an audit that finds goods at a location and deleting it: only one of both succeeds', async () => {
    for (let round = 0; round < 15; round += 1) {
      const { warehouse } = await addPlace(admin)
      const { id, position } = await read((await addProduct(admin, place)).id)
      const counts = [{ locationId: warehouse.id, lotId: id, quantity: 5 }]
      const [audited, gone] = await Promise.all([
        audit(id, { totalQuantity: 5, committedQuantity: 0, position, counts }),
        admin.call(inventoryApi.deleteLocation, { params: { id: warehouse.id } }),
      ])
      expect([audited.status, gone.status]).toEqual(audited.status === 200 ? [200, 409] : [422, 204])
    }
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })
})
