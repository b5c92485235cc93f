import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditsApi } from '#shared/inventory/stock/audits-api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { addAccount, addOrder, addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { changeSettings } from '#test/settings.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
let other: string
beforeAll(async () => {
  server = await startServer({ max: 16 })
  admin = patient(await server.as('admin'))
  place = await addPlace(admin)
  other = (await addPlace(admin)).warehouse.id
})

const {
  cancelTransfer,
  completeTransfer,
  createTransfer,
  deleteTransfer,
  dispatchTransfer,
  getTransfer,
  listStandingItems: listItemsOnHand,
  listTransfers,
  undispatchTransfer,
  updateTransfer,
} = transfersApi

type Line = { itemId: string; quantity: number; lotId?: string }
const bodyOf = (lines: Line[], more = {}) => ({ sourceId: place.warehouse.id, destinationId: other, lines, ...more })
const start = (...lines: Line[]) => admin.do(createTransfer, { body: bodyOf(lines) })
const at = (id: string) => ({ params: { id }, body: {} })
const complete = (id: string, differences: object[] = []) =>
  admin.call(completeTransfer, { params: { id }, body: { differences: differences as never } })
const cancel = (id: string) => admin.call(cancelTransfer, { params: { id }, body: { reason: 'Not needed' } })
const read = (id: string) => admin.do(getTransfer, { params: { id } })

async function stockOf(productId: string) {
  const { stock, onHand, committed } = await admin.do(inventoryApi.getProduct, { params: { id: productId } })
  const here = (id: string) => stock.filter((one) => one.location.id === id).reduce((sum, one) => sum + one.onHand, 0)
  return { source: here(place.warehouse.id), destination: here(other), onHand, committed }
}

/** A product with lots `[number, expiry, pieces]` at the source; returns their ids by number. */
async function withLots(lots: [string, string, number][]) {
  const product = await addProduct(admin, place, { lotControlled: true })
  for (const [lotNumber, expiryDate, quantity] of lots) {
    await admin.do(inventoryApi.addStock, {
      params: { id: product.id },
      body: { quantity, reason: 'purchase_order', lotNumber, expiryDate },
    })
  }
  const { stock } = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
  return { id: product.id, lots: Object.fromEntries(stock.map((one) => [one.lotNumber, one.lotId])) }
}

describe('a stock transfer', () => {
  test('[TRF-01] commits stock at the source; completing it moves the stock (B16)', async () => {
    const product = await addProduct(admin, place, { quantity: 50 })
    const transfer = await start({ itemId: product.id, quantity: 20 })
    expect(transfer).toMatchObject({
      number: expect.stringMatching(/^TR-\d{4}-\d{6}$/),
      status: 'pending',
      dispatchedAt: null,
      lines: 1,
      pieces: 20,
      source: { id: place.warehouse.id, name: place.warehouse.name, type: 'Warehouse' },
      transferLines: [{ item: { id: product.id, kind: 'product' }, quantity: 20, lot: null, lots: [{ quantity: 20 }] }],
      timeline: [{ move: 'create' }],
      version: 1,
    })
    expect(await stockOf(product.id)).toEqual({ source: 50, destination: 0, onHand: 50, committed: 20 })
    const done = await complete(transfer.id)
    expect(done.body).toMatchObject({ status: 'completed', completedAt: expect.any(String), version: 2 })
    expect(done.body.transferLines[0]?.lots).toMatchObject([{ quantity: 20, received: 20, rest: null }])
    expect(await stockOf(product.id)).toEqual({ source: 30, destination: 20, onHand: 50, committed: 0 })
    const history = await admin.do(inventoryApi.listStockHistory, { params: { id: product.id } })
    expect(history.data.slice(0, 3).map((one) => [one.effect, one.onHandChange, one.document.number])).toEqual(
      expect.arrayContaining([
        ['TRANSFER_OUT', -20, transfer.number],
        ['TRANSFER_IN', 20, transfer.number],
        ['COMMIT', 0, transfer.number],
      ]),
    )
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[TRF-01] the product history lists the outgoing entry before the incoming one, in either direction', async () => {
    const product = await addProduct(admin, place, { quantity: 50 })
    const there = await start({ itemId: product.id, quantity: 20 })
    await complete(there.id)
    const line = { itemId: product.id, quantity: 5 }
    const back = await admin.do(createTransfer, {
      body: { sourceId: other, destinationId: place.warehouse.id, lines: [line] },
    })
    await complete(back.id)
    const history = await admin.do(inventoryApi.listStockHistory, { params: { id: product.id } })
    const moved = history.data.filter(({ effect }) => effect.startsWith('TRANSFER'))
    expect(moved.map((one) => [one.effect, one.onHandAfter])).toEqual([
      ['TRANSFER_IN', 50],
      ['TRANSFER_OUT', 45],
      ['TRANSFER_IN', 50],
      ['TRANSFER_OUT', 30],
    ])
  })

  test('[TRF-01] outgoing and incoming entries belong to one ledger operation', async () => {
    const product = await addProduct(admin, place, { quantity: 5 })
    const transfer = await start({ itemId: product.id, quantity: 5 })
    await complete(transfer.id)
    const { rows } = await sql<{ ops: number; effects: string[] }>`select count(distinct op_id) as ops,
      array_agg(effect order by effect) as effects from stock_entry
      where source_id = ${transfer.id} and effect <> 'COMMIT'`.execute(server.database.db)
    expect(rows[0]).toEqual({ ops: 1, effects: ['TRANSFER_IN', 'TRANSFER_OUT'] })
  })

  test('[TRF-01] refuses invalid locations, items, lots and quantities, and more than is available at the source (B16)', async () => {
    const product = await addProduct(admin, place, { quantity: 5 })
    const line = { itemId: product.id, quantity: 1 }
    const wrong = async (body: object) => {
      const answer = await admin.call(createTransfer, { body: body as never })
      return [answer.status, Object.keys(answer.body.fields ?? {})]
    }
    expect(await wrong(bodyOf([line], { destinationId: place.warehouse.id }))).toEqual([422, ['destinationId']])
    expect(await wrong(bodyOf([]))).toEqual([422, ['lines']])
    expect(await wrong(bodyOf([{ ...line, quantity: 0 }]))).toEqual([422, ['lines.0.quantity']])
    expect(await wrong(bodyOf([{ ...line, itemId: crypto.randomUUID() }]))).toEqual([422, ['lines.0.itemId']])
    expect(await wrong(bodyOf([{ ...line, lotId: crypto.randomUUID() }]))).toEqual([422, ['lines.0.lotId']])
    expect(await wrong(bodyOf([line], { sourceId: crypto.randomUUID() }))).toEqual([422, ['sourceId']])
    expect(await wrong(bodyOf([line], { status: 'completed' }))).toEqual([422, ['status']])
    const short = await admin.call(createTransfer, { body: bodyOf([line, { ...line, quantity: 5 }]) })
    expect([short.status, short.body.code, short.body.details]).toEqual([
      409,
      'INSUFFICIENT_STOCK',
      [{ itemId: product.id, name: product.name, wanted: 5, available: 4 }],
    ])
    // Stock at other locations doesn't count.
    const away = await admin.call(createTransfer, {
      body: { sourceId: other, destinationId: place.warehouse.id, lines: [line] },
    })
    expect(away.status).toBe(409)
    expect((await admin.call(createTransfer, { body: bodyOf([line]) }, { key: null })).status).toBe(400)
    expect((await stockOf(product.id)).committed).toBe(0)
  })

  test('[TRF-01] allocates first-expiring first; an expired or blocked lot only if chosen by the user, and it keeps its status', async () => {
    const product = await withLots([
      ['OLD', '2020-01-01', 10],
      ['SOON', '2099-01-01', 5],
      ['LATE', '2099-06-01', 5],
    ])
    const first = await start({ itemId: product.id, quantity: 7 })
    expect(first.transferLines[0]?.lots.map((lot) => [lot.lotNumber, lot.quantity])).toEqual([
      ['SOON', 5],
      ['LATE', 2],
    ])
    const short = await admin.call(createTransfer, { body: bodyOf([{ itemId: product.id, quantity: 4 }]) })
    expect(short.status).toBe(409)
    await admin.do(lotsApi.quarantine, { params: { id: product.lots['OLD'] ?? '' }, body: { reason: 'Past its date' } })
    const old = await start({ itemId: product.id, quantity: 4, lotId: product.lots['OLD'] ?? '' })
    expect(old.transferLines[0]?.lots).toMatchObject([{ lotNumber: 'OLD', quantity: 4, lotStatus: 'QUARANTINED' }])
    await complete(old.id)
    const { stock } = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
    expect(stock.filter((one) => one.lotNumber === 'OLD')).toEqual([
      expect.objectContaining({ lotStatus: 'QUARANTINED', onHand: 6 }),
      expect.objectContaining({ lotStatus: 'QUARANTINED', onHand: 4 }),
    ])
    const { data } = await admin.do(listItemsOnHand, { query: { location: other, item: product.id } })
    expect(data).toMatchObject([
      { available: 0, cost: '6.00', lots: [{ lotNumber: 'OLD', free: 4, lotStatus: 'QUARANTINED' }] },
    ])
  })

  test('[TRF-01] can be completed short: the rest returns to the source or is written off with a reason', async () => {
    const product = await withLots([
      ['A', '2099-01-01', 10],
      ['B', '2099-02-01', 10],
    ])
    const transfer = await start({ itemId: product.id, quantity: 15 })
    await admin.do(dispatchTransfer, at(transfer.id))
    const [line] = (await read(transfer.id)).transferLines
    const a = { lineId: line?.id ?? '', lotId: product.lots['A'] ?? '' }
    const b = { lineId: line?.id ?? '', lotId: product.lots['B'] ?? '' }
    const wrong = async (...differences: object[]) => {
      const answer = await complete(transfer.id, differences)
      return [answer.status, Object.keys(answer.body.fields ?? {})]
    }
    expect(await wrong({ ...a, received: 8, rest: 'write_off' })).toEqual([422, ['differences.0.reason']])
    expect(await wrong({ ...a, received: 8, rest: 'return', reason: 'lost_stock' })).toEqual([
      422,
      ['differences.0.reason'],
    ])
    expect(await wrong({ ...a, received: 8, rest: 'write_off', reason: 'other' })).toEqual([
      422,
      ['differences.0.customReason'],
    ])
    expect(await wrong({ ...a, received: 11, rest: 'return' })).toEqual([422, ['differences.0.received']])
    expect(await wrong({ ...a, lotId: crypto.randomUUID(), received: 1, rest: 'return' })).toEqual([
      422,
      ['differences.0.lotId'],
    ])
    expect(await wrong({ ...a, received: 1, rest: 'return' }, { ...a, received: 1, rest: 'return' })).toEqual([
      422,
      ['differences.1.lotId'],
    ])
    expect((await stockOf(product.id)).committed).toBe(15)
    const done = await complete(transfer.id, [
      { ...a, received: 8, rest: 'write_off', reason: 'other', customReason: 'Fell off the truck' },
      { ...b, received: 2, rest: 'return' },
    ])
    expect(done.body.transferLines[0]?.lots).toMatchObject([
      { lotNumber: 'A', quantity: 10, received: 8, rest: 'write_off', customReason: 'Fell off the truck' },
      { lotNumber: 'B', quantity: 5, received: 2, rest: 'return', reason: null },
    ])
    expect(await stockOf(product.id)).toEqual({ source: 8, destination: 10, onHand: 18, committed: 0 })
    const history = await admin.do(inventoryApi.listStockHistory, { params: { id: product.id } })
    expect(history.data.find((one) => one.effect === 'WRITE_OFF')).toMatchObject({
      onHandChange: -2,
      committedChange: -2,
      reason: 'other',
      customReason: 'Fell off the truck',
    })
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[TRF-01] in transit is part of pending: dispatching can be undone, and lines cannot be edited in transit', async () => {
    const product = await addProduct(admin, place, { quantity: 9 })
    const transfer = await start({ itemId: product.id, quantity: 3 })
    expect((await admin.call(undispatchTransfer, at(transfer.id))).status).toBe(409)
    const gone = await admin.do(dispatchTransfer, at(transfer.id))
    expect(gone).toMatchObject({ status: 'pending', dispatchedAt: expect.any(String) })
    expect((await admin.call(dispatchTransfer, at(transfer.id))).status).toBe(409)
    const change = (version: number) =>
      admin.call(
        updateTransfer,
        { params: { id: transfer.id }, body: bodyOf([{ itemId: product.id, quantity: 4 }]) },
        { version },
      )
    expect((await change(gone.version)).body.error).toContain('is in transit')
    const back = await admin.do(undispatchTransfer, at(transfer.id))
    expect(back).toMatchObject({ status: 'pending', dispatchedAt: null })
    expect((await change(back.version)).status).toBe(200)
    expect(back.timeline.map((step) => step.move)).toEqual(['undispatch', 'dispatch', 'create'])
  })

  test('[TRF-01] a lot put on hold cannot leave unless chosen by the user; goods already in transit can arrive (V11)', async () => {
    const product = await withLots([['A', '2099-01-01', 10]])
    const lotId = product.lots['A'] ?? ''
    const [first, named, gone] = [
      await start({ itemId: product.id, quantity: 2 }),
      await start({ itemId: product.id, quantity: 3, lotId }),
      await start({ itemId: product.id, quantity: 4 }),
    ]
    await admin.do(dispatchTransfer, at(gone.id))
    await admin.do(lotsApi.hold, { params: { id: lotId }, body: { reason: 'Seal is broken' } })
    const refused = await admin.call(dispatchTransfer, at(first.id))
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      409,
      'INSUFFICIENT_STOCK',
      expect.stringContaining('lot A'),
    ])
    expect((await complete(first.id)).status).toBe(409)
    expect([(await complete(named.id)).status, (await complete(gone.id)).status]).toEqual([200, 200])
    expect(await stockOf(product.id)).toEqual({ source: 3, destination: 7, onHand: 10, committed: 2 })
    const { data } = await admin.do(auditsApi.listHolders, { params: { id: product.id } })
    expect(data).toMatchObject([{ type: 'transfer', number: first.number, quantity: 2 }])
    expect(data[0]?.whyKept).toContain('Cancel the document')
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[TRF-01] the lot trace shows the transfer, and the lot stays one lot', async () => {
    const product = await withLots([['T', '2099-01-01', 10]])
    const transfer = await start({ itemId: product.id, quantity: 6 })
    const [line] = transfer.transferLines
    const lotId = product.lots['T'] ?? ''
    await complete(transfer.id, [{ lineId: line?.id, lotId, received: 5, rest: 'write_off', reason: 'lost_stock' }])
    const trace = await admin.do(lotsApi.traceLot, { params: { id: lotId } })
    expect(trace.lots).toMatchObject([{ id: lotId, received: 10, onHand: 9 }])
    expect(trace.links).toEqual([])
    expect(trace.steps).toMatchObject([
      { kind: 'transfer', quantity: 5, document: { type: 'transfer', number: transfer.number } },
      { kind: 'receipt', quantity: 10 },
    ])
  })

  test('[TRF-01] can be edited while pending: its goods are recommitted, all or nothing', async () => {
    const [first, second] = [
      await addProduct(admin, place, { quantity: 10 }),
      await addProduct(admin, place, { quantity: 3 }),
    ]
    const transfer = await start({ itemId: first.id, quantity: 10 })
    const change = (lines: Line[], version?: number) =>
      admin.call(
        updateTransfer,
        { params: { id: transfer.id }, body: bodyOf(lines, { note: 'By van' }) },
        version === undefined ? {} : { version },
      )
    expect((await change([{ itemId: first.id, quantity: 1 }])).status).toBe(428)
    expect((await change([{ itemId: first.id, quantity: 1 }], 7)).status).toBe(412)
    const short = await change([{ itemId: second.id, quantity: 4 }], 1)
    expect([short.status, short.body.code]).toEqual([409, 'INSUFFICIENT_STOCK'])
    expect((await stockOf(first.id)).committed).toBe(10)
    // Its own ten pieces count as available for it, and the form shows that.
    const availableWith = async (query: object) => {
      const { data } = await admin.do(listItemsOnHand, {
        query: { location: place.warehouse.id, item: first.id, ...query },
      })
      return data.map((one) => one.available)
    }
    expect([await availableWith({}), await availableWith({ transfer: transfer.id })]).toEqual([[], [10]])
    const changed = await change(
      [
        { itemId: first.id, quantity: 10 },
        { itemId: second.id, quantity: 3 },
      ],
      1,
    )
    expect(changed.body).toMatchObject({ version: 2, pieces: 13, lines: 2, note: 'By van' })
    expect([(await stockOf(first.id)).committed, (await stockOf(second.id)).committed]).toEqual([10, 3])
    await change([{ itemId: second.id, quantity: 1 }], 2)
    expect([(await stockOf(first.id)).committed, (await stockOf(second.id)).committed]).toEqual([0, 1])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[TRF-01] only pending ones can be cancelled; completed ones cannot be deleted; a restored one commits no stock', async () => {
    const product = await addProduct(admin, place, { quantity: 10 })
    const remove = (id: string) => admin.call(deleteTransfer, { params: { id } })
    const done = await start({ itemId: product.id, quantity: 1 })
    await complete(done.id)
    expect([(await cancel(done.id)).status, (await complete(done.id)).status, (await remove(done.id)).status]).toEqual([
      409, 409, 409,
    ])
    const cancelled = await start({ itemId: product.id, quantity: 2 })
    expect((await admin.call(cancelTransfer, { params: { id: cancelled.id }, body: { reason: ' ' } })).status).toBe(422)
    expect((await cancel(cancelled.id)).body).toMatchObject({ status: 'cancelled', cancelReason: 'Not needed' })
    expect((await stockOf(product.id)).committed).toBe(0)
    expect((await cancel(cancelled.id)).status).toBe(409)
    expect((await remove(cancelled.id)).status).toBe(204)
    const pending = await start({ itemId: product.id, quantity: 3 })
    expect((await remove(pending.id)).status).toBe(204)
    expect((await stockOf(product.id)).committed).toBe(0)
    expect((await admin.call(getTransfer, { params: { id: pending.id } })).status).toBe(404)
    await admin.do(deletedApi.restore, { params: { kind: 'stockTransfer', id: pending.id }, body: {} })
    expect(await read(pending.id)).toMatchObject({ status: 'cancelled', number: pending.number })
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[TRF-01, RAW-01] moves raw materials, too; goods committed to it cannot be allocated to an order', async () => {
    const material = await admin.do(rawMaterialsApi.createRawMaterial, {
      body: { name: 'Moved film', materialType: 'Film', location: place.warehouse.id, quantity: 8 },
    })
    const transfer = await start({ itemId: material.id, quantity: 8 })
    await complete(transfer.id)
    const { stock } = await admin.do(rawMaterialsApi.getRawMaterial, { params: { id: material.id } })
    expect(stock).toMatchObject([{ location: { id: other }, onHand: 8 }])
    const product = await addProduct(admin, place, { quantity: 5 })
    await start({ itemId: product.id, quantity: 4 })
    const order = await addOrder(admin, (await addAccount(admin)).id, [[product.id, 2]])
    expect((await admin.call(salesApi.confirm, at(order.id))).status).toBe(409)
  })

  test('[TRF-01] filters the list by status, location, date and search text', async () => {
    const product = await addProduct(admin, place, { name: 'Listed swab', quantity: 10 })
    const one = await start({ itemId: product.id, quantity: 1 })
    const two = await start({ itemId: product.id, quantity: 1 })
    await complete(two.id)
    const numbers = async (query: object) =>
      (await admin.do(listTransfers, { query: { q: 'Listed swab', ...query } })).data.map((row) => row.number)
    expect(await numbers({})).toEqual([two.number, one.number])
    expect(await numbers({ status: 'pending' })).toEqual([one.number])
    expect(await numbers({ source: place.warehouse.id, destination: other })).toHaveLength(2)
    expect(await numbers({ source: other })).toEqual([])
    const today = new Date().toISOString().slice(0, 10)
    expect(await numbers({ from: today, to: today })).toHaveLength(2)
    expect(await numbers({ to: '2020-01-01' })).toEqual([])
    expect(await numbers({ q: one.number })).toEqual([one.number])
  })

  test('[TRF-01] date filters include all 25 hours of the day when daylight saving time ends', async () => {
    const own = await startServer({ clock: () => new Date('2026-10-25T22:30:00Z') })
    const boss = await own.as('admin')
    await changeSettings(boss, { timeZone: 'Europe/Berlin' })
    const [from, to] = [await addPlace(boss), await addPlace(boss)]
    const { id } = await addProduct(boss, from, { quantity: 5 })
    const lines = [{ itemId: id, quantity: 1 }]
    const body = { sourceId: from.warehouse.id, destinationId: to.warehouse.id, lines }
    const { number } = await boss.do(createTransfer, { body })
    const day = async (query: { from?: string; to?: string }) =>
      (await boss.do(listTransfers, { query })).data.map((row) => row.number)
    expect(await day({ from: '2026-10-25', to: '2026-10-25' })).toEqual([number])
    expect([await day({ to: '2026-10-24' }), await day({ from: '2026-10-26' })]).toEqual([[], []])
  })
})

describe('concurrent requests', () => {
  test('[TRF-01] 20 clients completing and cancelling one transfer have one effect (B16)', async () => {
    const product = await addProduct(admin, place, { quantity: 40 })
    for (let round = 0; round < 3; round += 1) {
      const transfer = await start({ itemId: product.id, quantity: 5 })
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_one, index) => (index % 2 === 0 ? complete(transfer.id) : cancel(transfer.id))),
      )
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
      expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19)
      expect((await read(transfer.id)).timeline).toHaveLength(2)
    }
    expect((await stockOf(product.id)).committed).toBe(0)
    expect(await brokenInvariants(server.database.db)).toEqual({})
  }, 240_000)

  test('[TRF-01] the same completion sent ten times with one idempotency key moves the stock once; a retry gets the same result', async () => {
    const product = await addProduct(admin, place, { quantity: 10 })
    const transfer = await start({ itemId: product.id, quantity: 10 })
    const key = crypto.randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        admin.call(completeTransfer, { params: { id: transfer.id }, body: {} }, { key }),
      ),
    )
    for (const answer of answers) expect([200, 409]).toContain(answer.status)
    const again = await admin.call(completeTransfer, { params: { id: transfer.id }, body: {} }, { key })
    expect([again.status, again.body.status]).toEqual([200, 'completed'])
    expect(await stockOf(product.id)).toEqual({ source: 0, destination: 10, onHand: 10, committed: 0 })
  })

  test('[TRF-01] transfers in both directions over the same goods neither deadlock nor lose a piece', async () => {
    const products = await Promise.all([20, 20].map((quantity) => addProduct(admin, place, { quantity })))
    const ids = products.map((product) => product.id)
    const there = await start(...ids.map((itemId) => ({ itemId, quantity: 10 })))
    await complete(there.id)
    const both = await Promise.all(
      Array.from({ length: 16 }, (_one, index) => {
        const back = index % 2 === 1
        const lines = (back ? ids.toReversed() : ids).map((itemId) => ({ itemId, quantity: 1 }))
        const [sourceId, destinationId] = back ? [other, place.warehouse.id] : [place.warehouse.id, other]
        return admin.do(createTransfer, { body: { sourceId, destinationId, lines } })
      }),
    )
    const answers = await Promise.all(both.map((transfer) => complete(transfer.id)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(16).fill(200))
    for (const id of ids) expect(await stockOf(id)).toEqual({ source: 10, destination: 10, onHand: 20, committed: 0 })
    expect(await brokenInvariants(server.database.db)).toEqual({})
  }, 240_000)
})
