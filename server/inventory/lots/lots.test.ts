import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { formatDay } from '#shared/format-day.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { addAccount, addPlace, addProduct, productBody, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { addLots, advance, confirmed, inDays, lotsHeld, receive } from '#test/lots.ts'
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

const act = (name: 'hold' | 'quarantine' | 'release', id: string, reason = 'Label is smudged') =>
  admin.call(lotsApi[name], { params: { id }, body: { reason } })
const hold = async (id: string) => (await act('hold', id)).body
const order = (id: string) => admin.do(salesApi.getOrder, { params: { id } })

describe('arrival', () => {
  test('[LOT-01] a new lot requires a number and an expiry date, unless it is marked as not expiring', async () => {
    const { id } = await addProduct(admin, place, { lotControlled: true })
    const add = (body: object) =>
      admin.call(inventoryApi.addStock, { params: { id }, body: { quantity: 1, reason: 'purchase_order', ...body } })
    expect((await add({})).body.fields).toHaveProperty('lotNumber')
    const bare = await add({ lotNumber: 'A1' })
    expect([bare.status, bare.body.fields]).toEqual([422, { expiryDate: 'is required for new lots that expire' }])
    expect((await add({ lotNumber: 'A1', expiryDate: inDays(9), noExpiry: true })).status).toBe(422)
    expect((await add({ lotNumber: 'A1', expiryDate: inDays(9) })).status).toBe(200)
    expect((await add({ lotNumber: 'A1' })).status).toBe(200)
    expect((await add({ lotNumber: 'STEEL', noExpiry: true })).status).toBe(200)
    expect((await add({ lotNumber: 'A1', expiryDate: inDays(9), supplierId: id })).body.fields).toEqual({
      supplierId: 'is not a supplier',
    })
  })

  test('[LOT-01] (B20) receiving a known lot with another expiry is refused (409) with its current values and adds no stock', async () => {
    const { product, lot } = await addLots(admin, place, [['B1', 40, 5]])
    const answer = await admin.call(inventoryApi.addStock, {
      params: { id: product.id },
      body: { quantity: 5, reason: 'return', lotNumber: 'B1', expiryDate: inDays(41) },
    })
    expect([answer.status, answer.body.code]).toEqual([409, 'ALREADY_EXISTS'])
    expect(answer.body.details).toEqual({
      lotId: lot('B1'),
      lotNumber: 'B1',
      expiryDate: inDays(40),
      status: 'AVAILABLE',
    })
    expect(answer.body.fields).toEqual({ expiryDate: `lot B1 expires on ${formatDay(inDays(40))}` })
    const never = { quantity: 5, reason: 'return', lotNumber: 'B1', noExpiry: true } as const
    expect((await admin.call(inventoryApi.addStock, { params: { id: product.id }, body: never })).status).toBe(409)
    expect((await admin.do(inventoryApi.getProduct, { params: { id: product.id } })).onHand).toBe(5)
  })

  test('[LOT-01] the initial quantity of a product is added to its lot', async () => {
    const body = productBody(place, { lotControlled: true, quantity: 7 })
    const without = await admin.call(inventoryApi.createProduct, { body })
    expect([without.status, Object.keys(without.body.fields ?? {})]).toEqual([422, ['initialLot.lotNumber']])
    const dateless = await admin.call(inventoryApi.createProduct, {
      body: { ...body, initialLot: { lotNumber: 'I1' } },
    })
    expect(Object.keys(dateless.body.fields ?? {})).toEqual(['initialLot.expiryDate'])
    const initialLot = { lotNumber: 'I1', expiryDate: inDays(90) }
    const product = await admin.do(inventoryApi.createProduct, { body: { ...body, initialLot } })
    expect(product.stock.map((one) => [one.lotNumber, one.expiryDate, one.onHand])).toEqual([['I1', inDays(90), 7]])
  })

  test('30 concurrent receipts of a new lot create only one lot', async () => {
    const { id } = await addProduct(admin, place, { lotControlled: true })
    await Promise.all(Array.from({ length: 30 }, () => receive(admin, id, 'SAME', 100, 2)))
    const { data } = await admin.do(lotsApi.listLots, { query: { product: id } })
    expect(data.map((lot) => [lot.lotNumber, lot.onHand])).toEqual([['SAME', 60]])
  })
})

describe('status', () => {
  test('[LOT-02] hold, quarantine and release need a reason and are logged; invalid transitions are refused (409)', async () => {
    const { lot } = await addLots(admin, place, [['S1', 50, 5]])
    const id = lot('S1')
    expect((await act('release', id)).status).toBe(409)
    expect((await act('hold', id, ' ')).body.fields).toEqual({ reason: 'is required' })
    expect((await act('hold', id)).body.lot.status).toBe('ON_HOLD')
    const twice = await act('hold', id)
    expect([twice.status, twice.body.code, twice.body.details]).toEqual([
      409,
      'INVALID_TRANSITION',
      { status: 'ON_HOLD', allowed: ['quarantine', 'release', 'recall'] },
    ])
    expect((await act('quarantine', id, 'To be tested')).body.lot.status).toBe('QUARANTINED')
    const { lot: released } = (await act('release', id, 'Tested, in order')).body
    expect(released.changes.map(({ act: name, from, to, reason }) => [name, from, to, reason])).toEqual([
      ['release', 'QUARANTINED', 'AVAILABLE', 'Tested, in order'],
      ['quarantine', 'ON_HOLD', 'QUARANTINED', 'To be tested'],
      ['hold', 'AVAILABLE', 'ON_HOLD', 'Label is smudged'],
    ])
    const { rows } = await sql<{ act: string }>`select act from audit_log where entity_id = ${id} order by id`.execute(
      server.database.db,
    )
    expect(rows.map((row) => row.act)).toEqual(['lot.hold', 'lot.quarantine', 'lot.release'])
  })

  test('[LOT-02] the lot "none" and unknown lots are not found (404); the idempotency key is required', async () => {
    const plain = await addProduct(admin, place, { quantity: 3 })
    expect((await act('hold', plain.id)).status).toBe(404)
    expect((await admin.call(lotsApi.getLot, { params: { id: plain.id } })).status).toBe(404)
    expect((await admin.call(lotsApi.traceLot, { params: { id: plain.id } })).status).toBe(404)
    const { lot } = await addLots(admin, place, [['K1', 50, 5]])
    const keyless = await admin.call(lotsApi.hold, { params: { id: lot('K1') }, body: { reason: 'x' } }, { key: null })
    expect([keyless.status, keyless.body.code]).toEqual([400, 'IDEMPOTENCY_KEY_MISSING'])
  })

  test('[LOT-02] (B20) a hold reallocates orders to the lot that expires next; orders left short wait and their invoices are voided', async () => {
    const { product, lot } = await addLots(admin, place, [
      ['M1', 30, 10],
      ['M2', 60, 6],
    ])
    const first = await confirmed(admin, accountId, [[product.id, 4]])
    const second = await confirmed(admin, accountId, [[product.id, 4]])
    await admin.do(salesApi.startPicking, { params: { id: second.id }, body: {} })
    const shipped = await confirmed(admin, accountId, [[product.id, 2]])
    await advance(admin, shipped.id, 'READY_FOR_SHIPPING')
    server.announced.length = 0
    const { lot: held, effect } = await hold(lot('M1'))
    expect(effect).toEqual({
      moved: [{ id: first.id, number: first.number, quantity: 4 }],
      waiting: [{ id: second.id, number: second.number, quantity: 2 }],
      stopped: [{ id: shipped.id, number: shipped.number, quantity: 2 }],
    })
    expect(await lotsHeld(admin, first.id)).toEqual([['M2', 4]])
    expect(await lotsHeld(admin, second.id)).toEqual([['M2', 2]])
    const waiting = await order(second.id)
    expect([waiting.status, waiting.invoice, waiting.timeline[0]?.move]).toEqual(['AWAITING_STOCK', null, 'loseStock'])
    expect(waiting.timeline[0]?.reason).toContain('Lot M1 was put on hold: Label is smudged')
    expect((await order(first.id)).status).toBe('CONFIRMED')
    expect((await order(shipped.id)).status).toBe('READY_FOR_SHIPPING')
    expect(held.shipped.map((one) => [one.number, one.quantity, one.status])).toEqual([
      [shipped.number, 2, 'READY_FOR_SHIPPING'],
    ])
    const updatedOrders = server.announced.flatMap((one) =>
      one.name === 'sales_order_updated' ? [one.payload.salesOrderId] : [],
    )
    expect(updatedOrders.toSorted()).toEqual([first.id, second.id, shipped.id].toSorted())

    await act('release', lot('M1'))
    const again = await admin.do(salesApi.confirm, { params: { id: second.id }, body: {} })
    expect([again.status, again.invoice?.paymentStatus]).toEqual(['CONFIRMED', 'Unpaid'])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[LOT-02] a paid order keeps its invoice while it waits for stock, and gets no second one', async () => {
    const { product, lot } = await addLots(admin, place, [['P1', 30, 4]])
    const paid = await confirmed(admin, accountId, [[product.id, 4]])
    await admin.do(invoicingApi.recordPayment, {
      params: { id: paid.invoice?.id ?? '' },
      body: { amount: paid.invoice?.due ?? '0', method: 'cash', receivedDate: inDays(0) },
    })
    await hold(lot('P1'))
    const waiting = await order(paid.id)
    expect([waiting.status, waiting.invoice?.number, waiting.paymentStatus]).toEqual([
      'AWAITING_STOCK',
      paid.invoice?.number,
      'Paid in Full',
    ])
    await act('release', lot('P1'))
    const again = await admin.do(salesApi.confirm, { params: { id: paid.id }, body: {} })
    expect([again.invoice?.number, again.paymentStatus]).toEqual([paid.invoice?.number, 'Paid in Full'])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[LOT-02] the same lot can be put on hold and released repeatedly: each hold reallocates the order again', async () => {
    const { product, lot } = await addLots(admin, place, [
      ['R1', 30, 5],
      ['R2', 60, 5],
    ])
    const { id } = await confirmed(admin, accountId, [[product.id, 5]])
    for (const [name, other] of [
      ['R1', 'R2'],
      ['R2', 'R1'],
      ['R1', 'R2'],
    ] as const) {
      await hold(lot(name))
      expect(await lotsHeld(admin, id)).toEqual([[other, 5]])
      await act('release', lot(name))
    }
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[LOT-02] goods unpacked into a lot on hold are reallocated to another lot at once', async () => {
    const { product, lot } = await addLots(admin, place, [
      ['C1', 30, 5],
      ['C2', 60, 3],
    ])
    const { id } = await confirmed(admin, accountId, [[product.id, 5]])
    await advance(admin, id, 'READY_FOR_SHIPPING')
    await hold(lot('C1'))
    const back = await admin.do(salesApi.reverse, { params: { id }, body: { reason: 'The lot is on hold' } })
    expect([back.status, await lotsHeld(admin, id)]).toEqual(['AWAITING_STOCK', [['C2', 3]]])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[LOT-02] (V11) 20 orders race to confirm and ship a lot while it is put on hold: nothing leaves it afterwards', async () => {
    const { product, lot } = await addLots(admin, place, [['V1', 30, 40]])
    const drafts = await Promise.all(
      Array.from({ length: 20 }, () =>
        admin.do(salesApi.createOrder, { body: { accountId, lines: [{ productId: product.id, quantity: 1 }] } }),
      ),
    )
    const ship = async (id: string) => {
      const params = { id }
      await admin.call(salesApi.confirm, { params, body: {} })
      await admin.call(salesApi.ready, { params, body: {} })
    }
    const racing = drafts.map((draft) => ship(draft.id))
    await new Promise((done) => setTimeout(done, 60))
    expect((await act('hold', lot('V1'))).status).toBe(200)
    await Promise.all(racing)
    const after = await admin.do(lotsApi.getLot, { params: { id: lot('V1') } })
    expect([after.status, after.committed, after.promised]).toEqual(['ON_HOLD', 0, []])
    expect(after.onHand + after.shipped.reduce((sum, one) => sum + one.quantity, 0)).toBe(40)
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })
})

describe('correction', () => {
  test('[LOT-03] correcting the expiry needs a reason and If-Match; reallocates orders whose shelf life it no longer meets', async () => {
    const { product, lot } = await addLots(admin, place, [
      ['E1', 30, 5],
      ['E2', 60, 5],
    ])
    const id = lot('E1')
    const picky = await addAccount(admin, { minShelfLifeDays: 20 })
    const strict = await confirmed(admin, picky.id, [[product.id, 2]])
    const easy = await confirmed(admin, accountId, [[product.id, 2]])
    const { version } = await admin.do(lotsApi.getLot, { params: { id } })
    const edit = (body: object, options = {}) =>
      admin.call(
        lotsApi.updateLot,
        { params: { id }, body: { expiryDate: inDays(10), reason: 'Misread', ...body } },
        options,
      )
    expect((await edit({})).status).toBe(428)
    expect((await edit({}, { version: version + 1 })).status).toBe(412)
    expect((await edit({ reason: '' }, { version })).body.fields).toEqual({ reason: 'is required' })
    expect((await edit({ supplierId: id }, { version })).body.fields).toEqual({ supplierId: 'is not a supplier' })
    const { lot: edited, effect } = (await edit({}, { version })).body
    expect([edited.expiryDate, edited.changes[0]?.oldExpiry, edited.changes[0]?.newExpiry]).toEqual([
      inDays(10),
      inDays(30),
      inDays(10),
    ])
    expect(effect.moved.map((one) => one.number)).toEqual([strict.number])
    expect(await lotsHeld(admin, strict.id)).toEqual([['E2', 2]])
    expect(await lotsHeld(admin, easy.id)).toEqual([['E1', 2]])
  })
})

describe('expiry', () => {
  test('[LOT-04] the expiry windows of the lot list agree with their totals, including expired and blocked lots', async () => {
    const own = await startServer()
    const boss = await own.as('admin')
    const there = await addPlace(boss)
    const { product, lot } = await addLots(
      boss,
      there,
      [
        ['X-2', -2, 1],
        ['X0', 0, 2],
        ['X30', 30, 4],
        ['X31', 31, 8],
        ['X180', 180, 16],
        ['X181', 181, 32],
      ],
      { cost: '1.2345' },
    )
    await boss.do(lotsApi.hold, { params: { id: lot('X181') }, body: { reason: 'Waiting for papers' } })
    const sums = await boss.do(lotsApi.sumLots, {})
    expect(sums.windows).toEqual([
      { window: 'expired', lots: 1, pieces: 1, value: '1.23' },
      { window: '30', lots: 2, pieces: 6, value: '7.41' },
      { window: '90', lots: 3, pieces: 14, value: '17.29' },
      { window: '180', lots: 4, pieces: 30, value: '37.04' },
    ])
    expect(sums.blocked).toEqual({ lots: 1, pieces: 32, value: '39.50' })
    for (const { window, lots, pieces } of sums.windows) {
      const { data } = await boss.do(lotsApi.listLots, { query: { expiry: window } })
      expect([data.length, data.reduce((sum, one) => sum + one.onHand, 0)]).toEqual([lots, pieces])
    }
    const { data: every } = await boss.do(lotsApi.listLots, {})
    expect(every.filter((one) => one.isExpired).map((one) => one.lotNumber)).toEqual(['X-2'])
    const address = '/api/exports/lots?format=csv&columns=lotNumber,status&sort=expiryDate'
    const answer = await fetch(`${own.url}${address}`, { headers: { cookie: boss.cookie } })
    const file = await answer.text()
    expect(file).toMatch(/X-2,Expired\r?\nX0,Available\r?\n/)
    const { data: blocked } = await boss.do(lotsApi.listLots, { query: { status: 'ON_HOLD' } })
    expect(blocked.map((one) => [one.lotNumber, one.value])).toEqual([['X181', '39.50']])
    await boss.do(lotsApi.quarantine, { params: { id: lot('X180') }, body: { reason: 'Wet box' } })
    const { data: all } = await boss.do(lotsApi.listLots, { query: { status: 'BLOCKED' } })
    expect(all.map((one) => one.lotNumber)).toEqual(['X180', 'X181'])
    const shown = await boss.do(inventoryApi.getProduct, { params: { id: product.id } })
    expect([shown.onHand, shown.unfit]).toEqual([63, { blocked: 48, expired: 1 }])
    const { data: products } = await boss.do(inventoryApi.listProducts, {})
    expect(products.map((one) => one.unfit)).toEqual([shown.unfit])
    const { data: found } = await boss.do(lotsApi.listLots, { query: { q: 'x18', location: there.warehouse.id } })
    expect(found.map((one) => one.lotNumber)).toEqual(['X180', 'X181'])
    const { data: page, nextCursor } = await boss.do(lotsApi.listLots, { query: { limit: 4 } })
    const { data: rest } = await boss.do(lotsApi.listLots, { query: { limit: 4, cursor: nextCursor ?? '' } })
    expect([...page, ...rest].map((one) => one.lotNumber)).toEqual(['X-2', 'X0', 'X30', 'X31', 'X180', 'X181'])
  })

  test('[LOT-01] the manufacturing date of a lot cannot be after its expiry date', async () => {
    const { lot } = await addLots(admin, place, [['M1', 90, 3]])
    const correct = (manufacturedOn: string) =>
      admin.call(
        lotsApi.updateLot,
        { params: { id: lot('M1') }, body: { expiryDate: inDays(90), manufacturedOn, reason: 'Dates swapped' } },
        { version: 1 },
      )
    const late = await correct(inDays(91))
    expect([late.status, late.body.fields]).toEqual([422, { manufacturedOn: 'must not be after the expiry date' }])
    expect((await correct(inDays(90))).status).toBe(200)
  })

  test('the lot list of one location shows only the stock of that location', async () => {
    const own = await startServer()
    const boss = await own.as('admin')
    const there = await addPlace(boss)
    const { product } = await addLots(boss, there, [['S1', 90, 30]])
    const other = await boss.do(inventoryApi.createLocation, { body: { name: 'Annexe', type: 'Warehouse' } })
    const [lot] = (await boss.do(lotsApi.listLots, {})).data
    const transfer = (quantity: number) => {
      const lines = [{ itemId: product.id, quantity, lotId: lot?.id ?? null }]
      const body = { sourceId: there.warehouse.id, destinationId: other.id, lines }
      return boss.do(transfersApi.createTransfer, { body })
    }
    await boss.do(transfersApi.completeTransfer, { params: { id: (await transfer(8)).id }, body: {} })
    await transfer(5)
    const at = async (query: { location?: string }) => {
      const { data } = await boss.do(lotsApi.listLots, { query })
      return data.map(({ onHand, committed, value, locations }) => [onHand, committed, value, locations])
    }
    expect(await at({})).toEqual([[30, 5, '180.00', 2]])
    expect(await at({ location: other.id })).toEqual([[8, 0, '48.00', 1]])
    expect(await at({ location: there.warehouse.id })).toEqual([[22, 5, '132.00', 1]])
    const address = `/api/exports/lots?format=csv&columns=lotNumber,onHand&location=${other.id}`
    const file = await fetch(`${own.url}${address}`, { headers: { cookie: boss.cookie } })
    expect(await file.text()).toMatch(/S1,8\r?\n/)
  })

  test('[LOT-04] the hourly expiry job reallocates orders from lots that have expired; orders left short wait for stock', async () => {
    let now = new Date()
    const own = await startServer({ clock: () => now })
    const boss = await own.as('admin')
    const there = await addPlace(boss)
    const { product } = await addLots(boss, there, [
      ['T1', 1, 5],
      ['T2', 90, 3],
    ])
    const account = await addAccount(boss)
    const one = await confirmed(boss, account.id, [[product.id, 3]])
    const two = await confirmed(boss, account.id, [[product.id, 2]])
    now = new Date(now.getTime() + 2 * 86_400_000)
    await own.app.runJobs('release-expired-lots')
    expect(await lotsHeld(boss, one.id)).toEqual([['T2', 3]])
    expect(await lotsHeld(boss, two.id)).toEqual([])
    expect((await boss.do(salesApi.getOrder, { params: { id: two.id } })).status).toBe('AWAITING_STOCK')
    expect(await brokenInvariants(own.database.db)).toEqual({})
  })
})
