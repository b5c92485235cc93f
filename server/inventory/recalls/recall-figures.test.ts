import { beforeAll, describe, expect, test } from 'vitest'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { whyRecallNotClosed } from '#shared/inventory/recalls/recall-guards.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import type { Recall } from '#shared/inventory/recalls/recall.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { addAccount, addPlace, completeReturn, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { addLots, advance, confirmed } from '#test/lots.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
})

const none = { stock: 0, order: 0, moving: 0, parcel: 0, underway: 0, returning: 0, customer: 0 }
const words = { reason: 'Particles found', instruction: 'Do not use it.' }
const startRecall = async (lot: string) =>
  (await admin.do(recallsApi.startRecall, { body: { ...words, lotIds: [lot] } })).recall
const read = (id: string) => admin.do(recallsApi.getRecall, { params: { id } })
/** Every piece is counted in exactly one place. */
function expectWhole(recall: Recall) {
  for (const { found, elsewhere, received, lotNumber } of recall.lots) {
    const { order: _reserved, ...places } = found
    const sum = Object.values(places).reduce((pieces, one) => pieces + one, elsewhere)
    expect([lotNumber, sum]).toEqual([lotNumber, received])
  }
}

let count = 0
async function lotOf40() {
  count += 1
  const name = `LIFE${count}`
  const { product, lot } = await addLots(admin, place, [[name, 200, 40]])
  const ward = await addAccount(admin, { email: 'ward@example.com' })
  const take = async (quantity: number, to: Parameters<typeof advance>[2]) => {
    const order = await confirmed(admin, ward.id, [[product.id, quantity]])
    await advance(admin, order.id, to)
    return order
  }
  return { product, lot: lot(name), ward, take }
}

async function requestReturn(orderId: string, lotId: string, quantity: number) {
  const { lines } = await admin.do(returnsApi.listReturnable, { params: { id: orderId } })
  const orderLineId = lines[0]?.orderLineId ?? ''
  const body = { orderId, lines: [{ orderLineId, lotId, quantity, reason: 'not_needed' as const }] }
  return admin.do(returnsApi.createReturn, { body })
}
const dispose = (disposition: 'restock' | 'quarantine' | 'scrap', quantity: number) => [{ disposition, quantity }]

describe('the figures of a recall', () => {
  test('[LOT-06, RTN-01] (B20) units returned before the recall are not with the customer, and the notice does not request them', async () => {
    const { lot, ward, take } = await lotOf40()
    const order = await take(10, 'DELIVERED')
    await completeReturn(admin, await requestReturn(order.id, lot, 4), dispose('restock', 4), place.warehouse.id)
    const recall = await startRecall(lot)
    expect(recall.totals).toEqual({ ...none, stock: 34, customer: 6 })
    expect(recall.lots[0]).toMatchObject({ received: 40, cameBack: 4, elsewhere: 0 })
    expect(recall.customers[0]?.goods[0]).toMatchObject({ quantity: 10, cameBack: 4, outstanding: 6 })
    const notice = await admin.do(recallsApi.getNotice, { params: { id: recall.id, accountId: ward.id } })
    expect(notice.lines.join('\n')).toContain(': 6 pieces, order SO-')
    const { data } = await admin.do(lotsApi.listMovements, { params: { id: lot }, query: { limit: 50 } })
    expect(data[0]).toMatchObject({ effect: 'COME_BACK', document: { type: 'return' } })
    expectWhole(recall)
  })

  test('[LOT-06] (B20) customers who returned everything before the recall started need not be notified', async () => {
    const { lot, take } = await lotOf40()
    const order = await take(10, 'DELIVERED')
    await completeReturn(admin, await requestReturn(order.id, lot, 10), dispose('scrap', 10), place.warehouse.id)
    const recall = await startRecall(lot)
    expect([recall.customers, recall.openPoints]).toEqual([[], []])
    expect(recall.totals).toEqual({ ...none, stock: 30 })
    expectWhole(recall)
  })

  test('[LOT-06] (B20) a customer who receives goods after the recall started must be notified before it can be closed', async () => {
    const { lot, ward, take } = await lotOf40()
    const order = await take(5, 'SHIPPED')
    const recall = await startRecall(lot)
    expect(recall.totals).toEqual({ ...none, stock: 35, underway: 5 })
    const body = { receivedBy: 'Ward 3', reason: 'They had it', alreadyReceived: true }
    await admin.do(salesApi.deliver, { params: { id: order.id }, body })
    const after = await read(recall.id)
    expect(after.totals).toEqual({ ...none, stock: 35, customer: 5 })
    expect(after.openPoints).toEqual(['Notify 1 customer.'])
    const close = () => admin.call(recallsApi.close, { params: { id: recall.id }, body: { summary: 'Done' } })
    const refused = await close()
    expect([refused.status, refused.body.error]).toEqual([409, whyRecallNotClosed(after)])
    const notified = await admin.do(recallsApi.tell, {
      params: { id: recall.id, accountId: ward.id },
      body: { how: 'phone' },
    })
    expect([notified.openPoints, notified.customers[0]?.told?.how]).toEqual([[], 'phone'])
    const list = await admin.do(recallsApi.listRecalls, { query: { q: recall.number } })
    expect([list.data[0]?.customers, list.data[0]?.told]).toEqual([1, 1])
    expect((await close()).status).toBe(200)
  })

  test('[LOT-06, RTN-01] (B20) counts returns at each step, blocks them in their lot; a pending return is an open point', async () => {
    const { product, lot, ward, take } = await lotOf40()
    const order = await take(10, 'DELIVERED')
    const recall = await startRecall(lot)
    await admin.do(recallsApi.tell, { params: { id: recall.id, accountId: ward.id }, body: { how: 'phone' } })
    const requested = await requestReturn(order.id, lot, 4)
    const params = { id: requested.id }
    const over = await admin.call(recallsApi.comeBack, {
      params: { id: recall.id },
      body: { accountId: ward.id, lotId: lot, locationId: place.warehouse.id, quantity: 7 },
    })
    expect(over.body.fields).toEqual({ quantity: 'must be at most 6: they have no more units' })
    await admin.do(returnsApi.approveReturn, { params, body: {} })
    const [line] = requested.lines
    const received = {
      locationId: place.warehouse.id,
      lines: [{ lineId: line?.id ?? '', received: 4 }],
    }
    await admin.do(returnsApi.receiveReturn, { params, body: received })
    const waiting = await read(recall.id)
    expect(waiting.totals).toEqual({ ...none, stock: 30, returning: 4, customer: 6 })
    expect(waiting.openPoints).toEqual(['4 pieces are returned: inspect and complete the returns.'])
    expectWhole(waiting)
    const inspected = [{ lineId: line?.id ?? '', dispositions: dispose('quarantine', 4) }]
    await admin.do(returnsApi.inspectReturn, { params, body: { lines: inspected } })
    await admin.do(returnsApi.completeReturn, { params, body: {} })
    const after = await read(recall.id)
    expect(after.totals).toEqual({ ...none, stock: 34, customer: 6 })
    expect(after.customers[0]?.goods[0]).toMatchObject({ quantity: 10, cameBack: 4, outstanding: 6 })
    // No other lot was created that could be released.
    const shown = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
    expect(shown.stock.map((one) => [one.onHand, one.lotStatus])).toEqual([[34, 'RECALLED']])
    expectWhole(after)
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[LOT-06] (B20) a withdrawn recall keeps the figures of its end, whatever is sold afterwards', async () => {
    const { lot, take } = await lotOf40()
    await take(10, 'DELIVERED')
    await take(3, 'SHIPPED')
    await take(2, 'READY_FOR_SHIPPING')
    const recall = await startRecall(lot)
    const ended = await admin.do(recallsApi.withdraw, { params: { id: recall.id }, body: { summary: 'Wrong lot' } })
    await admin.do(lotsApi.release, { params: { id: lot }, body: { reason: 'Fine' } })
    await take(7, 'DELIVERED')
    const later = await read(recall.id)
    expect([later.totals, later.totals]).toEqual([
      ended.totals,
      { ...none, stock: 25, parcel: 2, underway: 3, customer: 10 },
    ])
    expectWhole(later)
  })
})
