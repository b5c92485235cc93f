import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { Disposition } from '#shared/sales/returns/return-transitions.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import {
  addAccount,
  addOrder,
  addPlace,
  addProduct,
  completeReturn,
  deliveredOrder,
  productBody,
  type TestPlace,
} from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { addLots } from '#test/lots.ts'
import { pdfText } from '#test/pdf-text.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer({ max: 20 })
  admin = patient(await server.as('admin'))
  place = await addPlace(admin)
})

const onHand = async (id: string) => (await admin.do(inventoryApi.getProduct, { params: { id } })).onHand
const returnable = (id: string) => admin.do(returnsApi.listReturnable, { params: { id } })
const orderOf = (id: string) => admin.do(salesApi.getOrder, { params: { id } })
const invoiceOf = async (id: string) => {
  const { invoice } = await orderOf(id)
  return admin.do(invoicingApi.getInvoice, { params: { id: invoice?.id ?? '' } })
}
const creditOf = async (id: string) => (await admin.do(paymentsApi.listCredit, { query: {}, params: { id } })).credit

/** Delivered goods of one product, with a return requested for these pieces. */
async function returnScene(pieces: number, of = 10, more: Parameters<typeof addProduct>[2] = {}) {
  const product = await addProduct(admin, place, { quantity: 100, price: '3.33', ...more })
  const account = await addAccount(admin)
  const order = await deliveredOrder(admin, account.id, [[product.id, of]])
  const [line] = (await returnable(order.id)).lines
  const orderLineId = line?.orderLineId ?? ''
  const body = { orderId: order.id, lines: [{ orderLineId, quantity: pieces, reason: 'not_needed' as const }] }
  return {
    product,
    account,
    order,
    orderLineId,
    body,
    requestReturn: () => admin.call(returnsApi.createReturn, { body }),
  }
}
const all = (quantity: number, disposition: Disposition = 'restock') => [{ disposition, quantity }]

describe('a return from the request to the credit note', () => {
  test('[RTN-01] (B19) books inspected goods by lot, credits the invoice, and closes the order once everything is returned', async () => {
    const lot = { lotControlled: true, quantity: 0 }
    const product = await addProduct(admin, place, { ...lot, price: '10.00' })
    const stock = (lotNumber: string, expiryDate: string) =>
      admin.do(inventoryApi.addStock, {
        params: { id: product.id },
        body: { quantity: 10, reason: 'purchase_order', lotNumber, expiryDate },
      })
    await stock('EARLY', '2031-01-01')
    await stock('LATE', '2032-01-01')
    const account = await addAccount(admin)
    const order = await deliveredOrder(admin, account.id, [[product.id, 15]])
    const { lines, isWhole } = await returnable(order.id)
    expect(isWhole).toBe(false)
    expect(lines.map((one) => [one.lot.number, one.delivered, one.returnable])).toEqual([
      ['EARLY', 10, 10],
      ['LATE', 5, 5],
    ])
    const [early, late] = lines
    const found = await admin.do(returnsApi.createReturn, {
      body: {
        orderId: order.id,
        notes: 'Called on Monday',
        lines: [
          { orderLineId: early?.orderLineId ?? '', lotId: early?.lot.id ?? '', quantity: 9, reason: 'damaged' },
          {
            orderLineId: late?.orderLineId ?? '',
            lotId: late?.lot.id ?? '',
            quantity: 2,
            reason: 'not_needed',
            note: 'Spare',
          },
        ],
      },
    })
    expect(found).toMatchObject({
      status: 'Requested',
      quantity: 11,
      received: null,
      credit: '110.00',
      creditNote: null,
    })
    const params = { id: found.id }
    const [damaged, spare] = found.lines.map((line) => line.id)
    await admin.do(returnsApi.approveReturn, { params, body: {} })
    // One piece is missing.
    const here = await admin.do(returnsApi.receiveReturn, {
      params,
      body: {
        locationId: place.warehouse.id,
        lines: [
          { lineId: damaged ?? '', received: 8 },
          { lineId: spare ?? '', received: 2 },
        ],
      },
    })
    expect(here).toMatchObject({
      status: 'Received',
      received: 10,
      credit: '100.00',
      location: { id: place.warehouse.id },
    })
    expect(await onHand(product.id)).toBe(5)
    const part = (disposition: Disposition, quantity: number) => ({ disposition, quantity })
    const dispositions = [part('restock', 1), part('quarantine', 3), part('scrap', 2), part('supplier', 2)]
    for (const last of [[part('scrap', 8)], dispositions]) {
      await admin.do(returnsApi.inspectReturn, {
        params,
        body: {
          lines: [
            { lineId: damaged ?? '', dispositions: last },
            { lineId: spare ?? '', dispositions: all(2) },
          ],
        },
      })
    }
    const done = await admin.do(returnsApi.completeReturn, { params, body: {} })
    expect(done).toMatchObject({ status: 'Completed', credit: '100.00', creditNote: { total: '100.00' } })
    expect(done.timeline.map((one) => one.move)).toEqual([
      'request',
      'approve',
      'receive',
      'inspect',
      'inspect',
      'complete',
    ])

    const file = await fetch(`${server.url}/api/credit-notes/${done.creditNote?.id}/document.pdf`, {
      headers: { cookie: admin.cookie },
    })
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    // A piece of a PDF's text may end after a dash.
    const text = pdfText(new Uint8Array(await file.arrayBuffer())).replaceAll('-\n', '-')
    for (const words of [done.creditNote?.number, order.number, found.number, '100.00', product.sku, 'Lot EARLY'])
      expect(text).toContain(words)

    // 5 were left; 1 and 2 are sellable again, 3 are quarantined.
    expect(await onHand(product.id)).toBe(11)
    const { data: lots } = await admin.do(lotsApi.listLots, { query: { product: product.id } })
    const stockByLot = Object.fromEntries(lots.map((one) => [one.lotNumber, [one.status, one.onHand, one.expiryDate]]))
    expect(stockByLot).toEqual({
      EARLY: ['AVAILABLE', 1, '2031-01-01'],
      LATE: ['AVAILABLE', 7, '2032-01-01'],
      [`EARLY / ${found.number}`]: ['QUARANTINED', 3, '2031-01-01'],
    })
    // Quarantined goods can't be sold until they are released.
    const short = await addOrder(admin, account.id, [[product.id, 9]])
    expect((await admin.call(salesApi.confirm, { params: { id: short.id }, body: {} })).status).toBe(409)
    const held = lots.find((one) => one.status === 'QUARANTINED')
    const ofHeld = { params: { id: held?.id ?? '' } }
    const { version } = await admin.do(lotsApi.getLot, ofHeld)
    await admin.do(lotsApi.release, { ...ofHeld, body: { reason: 'Boxes unopened' } }, { version })
    await admin.do(salesApi.confirm, { params: { id: short.id }, body: {} })

    const partly = { status: 'DELIVERED', paymentStatus: 'Partially Paid', badges: ['partlyReturned'] }
    expect(await orderOf(order.id)).toMatchObject(partly)
    expect(await invoiceOf(order.id)).toMatchObject({
      total: '150.00',
      paid: '0.00',
      creditUsed: '100.00',
      due: '50.00',
    })
    expect(await creditOf(account.id)).toBe('0.00')

    // A return can be requested for the missing piece and for the rest.
    const rest = await returnable(order.id)
    expect(rest.lines.map((one) => one.returnable)).toEqual([2, 3])
    const second = await admin.do(returnsApi.createReturn, {
      body: {
        orderId: order.id,
        lines: rest.lines.map(({ orderLineId, lot: { id }, returnable: quantity }) => ({
          orderLineId,
          lotId: id,
          quantity,
          reason: 'quality' as const,
        })),
      },
    })
    const { id: secondId } = second
    await admin.do(returnsApi.approveReturn, { params: { id: secondId }, body: {} })
    await admin.do(returnsApi.receiveReturn, {
      params: { id: secondId },
      body: {
        locationId: place.warehouse.id,
        lines: second.lines.map(({ id, quantity }) => ({ lineId: id, received: quantity })),
      },
    })
    await admin.do(returnsApi.inspectReturn, {
      params: { id: secondId },
      body: { lines: second.lines.map(({ id, quantity }) => ({ lineId: id, dispositions: all(quantity, 'scrap') })) },
    })
    await admin.do(returnsApi.completeReturn, { params: { id: secondId }, body: {} })
    expect(await orderOf(order.id)).toMatchObject({ status: 'RETURNED', paymentStatus: 'Paid in Full', badges: [] })
    expect((await returnable(order.id)).lines).toEqual([])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[RTN-01] paid amounts become customer credit, with tax, and with services and fees if requested', async () => {
    const { product, account } = await returnScene(1)
    const order = await admin.do(salesApi.createOrder, {
      body: {
        accountId: account.id,
        lines: [{ productId: product.id, quantity: 3 }],
        charges: [{ name: 'Freight', quantity: 1, unitPrice: '5.00' }],
      },
    })
    const at = { params: { id: order.id }, body: {} }
    await admin.do(salesApi.confirm, at)
    const { id, due } = await invoiceOf(order.id)
    await admin.do(invoicingApi.recordPayment, {
      params: { id },
      body: { amount: due, method: 'cash', receivedDate: '2026-01-05' },
    })
    await admin.do(salesApi.ready, at)
    await admin.do(salesApi.assign, { ...at, body: { method: 'pick_up' } })
    await admin.do(salesApi.handOver, at)
    await admin.do(salesApi.deliver, { ...at, body: { receivedBy: 'Ward', reason: 'Slip' } })
    const giveBack = async (quantity: number, creditCharges: boolean) => {
      const [line] = (await returnable(order.id)).lines
      const found = await admin.do(returnsApi.createReturn, {
        body: { orderId: order.id, lines: [{ orderLineId: line?.orderLineId ?? '', quantity, reason: 'expired' }] },
      })
      const params = { id: found.id }
      await admin.do(returnsApi.approveReturn, { params, body: {} })
      const lines = found.lines.map((one) => ({ lineId: one.id, received: quantity }))
      await admin.do(returnsApi.receiveReturn, { params, body: { locationId: place.warehouse.id, lines } })
      const parts = found.lines.map((one) => ({ lineId: one.id, dispositions: all(quantity) }))
      await admin.do(returnsApi.inspectReturn, { params, body: { lines: parts } })
      return admin.do(returnsApi.completeReturn, { params, body: { creditCharges } })
    }
    expect(await giveBack(1, false)).toMatchObject({ creditNote: { total: '3.33' }, charges: '5.00', credit: '3.33' })
    expect(await creditOf(account.id)).toBe('3.33')
    expect(await giveBack(2, true)).toMatchObject({
      creditNote: { total: '11.66' },
      charges: '0.00',
      credit: '11.66',
      creditedCharges: '5.00',
    })
    expect(await creditOf(account.id)).toBe(due)
    expect(await orderOf(order.id)).toMatchObject({ status: 'RETURNED', paymentStatus: 'Paid in Full' })
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[RTN-01, SO-01] a failed delivery can only be returned completely, and its order becomes returned', async () => {
    const product = await addProduct(admin, place, { quantity: 20, price: '2.00' })
    const account = await addAccount(admin)
    const order = await addOrder(admin, account.id, [[product.id, 6]])
    const at = { params: { id: order.id }, body: {} }
    await admin.do(salesApi.confirm, at)
    await admin.do(salesApi.ready, at)
    await admin.do(salesApi.assign, { ...at, body: { method: 'carrier', carrier: 'Blue Van' } })
    await admin.do(salesApi.handOver, at)
    await admin.do(salesApi.failDelivery, { ...at, body: { failureReason: 'REFUSED' } })
    const { lines, isWhole } = await returnable(order.id)
    expect(isWhole).toBe(true)
    const requestReturn = (quantity: number) =>
      admin.call(returnsApi.createReturn, {
        body: { orderId: order.id, lines: [{ orderLineId: lines[0]?.orderLineId ?? '', quantity, reason: 'refused' }] },
      })
    expect((await requestReturn(5)).status).toBe(422)
    const whole = await requestReturn(6)
    expect(whole.status).toBe(201)
    const found = await admin.do(returnsApi.getReturn, { params: { id: (whole.body as unknown as { id: string }).id } })
    await completeReturn(admin, found, all(6), place.warehouse.id)
    expect(await orderOf(order.id)).toMatchObject({ status: 'RETURNED', paymentStatus: 'Paid in Full' })
    expect(await onHand(product.id)).toBe(20)
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[RTN-01, SO-01, SO-04] a failed delivery with a return can be neither rescheduled nor deleted', async () => {
    const product = await addProduct(admin, place, { quantity: 20 })
    const { id } = await addOrder(admin, (await addAccount(admin)).id, [[product.id, 10]])
    const at = { params: { id }, body: {} }
    await admin.do(salesApi.confirm, at)
    await admin.do(salesApi.ready, at)
    await admin.do(salesApi.assign, { ...at, body: { method: 'carrier', carrier: 'Blue Van' } })
    await admin.do(salesApi.handOver, at)
    await admin.do(salesApi.failDelivery, { ...at, body: { failureReason: 'CLOSED' } })
    const requestAll = async () =>
      admin.do(returnsApi.createReturn, {
        body: {
          orderId: id,
          lines: (await returnable(id)).lines.map((line) => ({
            orderLineId: line.orderLineId,
            quantity: line.returnable,
            reason: 'refused' as const,
          })),
        },
      })
    /** Why it can't be rescheduled: its own page, its shipment's page and the calls give the same reason. */
    const closedBy = async () => {
      const { transitions, shipments, returns } = await orderOf(id)
      const shipment = { params: { id: shipments[0]?.id ?? '' } }
      const ofShipment = (await admin.do(shipmentsApi.getShipment, shipment)).transitions
      const reason = transitions.find(({ move }) => move === 'replan')?.reason
      expect(ofShipment.find(({ action }) => action === 'replan')?.reason).toBe(reason)
      if (reason === null) return { reason, returns }
      const refused = [
        await admin.call(salesApi.replan, at),
        await admin.call(shipmentsApi.replanShipment, { ...shipment, body: {} }),
        await admin.call(salesApi.deleteOrder, { params: { id } }),
      ]
      for (const { status, body } of refused) expect([status, body.error]).toEqual([409, reason])
      return { reason, returns }
    }
    expect(await closedBy()).toEqual({ reason: null, returns: [] })
    const mistaken = await requestAll()
    expect((await closedBy()).reason).toContain(mistaken.number)
    await admin.do(returnsApi.cancelReturn, { params: { id: mistaken.id }, body: { reason: 'They want it after all' } })
    expect(await closedBy()).toEqual({ reason: null, returns: [] })

    const first = await requestAll()
    const params = { id: first.id }
    const lineId = first.lines[0]?.id ?? ''
    await admin.do(returnsApi.approveReturn, { params, body: {} })
    const lines = [{ lineId, received: 6 }]
    await admin.do(returnsApi.receiveReturn, { params, body: { locationId: place.warehouse.id, lines } })
    await admin.do(returnsApi.inspectReturn, { params, body: { lines: [{ lineId, dispositions: all(6) }] } })
    expect((await closedBy()).reason).toContain(first.number)
    await admin.do(returnsApi.completeReturn, { params, body: {} })
    expect((await closedBy()).reason).toContain(first.number)
    await completeReturn(admin, await requestAll(), all(4), place.warehouse.id)
    expect((await orderOf(id)).status).toBe('RETURNED')
    expect(await onHand(product.id)).toBe(20)
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[RTN-01, SO-01] (B19) goods packed before the order was cancelled or deleted do not count as delivered', async () => {
    const account = await addAccount(admin)
    const undo = {
      cancelled: async (id: string) => {
        await admin.do(salesApi.cancel, { params: { id }, body: { reason: 'Changed their mind' } })
        await admin.do(salesApi.reopen, { params: { id }, body: {} })
      },
      deleted: async (id: string) => {
        await admin.do(salesApi.deleteOrder, { params: { id } })
        await admin.do(deletedApi.restore, { params: { kind: 'salesOrder', id }, body: {} })
        if ((await orderOf(id)).status === 'CANCELLED') await admin.do(salesApi.reopen, { params: { id }, body: {} })
      },
    }
    for (const end of ['delivered', 'failed'] as const)
      for (const [how, goBack] of Object.entries(undo)) {
        const product = await addProduct(admin, place, { quantity: 100 })
        const { id } = await addOrder(admin, account.id, [[product.id, 10]])
        const at = { params: { id }, body: {} }
        await admin.do(salesApi.confirm, at)
        await admin.do(salesApi.ready, at)
        await goBack(id)
        await admin.do(salesApi.confirm, at)
        await admin.do(salesApi.ready, at)
        await admin.do(salesApi.assign, { ...at, body: { method: 'carrier', carrier: 'Blue Van' } })
        await admin.do(salesApi.handOver, at)
        if (end === 'delivered')
          await admin.do(salesApi.deliver, { ...at, body: { receivedBy: 'Ward', reason: 'Slip' } })
        else await admin.do(salesApi.failDelivery, { ...at, body: { failureReason: 'CLOSED' } })
        const [line] = (await returnable(id)).lines
        expect([end, how, line?.delivered, line?.returnable]).toEqual([end, how, 10, 10])
        const requestReturn = (quantity: number) =>
          admin.call(returnsApi.createReturn, {
            body: { orderId: id, lines: [{ orderLineId: line?.orderLineId ?? '', quantity, reason: 'refused' }] },
          })
        expect((await requestReturn(11)).status).toBe(422)
        const made = await requestReturn(10)
        expect(made.status).toBe(201)
        const found = await admin.do(returnsApi.getReturn, {
          params: { id: (made.body as unknown as { id: string }).id },
        })
        await completeReturn(admin, found, all(10), place.warehouse.id)
        expect(await orderOf(id)).toMatchObject({ status: 'RETURNED' })
        expect(await onHand(product.id)).toBe(100)
      }
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[RTN-01, LOT-01] goods sold without a lot are returned into quarantine once their product is lot-tracked', async () => {
    const { product, order, body } = await returnScene(5, 10, { quantity: 10 })
    const form = productBody(place, { name: product.name, price: '3.33', lotControlled: true })
    const { version } = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
    await admin.do(inventoryApi.updateProduct, { params: { id: product.id }, body: form }, { version })
    const found = await admin.do(returnsApi.createReturn, { body })
    const part = (disposition: Disposition, quantity: number) => ({ disposition, quantity })
    const parts = [part('restock', 1), part('quarantine', 2), part('scrap', 2)]
    const done = await completeReturn(admin, found, parts, place.warehouse.id)
    expect(done.lines[0]?.dispositions).toEqual([
      { disposition: 'quarantine', quantity: 3 },
      { disposition: 'scrap', quantity: 2 },
    ])
    const { stock } = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
    expect(stock.map((one) => [one.lotNumber, one.onHand])).toEqual([[found.number, 3]])
    const again = await addOrder(admin, order.account.id, [[product.id, 1]])
    expect((await admin.call(salesApi.confirm, { params: { id: again.id }, body: {} })).status).toBe(409)
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[RTN-01] (V11) a recall includes returned goods in their quarantine lot', async () => {
    const product = await addProduct(admin, place, { lotControlled: true, quantity: 0 })
    const body = { quantity: 8, reason: 'purchase_order', lotNumber: 'RECALL-ME', expiryDate: '2031-01-01' } as const
    await admin.do(inventoryApi.addStock, { params: { id: product.id }, body })
    const order = await deliveredOrder(admin, (await addAccount(admin)).id, [[product.id, 8]])
    const [line] = (await returnable(order.id)).lines
    const found = await admin.do(returnsApi.createReturn, {
      body: { orderId: order.id, lines: [{ orderLineId: line?.orderLineId ?? '', quantity: 3, reason: 'quality' }] },
    })
    await completeReturn(admin, found, all(3, 'quarantine'), place.warehouse.id)
    const recall = await admin.do(recallsApi.startRecall, {
      body: { lotIds: [line?.lot.id ?? ''], reason: 'Seal leaks', instruction: 'Send it back' },
    })
    const { data: lots } = await admin.do(lotsApi.listLots, { query: { product: product.id } })
    expect(lots.map((one) => [one.lotNumber, one.status, one.onHand])).toEqual([
      [`RECALL-ME / ${found.number}`, 'RECALLED', 3],
    ])
    // Of the eight that were delivered, three are back already.
    const back = (quantity: number) =>
      admin.call(recallsApi.comeBack, {
        params: { id: recall.recall.id },
        body: { accountId: order.account.id, lotId: line?.lot.id ?? '', locationId: place.warehouse.id, quantity },
      })
    expect((await back(6)).status).toBe(422)
    expect((await back(4)).status).toBe(200)
    expect((await returnable(order.id)).lines.map((one) => one.returnable)).toEqual([1])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })
})

describe('refusals', () => {
  test('[RTN-01] (B19) refuses more than was delivered, duplicate, foreign or invalid lines, and orders that were not delivered', async () => {
    const { order, body, orderLineId, account, product, requestReturn } = await returnScene(4)
    const call = (lines: unknown, orderId = order.id) =>
      admin.send('POST', '/api/returns', { orderId, lines }, { 'idempotency-key': randomUUID() })
    const one = { orderLineId, quantity: 1, reason: 'other' }
    const refused: [unknown, string][] = [
      [[{ ...one, quantity: 11 }], 'lines.0.quantity'],
      [[one, one], 'lines.1.orderLineId'],
      [[{ ...one, orderLineId: randomUUID() }], 'lines.0.orderLineId'],
      [[{ ...one, lotId: randomUUID() }], 'lines.0.lotId'],
      [[{ ...one, quantity: 0 }], 'lines.0.quantity'],
      [[{ ...one, reason: 'mood' }], 'lines.0.reason'],
      [[], 'lines'],
    ]
    for (const [lines, field] of refused) {
      const answer = await call(lines)
      expect([answer.status, Object.keys((answer.body as { fields?: object }).fields ?? {})]).toEqual([422, [field]])
    }
    const pending = await addOrder(admin, account.id, [[product.id, 1]])
    expect((await call([one], pending.id)).status).toBe(409)
    expect((await call([one], randomUUID())).status).toBe(422)
    expect((await requestReturn()).status).toBe(201)
    expect((await call([{ ...one, quantity: 7 }])).status).toBe(422)
    // After the rejection, a return can be requested again.
    const { data } = await admin.do(returnsApi.listReturns, { query: { order: order.id } })
    const params = { id: data[0]?.id ?? '' }
    await admin.do(returnsApi.rejectReturn, { params, body: { reason: 'Opened' } })
    expect(
      (await admin.call(returnsApi.createReturn, { body: { ...body, lines: [{ ...body.lines[0]!, quantity: 10 }] } }))
        .status,
    ).toBe(201)
  })

  test('[RTN-01] refuses invalid transitions, outdated versions, and dispositions that do not add up to the received quantity', async () => {
    const { requestReturn } = await returnScene(4)
    const found = (await requestReturn()).body as unknown as { id: string; version: number; lines: { id: string }[] }
    const params = { id: found.id }
    const lineId = found.lines[0]?.id ?? ''
    const receive = (received: number, more = {}) =>
      admin.call(returnsApi.receiveReturn, {
        params,
        body: { locationId: place.warehouse.id, lines: [{ lineId, received }], ...more },
      })
    const inspect = (...dispositions: [Disposition, number][]) =>
      admin.call(returnsApi.inspectReturn, {
        params,
        body: {
          lines: [{ lineId, dispositions: dispositions.map(([disposition, quantity]) => ({ disposition, quantity })) }],
        },
      })
    const complete = (options?: { version?: number; key?: string }) =>
      admin.call(returnsApi.completeReturn, { params, body: {} }, options)
    for (const early of [await receive(4), await inspect(['restock', 4]), await complete()]) {
      expect([early.status, (early.body as { code?: string }).code]).toEqual([409, 'INVALID_TRANSITION'])
    }
    const empty = await inspect()
    expect(empty.body.fields).toEqual({ 'lines.0.dispositions': 'Enter a disposition for each unit' })
    const old = await admin.call(returnsApi.approveReturn, { params, body: {} }, { version: found.version + 7 })
    expect(old.status).toBe(412)
    await admin.do(returnsApi.approveReturn, { params, body: {} }, { version: found.version })
    const bad = [
      await receive(5),
      await receive(0),
      await receive(4, { locationId: randomUUID() }),
      await receive(4, { receivedDate: '2999-01-01' }),
      await receive(4, { lines: [{ lineId: randomUUID(), received: 1 }] }),
    ]
    expect(bad.map((one) => one.status)).toEqual([422, 422, 422, 422, 422])
    expect((await receive(3)).status).toBe(200)
    expect((await admin.call(returnsApi.cancelReturn, { params, body: { reason: 'Late' } })).status).toBe(409)
    expect((await inspect(['restock', 4])).status).toBe(422)
    expect((await inspect(['restock', 1], ['restock', 2])).status).toBe(422)
    expect((await inspect(['restock', 1], ['scrap', 2])).status).toBe(200)
    expect((await complete()).status).toBe(200)
    expect((await complete()).status).toBe(409)
    expect((await admin.call(returnsApi.getReturn, { params: { id: randomUUID() } })).status).toBe(404)
  })
})

describe('concurrent requests', () => {
  test('(B19) of ten requests for everything one succeeds; ten completions with one and with several keys have one effect', async () => {
    const { product, requestReturn, account } = await returnScene(10)
    const requests = await Promise.all(Array.from({ length: 10 }, requestReturn))
    expect(requests.map((one) => one.status).toSorted()).toEqual([201, ...Array(9).fill(422)])
    const found = requests.find((one) => one.status === 201)?.body as unknown as { id: string; lines: { id: string }[] }
    const params = { id: found.id }
    await admin.do(returnsApi.approveReturn, { params, body: {} })
    const lines = found.lines.map(({ id }) => ({ lineId: id, received: 10 }))
    await admin.do(returnsApi.receiveReturn, { params, body: { locationId: place.warehouse.id, lines } })
    const parts = found.lines.map(({ id }) => ({ lineId: id, dispositions: all(10) }))
    await admin.do(returnsApi.inspectReturn, { params, body: { lines: parts } })
    const key = randomUUID()
    const done = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        admin.call(returnsApi.completeReturn, { params, body: {} }, at < 5 ? { key } : { key: randomUUID() }),
      ),
    )
    // Requests with the same key get the same response, whichever key was first.
    const good = done.filter((one) => one.status === 200).length
    expect([1, 5]).toContain(good)
    expect(done.filter((one) => one.status !== 200).every((one) => one.status === 409)).toBe(true)
    expect(await onHand(product.id)).toBe(100)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from credit_notes
      where account_id = ${account.id}`.execute(server.database.db)
    expect(rows).toEqual([{ n: 1 }])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[RTN-01, LOT-06] (B19) two returns, or a return and a recall, never take the same pieces', async () => {
    const account = await addAccount(admin)
    const rounds = Array.from({ length: 12 }, (_, at) => at)
    const taken: number[] = []
    for (const round of rounds) {
      const { product, lot } = await addLots(admin, place, [['A', 100, 20]])
      const lotId = lot('A')
      const orders = [
        await deliveredOrder(admin, account.id, [[product.id, 10]]),
        await deliveredOrder(admin, account.id, [[product.id, 10]]),
      ]
      const { recall } = await admin.do(recallsApi.startRecall, {
        body: { lotIds: [lotId], reason: 'Seal leaks', instruction: 'Send it back' },
      })
      const comeBack = () =>
        admin.call(recallsApi.comeBack, {
          params: { id: recall.id },
          body: { accountId: account.id, lotId, locationId: place.warehouse.id, quantity: 10 },
        })
      const requests = await Promise.all(
        orders.map(async ({ id }) => ({
          orderId: id,
          lines: [
            {
              orderLineId: (await returnable(id)).lines[0]?.orderLineId ?? '',
              quantity: 10,
              reason: 'recalled' as const,
            },
          ],
        })),
      )
      const [first, second] = requests.map((body) => () => admin.call(returnsApi.createReturn, { body }))
      // Of the twenty, ten are back already; two requests for the rest arrive at the same moment.
      expect((await comeBack()).status).toBe(200)
      const both = await Promise.all([first!(), round % 2 === 0 ? comeBack() : second!()])
      taken.push(both.filter(({ status }) => status < 300).length)
    }
    expect(taken).toEqual(rounds.map(() => 1))
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[RTN-01] filters and counts returns by status, customer, order and search text', async () => {
    const { requestReturn, account, order } = await returnScene(2)
    await requestReturn()
    const listed = async (query: object) =>
      (await admin.do(returnsApi.listReturns, { query })).data.map((one) => one.order.number)
    expect(await listed({ account: account.id })).toEqual([order.number])
    expect(await listed({ account: account.id, status: 'Completed' })).toEqual([])
    expect(await listed({ order: order.id, q: order.number })).toEqual([order.number])
    expect(await listed({ q: account.name, sort: 'number' })).toContain(order.number)
    const { data: counts } = await admin.do(returnsApi.countReturns, {})
    expect(counts.find((one) => one.status === 'Requested')?.count).toBeGreaterThan(0)
    const { data: orders } = await admin.do(returnsApi.listReturnOrders, { query: { q: order.number } })
    expect(orders).toMatchObject([{ id: order.id, number: order.number, failed: false }])
  })
})
