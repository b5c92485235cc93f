import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import type { Call } from '#shared/http/route.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { priceHistoryApi } from '#shared/inventory/products/price-history-api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, placePurchase, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'

let server: TestServer
let admin: Client
let place: TestPlace

beforeAll(async () => {
  server = await startServer({ max: 20 })
  admin = patient(await server.as('admin'))
  place = await addPlace(admin)
})

type Body = Call<(typeof purchasingApi.receive)['spec']>['body']
const receive = (id: string, body: Body, options?: { key?: string; version?: number }) =>
  admin.call(purchasingApi.receive, { params: { id }, body }, options)
const stockOf = (id: string) => admin.do(inventoryApi.getProduct, { params: { id } })
const orderOf = (id: string) => admin.do(purchasingApi.getPurchaseOrder, { params: { id } })
const lineOf = (order: { orderLines: { id: string }[] }, at = 0) => order.orderLines[at]?.id ?? ''
const whole = (order: { orderLines: { id: string; quantity: number }[] }): Body => ({
  lines: order.orderLines.map(({ id, quantity }) => ({ lineId: id, quantity })),
})

describe('receiving', () => {
  test('[PO-01] each lot can be put away at another location; reversing the receipt removes it there', async () => {
    const other = await addPlace(admin)
    const vaccine = await addProduct(admin, place, { lotControlled: true })
    const order = await placePurchase(admin, place, [[vaccine.id, 50, '4']])
    const lot = (lotNumber: string, quantity: number, locationId?: string) => ({
      lineId: lineOf(order),
      quantity,
      lotNumber,
      noExpiry: true,
      ...(locationId && { locationId }),
    })
    const nowhere = await receive(order.id, { lines: [lot('A', 20), lot('B', 10, vaccine.id)] })
    expect([nowhere.status, nowhere.body]).toMatchObject([
      422,
      { fields: { 'lines.1.locationId': 'is not a location' } },
    ])
    const lines = [lot('A', 20), lot('B', 10, other.warehouse.id)]
    const { body } = await receive(order.id, { lines })
    const places = async () =>
      (await stockOf(vaccine.id)).stock.map(({ lotNumber, location, onHand }) => [lotNumber, location.id, onHand])
    expect((await places()).toSorted()).toEqual([
      ['A', place.warehouse.id, 20],
      ['B', other.warehouse.id, 10],
    ])
    const params = { id: order.id, receiptId: body.receipts[0]?.id ?? '' }
    await admin.do(purchasingApi.reverseReceipt, { params, body: { reason: 'Wrong shelf' } })
    expect(await places()).toEqual([])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[PO-01] in parts, with lots and expiry: stock, status and receipts follow', async () => {
    const gloves = await addProduct(admin, place)
    const vaccine = await addProduct(admin, place, { lotControlled: true })
    const order = await placePurchase(admin, place, [
      [gloves.id, 100, '1'],
      [vaccine.id, 50, '4'],
    ])
    const first = await receive(order.id, {
      deliveryNote: 'DN-1',
      lines: [
        { lineId: lineOf(order), quantity: 40 },
        { lineId: lineOf(order, 1), quantity: 20, lotNumber: 'A1', expiryDate: '2031-05-01' },
        { lineId: lineOf(order, 1), quantity: 10, lotNumber: 'B7', expiryDate: '2031-09-01' },
      ],
    })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      status: 'Partially Received',
      received: 70,
      orderLines: [
        { received: 40, open: 60 },
        { received: 30, open: 20 },
      ],
    })
    // A label for each pack of ten, with the lot if there is one.
    const came = first.body.receipts[0]?.lines ?? []
    expect(came.map(({ packs, label }) => [packs, label?.type])).toEqual([
      [4, 'product'],
      [2, 'lot'],
      [1, 'lot'],
    ])
    expect(came[0]?.label?.id).toBe(gloves.id)
    const lots = await Promise.all(
      came.slice(1).map(({ label }) => admin.do(lotsApi.getLot, { params: { id: label?.id ?? '' } })),
    )
    expect(lots.map(({ lotNumber }) => lotNumber)).toEqual(['A1', 'B7'])
    expect((await stockOf(gloves.id)).onHand).toBe(40)
    expect((await stockOf(vaccine.id)).stock).toMatchObject([
      { lotNumber: 'A1', expiryDate: '2031-05-01', onHand: 20, location: { id: place.warehouse.id } },
      { lotNumber: 'B7', expiryDate: '2031-09-01', onHand: 10 },
    ])
    const duplicate = await receive(order.id, { deliveryNote: 'dn-1', lines: [{ lineId: lineOf(order), quantity: 1 }] })
    expect([duplicate.status, duplicate.body.fields]).toEqual([409, { deliveryNote: 'has been received already' }])
    const rest = await receive(order.id, {
      lines: [
        { lineId: lineOf(order), quantity: 60 },
        { lineId: lineOf(order, 1), quantity: 20, lotNumber: 'A1' },
      ],
    })
    expect(rest.body).toMatchObject({ status: 'Received', received: 150 })
    expect(rest.body.receipts.map((one) => one.number)).toEqual([
      expect.stringMatching(/^GR-\d{4}-\d{6}$/),
      expect.stringMatching(/^GR-/),
    ])
    const late = await receive(order.id, whole(order))
    expect([late.status, late.body.code]).toEqual([409, 'INVALID_TRANSITION'])
    const history = await admin.do(inventoryApi.listStockHistory, { params: { id: vaccine.id } })
    expect(history.data[0]).toMatchObject({
      effect: 'RECEIVE',
      reason: 'purchase_order',
      document: { type: 'purchase_order', id: order.id, number: order.number },
    })
  })

  test('[PO-01] is refused for unknown lines, missing or invalid lots, wrong dates and too large quantities (B18)', async () => {
    const gloves = await addProduct(admin, place)
    const vaccine = await addProduct(admin, place, { lotControlled: true })
    const order = await placePurchase(admin, place, [
      [gloves.id, 10, '1'],
      [vaccine.id, 10, '1'],
    ])
    await receive(order.id, {
      lines: [{ lineId: lineOf(order, 1), quantity: 1, lotNumber: 'L', expiryDate: '2031-01-01' }],
    })
    const g = { lineId: lineOf(order) }
    const v = { lineId: lineOf(order, 1) }
    const cases: [Body['lines'], string][] = [
      [[], 'lines'],
      [[{ lineId: order.id, quantity: 1 }], 'lines.0.lineId'],
      [[{ ...g, quantity: 0 }], 'lines.0.quantity'],
      [[{ ...g, quantity: 11 }], 'lines.0.quantity'],
      [
        [
          { ...g, quantity: 6 },
          { ...g, quantity: 5 },
        ],
        'lines.1.quantity',
      ],
      [[{ ...g, quantity: 1, lotNumber: 'X' }], 'lines.0.lotNumber'],
      [[{ ...v, quantity: 1 }], 'lines.0.lotNumber'],
      [[{ ...v, quantity: 1, lotNumber: 'none' }], 'lines.0.lotNumber'],
      [[{ ...v, quantity: 1, lotNumber: 'New' }], 'lines.0.expiryDate'],
      [[{ ...g, quantity: 1, expiryDate: '2032-01-01' }], 'lines.0.expiryDate'],
    ]
    for (const [lines, field] of cases) {
      const answer = await receive(order.id, { lines })
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]])
    }
    const keyless = await admin.call(
      purchasingApi.receive,
      { params: { id: order.id }, body: whole(order) },
      { key: null },
    )
    expect(keyless.status).toBe(400)
    const stale = await receive(order.id, { lines: [{ ...g, quantity: 1 }] }, { version: 1 })
    expect(stale.status).toBe(412)
    expect((await receive(randomUUID(), { lines: [{ ...g, quantity: 1 }] })).status).toBe(404)
    expect((await stockOf(gloves.id)).onHand).toBe(0)
  })

  test('[PO-01] accepts over-receipt up to the tolerance that applied when the order was placed (B18)', async () => {
    const tolerance = (overReceiptPercent: number) => changeSettings(admin, { purchasing: { overReceiptPercent } })
    await tolerance(10)
    const product = await addProduct(admin, place)
    const order = await placePurchase(admin, place, [[product.id, 55, '1']])
    await tolerance(0)
    expect((await orderOf(order.id)).orderLines[0]?.receivable).toBe(60)
    const over = await receive(order.id, { lines: [{ lineId: lineOf(order), quantity: 61 }] })
    expect([over.status, over.body.fields]).toEqual([
      422,
      { 'lines.0.quantity': `only 60 are outstanding of ${product.name}` },
    ])
    const done = await receive(order.id, { lines: [{ lineId: lineOf(order), quantity: 60 }] })
    expect(done.body).toMatchObject({ status: 'Received', orderLines: [{ received: 60, open: 0 }] })
  })

  test('[PO-01] damaged goods are put in quarantine and are not available to orders', async () => {
    const gloves = await addProduct(admin, place)
    const vaccine = await addProduct(admin, place, { lotControlled: true })
    const order = await placePurchase(admin, place, [
      [gloves.id, 10, '1'],
      [vaccine.id, 10, '1'],
    ])
    const done = await receive(order.id, {
      lines: [
        { lineId: lineOf(order), quantity: 7 },
        { lineId: lineOf(order), quantity: 3, damaged: true },
        { lineId: lineOf(order, 1), quantity: 9, lotNumber: 'Q', expiryDate: '2031-01-01' },
        { lineId: lineOf(order, 1), quantity: 1, lotNumber: 'Q', expiryDate: '2031-01-01', damaged: true },
      ],
    })
    expect(done.body.status).toBe('Received')
    const places = async (id: string) =>
      (await stockOf(id)).stock.map((one) => [one.lotNumber, one.lotStatus, one.onHand]).toSorted()
    expect(await places(gloves.id)).toEqual([
      ['damaged', 'QUARANTINED', 3],
      ['none', 'AVAILABLE', 7],
    ])
    expect(await places(vaccine.id)).toEqual([
      ['Q damaged', 'QUARANTINED', 1],
      ['Q', 'AVAILABLE', 9],
    ])
    const account = await addAccount(admin)
    const sale = await addOrder(admin, account.id, [[gloves.id, 8]])
    expect((await admin.call(salesApi.confirm, { params: { id: sale.id }, body: {} })).status).toBe(409)
  })

  test('[PO-01] fees are spread to the last cent, and the cost is the average of what is on hand', async () => {
    const a = await addProduct(admin, place, { cost: '6', quantity: 100 })
    const b = await addProduct(admin, place, { cost: '1' })
    const order = await placePurchase(
      admin,
      place,
      [
        [a.id, 50, '8'],
        [b.id, 30, '3.3333'],
      ],
      { fees: [{ kind: 'freight', amount: '100.01' }] },
    )
    const first = await receive(order.id, { lines: [{ lineId: lineOf(order), quantity: 50 }] })
    // 400 of 500 were received: 80.01 of the fees; (100 × 6 + 400 + 80.01) ÷ 150.
    expect(first.body.receipts[0]).toMatchObject({ value: '400.00', fees: '80.01', landed: '480.01' })
    expect((await stockOf(a.id)).cost).toBe('7.2001')
    const changes = await admin.do(priceHistoryApi.listPriceHistory, { params: { id: a.id } })
    expect(changes.data[0]).toMatchObject({ kind: 'cost', from: '6.00', to: '7.2001' })
    const second = await receive(order.id, {
      lines: [
        { lineId: lineOf(order, 1), quantity: 7 },
        { lineId: lineOf(order, 1), quantity: 23 },
      ],
    })
    expect(second.body.receipts[1]).toMatchObject({ value: '100.00', fees: '20.00' })
    expect(second.body.receipts[1]?.lines.map((line) => [line.value, line.fees])).toEqual([
      ['23.33', '4.67'],
      ['76.67', '15.33'],
    ])
    expect((await stockOf(b.id)).cost).toBe('4.00')
  })
})

describe('concurrent requests', () => {
  test('[PO-01] a double click receives once (B18)', async () => {
    const product = await addProduct(admin, place)
    const order = await placePurchase(admin, place, [[product.id, 100, '1']])
    const key = randomUUID()
    const body: Body = { lines: [{ lineId: lineOf(order), quantity: 30 }] }
    const answers = await Promise.all(Array.from({ length: 20 }, () => receive(order.id, body, { key })))
    expect(answers.filter((one) => one.status === 200)).toHaveLength(20)
    expect((await receive(order.id, body, { key })).headers.get('idempotency-replayed')).toBe('true')
    expect(await orderOf(order.id)).toMatchObject({ received: 30, receipts: [{ lines: [{ quantity: 30 }] }] })
    expect((await stockOf(product.id)).onHand).toBe(30)
  })

  test('[PO-01] 20 concurrent receipts of one order never book more than was ordered (B18)', async () => {
    const product = await addProduct(admin, place)
    const order = await placePurchase(admin, place, [[product.id, 100, '1']], {
      fees: [{ kind: 'freight', amount: '33.33' }],
    })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => receive(order.id, { lines: [{ lineId: lineOf(order), quantity: 15 }] })),
    )
    expect(answers.filter((one) => one.status === 200)).toHaveLength(6)
    expect(answers.filter((one) => one.status === 422)).toHaveLength(14)
    const rest = await Promise.all(
      Array.from({ length: 20 }, () => receive(order.id, { lines: [{ lineId: lineOf(order), quantity: 10 }] })),
    )
    expect(rest.filter((one) => one.status === 200)).toHaveLength(1)
    expect(rest.filter((one) => one.body.code === 'INVALID_TRANSITION')).toHaveLength(19)
    expect(await orderOf(order.id)).toMatchObject({ status: 'Received', received: 100 })
    expect((await stockOf(product.id)).onHand).toBe(100)
  })

  test('[PO-01] concurrent receipts, reversals, sales and stock additions neither deadlock nor lose a piece (B18)', async () => {
    const products = [
      await addProduct(admin, place, { quantity: 50 }),
      await addProduct(admin, place, { quantity: 50 }),
    ]
    const account = await addAccount(admin)
    const ids = products.map((one) => one.id)
    const orders = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        placePurchase(
          admin,
          place,
          (at % 2 === 0 ? ids : ids.toReversed()).map((id) => [id, 10, '2'] as const),
        ),
      ),
    )
    const receiveAndMaybeUndo = async (order: (typeof orders)[number], undo: boolean) => {
      const { body } = await receive(order.id, whole(order))
      const params = { id: order.id, receiptId: body.receipts[0]?.id ?? '' }
      if (undo) await admin.do(purchasingApi.reverseReceipt, { params, body: { reason: 'Wrong' } })
    }
    const acts = orders.flatMap((order, at) => [
      receiveAndMaybeUndo(order, at % 2 === 1),
      addOrder(admin, account.id, [
        [ids[at % 2] ?? '', 3],
        [ids[(at + 1) % 2] ?? '', 2],
      ]).then((sale) => admin.call(salesApi.confirm, { params: { id: sale.id }, body: {} })),
      admin.call(inventoryApi.addStock, {
        params: { id: ids[at % 2] ?? '' },
        body: { quantity: 1, reason: 'manual_adjustment' },
      }),
    ])
    await Promise.all(acts)
    const [first, second] = await Promise.all(ids.map(stockOf))
    expect((first?.onHand ?? 0) + (second?.onHand ?? 0)).toBe(100 + 4 * 20 + 8)
    expect(server.logs.filter((line) => line.includes('"level":50'))).toEqual([])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })
})

describe('corrections', () => {
  test('[PO-01] a wrong receipt can be reversed, including costs, while its goods are available', async () => {
    const product = await addProduct(admin, place, { cost: '6', quantity: 100 })
    const order = await placePurchase(admin, place, [[product.id, 50, '9']])
    const { body } = await receive(order.id, whole(order))
    expect((await stockOf(product.id)).cost).toBe('7.00')
    const params = { id: order.id, receiptId: body.receipts[0]?.id ?? '' }
    const reason = { reason: 'Counted the wrong pallet' }
    const undone = await admin.do(purchasingApi.reverseReceipt, { params, body: reason })
    expect(undone).toMatchObject({
      status: 'Open',
      received: 0,
      receipts: [{ reversed: { reason: reason.reason, actor: expect.any(String) } }],
    })
    expect(await stockOf(product.id)).toMatchObject({ onHand: 100, cost: '6.00' })
    const again = await admin.call(purchasingApi.reverseReceipt, { params, body: reason })
    expect(again.status).toBe(409)

    const second = await receive(order.id, whole(order))
    const account = await addAccount(admin)
    const sale = await addOrder(admin, account.id, [[product.id, 120]])
    await admin.do(salesApi.confirm, { params: { id: sale.id }, body: {} })
    const refused = await admin.call(purchasingApi.reverseReceipt, {
      params: { id: order.id, receiptId: second.body.receipts[1]?.id ?? '' },
      body: reason,
    })
    expect([refused.status, refused.body.code]).toEqual([409, 'INSUFFICIENT_STOCK'])
    const foreign = await admin.call(purchasingApi.reverseReceipt, {
      params: { id: order.id, receiptId: randomUUID() },
      body: reason,
    })
    expect(foreign.status).toBe(404)
  })

  test('[PO-01] an order can be closed short and reopened', async () => {
    const product = await addProduct(admin, place)
    const order = await placePurchase(admin, place, [[product.id, 50, '1']])
    const params = { id: order.id }
    const body = { reason: 'Discontinued' }
    expect((await admin.call(purchasingApi.close, { params, body })).status).toBe(409)
    await receive(order.id, { lines: [{ lineId: lineOf(order), quantity: 20 }] })
    expect((await admin.call(purchasingApi.cancel, { params, body })).status).toBe(409)
    expect((await admin.do(purchasingApi.close, { params, body })).status).toBe('Closed')
    const late = await receive(order.id, { lines: [{ lineId: lineOf(order), quantity: 30 }] })
    expect([late.status, late.body.code]).toEqual([409, 'INVALID_TRANSITION'])
    expect((await admin.do(purchasingApi.reopen, { params, body: {} })).status).toBe('Partially Received')
    expect((await receive(order.id, { lines: [{ lineId: lineOf(order), quantity: 30 }] })).body.status).toBe('Received')
  })

  test('[PO-01] a return is not open, with the reason, if all received goods are reserved, used or moved', async () => {
    const product = await addProduct(admin, place)
    const order = await placePurchase(admin, place, [[product.id, 5, '1']])
    await receive(order.id, { lines: [{ lineId: lineOf(order), quantity: 5 }] })
    const sold = await addOrder(admin, (await addAccount(admin)).id, [[product.id, 5]])
    await admin.do(salesApi.confirm, { params: { id: sold.id } })
    const { transitions } = await admin.do(purchasingApi.getPurchaseOrder, { params: { id: order.id } })
    expect(transitions.find(({ action }) => action === 'return')).toEqual({
      action: 'return',
      open: false,
      reason: 'Nothing is left to return: all that was received has been returned, used, reserved or moved.',
    })
  })

  test('[PO-01] goods are returned to the supplier from their lot, with a reason and a mail', async () => {
    const there = await addPlace(admin)
    await admin.do(
      crmApi.updateSupplier,
      {
        params: { id: there.supplier.id },
        body: { name: there.supplier.name, email: 'returns@supplier.example' },
      },
      { version: 1 },
    )
    const product = await addProduct(admin, there, { lotControlled: true })
    const order = await placePurchase(admin, there, [[product.id, 50, '1']])
    const { body } = await receive(order.id, {
      lines: [
        { lineId: lineOf(order), quantity: 40, lotNumber: 'L1', noExpiry: true },
        { lineId: lineOf(order), quantity: 10, lotNumber: 'L1', damaged: true },
      ],
    })
    const [good, damaged] = body.receipts[0]?.lines ?? []
    const params = { id: order.id }
    const back = (lines: [string | undefined, number][], notify = false) =>
      admin.call(purchasingApi.return, {
        params,
        body: {
          reason: 'Broken seals',
          notify,
          lines: lines.map(([id, quantity]) => ({ receiptLineId: id ?? '', quantity })),
        },
      })
    expect((await back([[good?.id, 41]])).body.fields).toEqual({ 'lines.0.quantity': 'must be at most 40' })
    expect((await back([[order.id, 1]])).status).toBe(422)
    const done = await back(
      [
        [damaged?.id, 10],
        [good?.id, 5],
      ],
      true,
    )
    expect(done.body).toMatchObject({
      status: 'Received',
      returns: [
        {
          number: expect.stringMatching(/^RTS-/),
          reason: 'Broken seals',
          lines: [
            { lotNumber: 'L1 damaged', quantity: 10 },
            { lotNumber: 'L1', quantity: 5 },
          ],
        },
      ],
    })
    expect((await stockOf(product.id)).stock).toMatchObject([{ lotNumber: 'L1', onHand: 35 }])
    const { rows } = await sql<{ content: { lines: string[] } }>`select content from mail_outbox
      where to_address = 'returns@supplier.example'`.execute(server.database.db)
    expect(rows[0]?.content.lines).toContain(`10 × ${product.name}, lot L1 damaged`)
    expect((await back([[damaged?.id, 1]])).status).toBe(422)
    const reversal = await admin.call(purchasingApi.reverseReceipt, {
      params: { id: order.id, receiptId: body.receipts[0]?.id ?? '' },
      body: { reason: 'x' },
    })
    expect([reversal.status, reversal.body.code]).toEqual([409, 'INVALID_TRANSITION'])
  })
})

test('the tests above broke no invariant (V8)', async () => {
  expect(await brokenInvariants(server.database.db)).toEqual({})
})
