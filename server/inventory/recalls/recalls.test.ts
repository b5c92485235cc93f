import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { deliveryApi } from '#shared/delivery/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { addLots, advance, confirmed, inDays, lotsHeld, receive } from '#test/lots.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer({ max: 16 })
  admin = patient(await server.as('admin'))
  place = await addPlace(admin)
})

const words = { reason: 'Particles found', instruction: 'Do not use it. Keep it apart until we fetch it.' }
const start = (body: object) => admin.call(recallsApi.startRecall, { body: { ...words, ...body } })
const none = { stock: 0, order: 0, moving: 0, parcel: 0, underway: 0, returning: 0, customer: 0 }
const tables = [
  'lots',
  'lot_changes',
  'stock_balance',
  'stock_entry',
  'commitment',
  'recalls',
  'recall_lots',
  'recall_customers',
  'sales_orders',
  'sales_order_moves',
  'invoices',
  'audit_log',
  'mail_outbox',
  'counters',
  'idempotency',
]

/** A digest per table of all rows that a recall writes. */
async function everything(): Promise<string[]> {
  const answers: string[] = []
  for (const table of tables) {
    const { rows } = await sql<{
      all: string
    }>`select ${table} || count(*) || md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as all
      from ${sql.table(table)} t`.execute(server.database.db)
    answers.push(rows[0]?.all ?? '')
  }
  return answers
}

/** One lot with pieces delivered, under way, packed, committed and on hand. */
async function scene() {
  const { product, lot } = await addLots(admin, place, [
    ['RC1', 100, 100],
    ['RC2', 200, 30],
  ])
  const ward = await addAccount(admin, { email: 'ward@example.com', phone: '+225 1' })
  const clinic = await addAccount(admin, { phone: '+225 2' })
  const take = async (accountId: string, quantity: number, to?: Parameters<typeof advance>[2]) => {
    const order = await confirmed(admin, accountId, [[product.id, quantity]])
    if (to) await advance(admin, order.id, to)
    return order
  }
  const delivered = await take(ward.id, 20, 'DELIVERED')
  const underway = await take(clinic.id, 10, 'SHIPPED')
  const parcel = await take(clinic.id, 5, 'READY_FOR_SHIPPING')
  const reserved = await take(ward.id, 25)
  const waiting = await take(ward.id, 15)
  await admin.do(inventoryApi.reduceStock, {
    params: { id: product.id },
    body: { quantity: 4, reason: 'damaged_quantity', lotId: lot('RC1') },
  })
  return { product, lot: lot('RC1'), ward, clinic, delivered, underway, parcel, reserved, waiting }
}

/** Does everything that must be done before a recall is closed. */
async function settle(recallId: string, parcelId: string, underwayId: string) {
  const reason = { reason: 'Recalled' }
  await admin.do(salesApi.reverse, { params: { id: parcelId }, body: reason })
  const params = { id: underwayId }
  await admin.do(salesApi.failDelivery, { params, body: { failureReason: 'OTHER', note: 'Called back' } })
  await admin.do(salesApi.replan, { params, body: {} })
  await admin.do(salesApi.reverse, { params, body: reason })
  const { customers } = await admin.do(recallsApi.getRecall, { params: { id: recallId } })
  for (const { id } of customers)
    await admin.do(recallsApi.tell, { params: { id: recallId, accountId: id }, body: { how: 'phone' } })
}

describe('a recall', () => {
  test('[LOT-06] (B20, T12) finds every unit, blocks the lot in one transaction, and lists the customers to notify', async () => {
    const { product, lot, ward, clinic, delivered, underway, parcel, reserved, waiting } = await scene()
    const answer = await start({ lotIds: [lot] })
    expect(answer.status).toBe(201)
    const { recall, effect } = answer.body
    expect(recall.number).toMatch(/^RC-\d{4}-\d{6}$/)
    expect(recall.totals).toEqual({ ...none, stock: 61, parcel: 5, underway: 10, customer: 20 })
    expect(
      recall.lots.map(({ received, found, elsewhere, status }) => [received, found.stock, elsewhere, status]),
    ).toEqual([[100, 61, 4, 'RECALLED']])
    expect(recall.stock).toEqual([
      { lotId: lot, location: { id: place.warehouse.id, name: place.warehouse.name }, quantity: 61 },
    ])
    expect(recall.orders.map((one) => [one.number, one.place, one.quantity, one.customer?.name])).toEqual([
      [parcel.number, 'parcel', 5, clinic.name],
      [underway.number, 'underway', 10, clinic.name],
      [delivered.number, 'customer', 20, ward.name],
    ])
    expect(
      recall.customers.map(({ name, email, phone, goods, told }) => [name, email, phone, goods[0]?.quantity, told]),
    ).toEqual(
      [
        [ward.name, 'ward@example.com', '+225 1', 20, null],
        [clinic.name, null, '+225 2', 10, null],
      ].toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
    )
    expect(effect.moved.map((one) => one.number)).toEqual([reserved.number])
    expect(effect.waiting.map((one) => [one.number, one.quantity])).toEqual([[waiting.number, 10]])
    expect(effect.stopped.map((one) => [one.number, one.quantity])).toEqual([
      [underway.number, 10],
      [parcel.number, 5],
    ])
    expect(recall.effect).toEqual(effect)
    expect(await lotsHeld(admin, reserved.id)).toEqual([['RC2', 25]])
    // A packed shipment is listed and stopped, not changed. The lot's stock is no longer committed to new orders.
    expect((await admin.do(salesApi.getOrder, { params: { id: parcel.id } })).status).toBe('READY_FOR_SHIPPING')
    const more = await admin.do(salesApi.createOrder, {
      body: { accountId: ward.id, lines: [{ productId: product.id, quantity: 1 }] },
    })
    expect((await admin.call(salesApi.confirm, { params: { id: more.id }, body: {} })).body.code).toBe(
      'INSUFFICIENT_STOCK',
    )
    expect((await admin.call(lotsApi.release, { params: { id: lot }, body: { reason: 'x' } })).status).toBe(409)
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[LOT-06, TRF-01] (B20) finds goods in transit, which arrive blocked; pending transfers of the lot cannot be dispatched', async () => {
    const { product, lot } = await addLots(admin, place, [
      ['MV1', 100, 100],
      ['MV2', 200, 50],
    ])
    const depot = await admin.do(inventoryApi.createLocation, { body: { name: 'Depot MV', type: 'Warehouse' } })
    const send = async (quantity: number, dispatched: boolean) => {
      const body = { sourceId: place.warehouse.id, destinationId: depot.id, lines: [{ itemId: product.id, quantity }] }
      const transfer = await admin.do(transfersApi.createTransfer, { body })
      if (dispatched) await admin.do(transfersApi.dispatchTransfer, { params: { id: transfer.id }, body: {} })
      return transfer
    }
    const arrived = await send(10, true)
    await admin.do(transfersApi.completeTransfer, { params: { id: arrived.id }, body: { differences: [] } })
    const moving = await send(30, true)
    const waiting = await send(5, false)
    const { recall } = (await start({ lotIds: [lot('MV1')] })).body
    expect(recall.totals).toEqual({ ...none, stock: 70, moving: 30 })
    expect(recall.lots[0]).toMatchObject({ received: 100, found: { stock: 70, moving: 30 }, elsewhere: 0 })
    expect(recall.stock.map((one) => [one.location.id, one.quantity]).toSorted()).toEqual(
      [
        [place.warehouse.id, 60],
        [depot.id, 10],
      ].toSorted(),
    )
    expect(recall.moving).toEqual([
      {
        lotId: lot('MV1'),
        transfer: { id: moving.id, number: moving.number },
        from: { id: place.warehouse.id, name: place.warehouse.name },
        to: { id: depot.id, name: depot.name },
        quantity: 30,
      },
    ])
    expect([recall.orders, recall.ordersFound]).toEqual([[], 0])
    const leave = await admin.call(transfersApi.dispatchTransfer, { params: { id: waiting.id }, body: {} })
    expect(leave.body.code).toBe('INSUFFICIENT_STOCK')
    // Pieces in transit arrive, and are blocked there as everywhere.
    await admin.do(transfersApi.completeTransfer, { params: { id: moving.id }, body: { differences: [] } })
    const shown = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
    expect(shown.stock.find((one) => one.location.id === depot.id && one.lotNumber === 'MV1')).toMatchObject({
      onHand: 40,
      lotStatus: 'RECALLED',
    })
    const body = { sourceId: depot.id, destinationId: place.warehouse.id, lines: [{ itemId: product.id, quantity: 1 }] }
    expect((await admin.call(transfersApi.createTransfer, { body })).body.code).toBe('INSUFFICIENT_STOCK')
    const later = await admin.do(recallsApi.getRecall, { params: { id: recall.id } })
    expect([later.totals, later.moving.length]).toEqual([{ ...none, stock: 100 }, 0])
    // The recall is withdrawn while other pieces are in transit.
    const lines = [{ itemId: product.id, lotId: lot('MV1'), quantity: 7 }]
    const back = await admin.do(transfersApi.createTransfer, { body: { ...body, lines } })
    await admin.do(transfersApi.dispatchTransfer, { params: { id: back.id }, body: {} })
    await admin.do(recallsApi.withdraw, { params: { id: recall.id }, body: { summary: 'The papers were right' } })
    expect((await admin.do(lotsApi.getLot, { params: { id: lot('MV1') } })).status).toBe('QUARANTINED')
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[LOT-06, TRF-01] (B20) race with transfers dispatched and completed: every piece is found once, at its current place', async () => {
    const depot = await admin.do(inventoryApi.createLocation, { body: { name: 'Depot race', type: 'Warehouse' } })
    for (let round = 0; round < 4; round += 1) {
      const { product, lot } = await addLots(admin, place, [[`VAN${round}`, 100, 60]])
      const body = {
        sourceId: place.warehouse.id,
        destinationId: depot.id,
        lines: [{ itemId: product.id, quantity: 5 }],
      }
      const sent = await Promise.all(Array.from({ length: 8 }, () => admin.do(transfersApi.createTransfer, { body })))
      const road = sent.slice(0, 4)
      for (const { id } of road) await admin.do(transfersApi.dispatchTransfer, { params: { id }, body: {} })
      const [answer] = await Promise.all([
        start({ lotIds: [lot(`VAN${round}`)] }),
        ...sent.slice(4).map(({ id }) => admin.call(transfersApi.dispatchTransfer, { params: { id }, body: {} })),
        ...road.map(({ id }) =>
          admin.call(transfersApi.completeTransfer, { params: { id }, body: { differences: [] } }),
        ),
      ])
      expect(answer.status).toBe(201)
      const { recall } = answer.body
      expect(recall.totals.stock + recall.totals.moving).toBe(60)
      // Transfers dispatched before the recall are found in transit; none is dispatched with recalled goods after it.
      const late = await Promise.all(
        sent.slice(4).map(({ id }) => admin.do(transfersApi.getTransfer, { params: { id } })),
      )
      const left = late.filter((one) => one.dispatchedAt !== null).map((one) => one.number)
      const found = recall.moving.map((one) => one.transfer.number)
      expect(found.filter((number) => late.some((one) => one.number === number)).toSorted()).toEqual(left.toSorted())
    }
    expect(await brokenInvariants(server.database.db)).toEqual({})
  }, 240_000)

  test('[LOT-06] notifies customers by mail with a preview, by phone with a note, and all remaining ones at once by mail', async () => {
    const { lot, ward, clinic } = await scene()
    const { recall } = (await start({ lotIds: [lot] })).body
    const params = { id: recall.id, accountId: ward.id }
    const notice = await admin.do(recallsApi.getNotice, { params })
    expect([notice.to, notice.subject]).toEqual(['ward@example.com', expect.stringContaining(recall.number)])
    expect(notice.lines.join('\n')).toContain('lot RC1: 20 pieces, order SO-')
    const call = await admin.call(recallsApi.tell, {
      params: { ...params, accountId: clinic.id },
      body: { how: 'mail' },
    })
    expect(call.body.fields).toEqual({ how: 'the customer has no email address' })
    await admin.do(recallsApi.tell, {
      params: { ...params, accountId: clinic.id },
      body: { how: 'phone', note: 'Spoke to Dr. Konan' },
    })
    const { mails, recall: after } = await admin.do(recallsApi.mailAll, { params: { id: recall.id }, body: {} })
    expect([mails, after.customers.map((one) => one.told?.how).toSorted()]).toEqual([1, ['mail', 'phone']])
    // The mail is queued: no further one is written, and the customer counts as notified only once it was sent.
    expect((await admin.do(recallsApi.mailAll, { params: { id: recall.id }, body: {} })).mails).toBe(0)
    const openPoint = 'Notify 1 customer.'
    expect(after.openPoints).toContain(openPoint)
    await server.app.runJobs()
    const { data } = await admin.do(deliveryApi.listMails, {})
    expect(data.filter((mail) => mail.subject.includes(recall.number)).map((mail) => mail.to)).toEqual([
      'ward@example.com',
    ])
    const stranger = await addAccount(admin)
    const unknown = { params: { ...params, accountId: stranger.id }, body: { how: 'phone' as const } }
    expect((await admin.call(recallsApi.tell, unknown)).status).toBe(404)
  })

  test('[LOT-06] returned units are blocked in their lot and never exceed what the customer received, even if booked concurrently', async () => {
    const { lot, ward, clinic, product, parcel, underway } = await scene()
    const { recall } = (await start({ lotIds: [lot] })).body
    const back = (accountId: string, quantity: number, more = {}) =>
      admin.call(recallsApi.comeBack, {
        params: { id: recall.id },
        body: { accountId, lotId: lot, locationId: place.warehouse.id, quantity, ...more },
      })
    expect((await back(ward.id, 21)).body.fields).toEqual({
      quantity: 'must be at most 20: they have no more units',
    })
    // Their pieces are still under way: they will be returned as a failed delivery.
    expect((await back(clinic.id, 1)).body.fields).toEqual({ quantity: 'they have no units of it' })
    expect((await back((await addAccount(admin)).id, 1)).body.fields).toEqual({ quantity: 'they have no units of it' })
    expect((await back(ward.id, 1, { locationId: lot })).body.fields).toEqual({ locationId: 'is not a location' })
    expect((await back(ward.id, 1, { lotId: product.id })).body.fields).toEqual({
      lotId: 'is not a lot of this recall',
    })
    const answers = await Promise.all(Array.from({ length: 10 }, () => back(ward.id, 7, { note: 'Two boxes opened' })))
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 200, ...Array(8).fill(422)])
    const now = await admin.do(recallsApi.getRecall, { params: { id: recall.id } })
    expect([now.lots[0]?.onHandNow, now.lots[0]?.cameBack, now.returns.length]).toEqual([75, 14, 2])
    expect(now.customers.find((one) => one.id === ward.id)?.goods[0]).toMatchObject({
      quantity: 20,
      cameBack: 14,
      outstanding: 6,
    })
    const shown = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
    expect(shown.stock.find((one) => one.lotNumber === 'RC1')).toMatchObject({ onHand: 75, lotStatus: 'RECALLED' })

    expect((await admin.call(recallsApi.close, { params: { id: recall.id }, body: { summary: '' } })).status).toBe(422)
    const early = await admin.call(recallsApi.close, { params: { id: recall.id }, body: { summary: 'All destroyed' } })
    expect([early.status, early.body.code, early.body.details]).toEqual([
      409,
      'NOT_READY',
      {
        status: 'OPEN',
        openPoints: [
          'Notify 2 customers.',
          '5 pieces are packed: put the orders back to picking.',
          '10 pieces are on the road: record failed deliveries and take the goods back.',
        ],
      },
    ])
    await settle(recall.id, parcel.id, underway.id)
    const closed = await admin.do(recallsApi.close, { params: { id: recall.id }, body: { summary: 'All destroyed' } })
    expect([closed.status, closed.summary]).toEqual(['CLOSED', 'All destroyed'])
    expect((await back(ward.id, 1)).body.code).toBe('INVALID_TRANSITION')
    expect((await admin.call(recallsApi.withdraw, { params: { id: recall.id }, body: { summary: 'x' } })).status).toBe(
      409,
    )
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[LOT-06] withdrawing a recall puts its lots into quarantine, unless another recall still includes them', async () => {
    const { lot } = await addLots(admin, place, [
      ['W1', 50, 5],
      ['W2', 50, 5],
    ])
    const one = (await start({ lotIds: [lot('W1'), lot('W2')] })).body.recall
    const two = (await start({ lotIds: [lot('W2')] })).body.recall
    const status = async (name: string) => (await admin.do(lotsApi.getLot, { params: { id: lot(name) } })).status
    const withdrawn = await admin.do(recallsApi.withdraw, { params: { id: one.id }, body: { summary: 'Wrong lot' } })
    expect([withdrawn.status, await status('W1'), await status('W2')]).toEqual(['WITHDRAWN', 'QUARANTINED', 'RECALLED'])
    await admin.do(recallsApi.withdraw, { params: { id: two.id }, body: { summary: 'Wrong lot' } })
    expect(await status('W2')).toBe('QUARANTINED')
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[LOT-06] by supplier and period: includes every lot delivered then, and lists untraceable goods without lots', async () => {
    const there = await addPlace(admin)
    const other = await admin.do(crmApi.createSupplier, { body: { name: 'Another supplier' } })
    const { product } = await addLots(admin, there, [
      ['SUP1', 50, 5],
      ['SUP2', 60, 5],
    ])
    await receive(admin, product.id, 'OTHER', 70, 5, { supplierId: other.id })
    const plain = await addProduct(admin, there, { quantity: 9 })
    const search = { supplierId: there.supplier.id, receivedFrom: inDays(-1), receivedTo: inDays(0) }
    const { recall } = (await start(search)).body
    expect(recall.lots.map((one) => one.lotNumber)).toEqual(['SUP1', 'SUP2'])
    expect(recall.untraceable).toEqual([{ product: { id: plain.id, name: plain.name, sku: plain.sku }, quantity: 9 }])
    const nothing = await start({ ...search, receivedFrom: inDays(-9), receivedTo: inDays(-8) })
    expect([nothing.status, nothing.body.fields]).toEqual([422, { supplierId: 'delivered no lots in this period' }])
  })

  test('[LOT-06] refuses missing and invalid lots, suppliers and periods; unknown recalls are not found', async () => {
    const lotIds = [place.supplier.id]
    expect((await start({})).body.fields).toEqual({ lotIds: 'needs lots, or a supplier and two days' })
    expect((await start({ supplierId: place.supplier.id })).body.fields).toEqual({
      receivedFrom: 'is required',
      receivedTo: 'is required',
    })
    const twisted = { supplierId: place.supplier.id, receivedFrom: '2026-02-02', receivedTo: '2026-02-01' }
    expect(Object.keys((await start(twisted)).body.fields ?? {})).toEqual(['receivedTo'])
    expect((await start({ lotIds })).body.fields).toEqual({ lotIds: 'names a lot that does not exist' })
    expect((await admin.call(recallsApi.getRecall, { params: { id: place.supplier.id } })).status).toBe(404)
    const params = { id: place.supplier.id }
    expect((await admin.call(recallsApi.close, { params, body: { summary: 'x' } })).status).toBe(404)
  })
})

describe('a recall drill', () => {
  test('[LOT-06] (T12) reports what a recall would find and do and how long it took, and changes no rows', async () => {
    const { lot, reserved, waiting } = await scene()
    server.announced.length = 0
    const before = await everything()
    const drill = await admin.do(recallsApi.drill, { body: { lotIds: [lot] } })
    expect(await everything()).toEqual(before)
    expect(server.announced).toEqual([])
    expect(drill.tookMs).toBeGreaterThanOrEqual(0)
    expect(drill.effect.moved.map((one) => one.number)).toEqual([reserved.number])
    expect(drill.effect.waiting.map((one) => one.number)).toEqual([waiting.number])
    const { recall } = (await start({ lotIds: [lot] })).body
    const { totals, lots, stock, moving, orders, ordersFound, customers, untraceable } = recall
    expect(drill).toMatchObject({ totals, lots, stock, moving, orders, ordersFound, customers, untraceable })
    expect(await everything()).not.toEqual(before)
  })
})
