import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { placesApi } from '#shared/inventory/locations/api.ts'
import { productionApi } from '#shared/inventory/production/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { accountConsignmentApi, consignmentApi } from '#shared/portal/consignment-api.ts'
import { portalRecallsApi } from '#shared/portal/recalls-api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import {
  addAccount,
  addOrder,
  addPlace,
  addProduct,
  deliveredOrder,
  placePurchase,
  type TestPlace,
} from '#test/builders.ts'
import { consignmentLocation, transferLot } from '#test/consignment.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { addLots } from '#test/lots.ts'
import { portalUser } from '#test/portal.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  admin = await server.as('admin')
  place = await addPlace(admin)
})

const query = {}

/** A hospital with 30 of the 50 pieces of lot A and 20 of the 20 of lot B on consignment, at 10.00 each. */
async function hospital() {
  const account = await addAccount(admin)
  const owner = await portalUser(server, admin, account.id)
  const { product, lot } = await addLots(admin, place, [
    ['A', 100, 50],
    ['B', 300, 20],
  ])
  const location = await consignmentLocation(admin, account.id)
  await transferLot(admin, place, location, [product.id, lot('A'), 30])
  await transferLot(admin, place, location, [product.id, lot('B'), 20])
  const countOf = (a: number, b: number, more: object = {}) => ({
    params: { id: location },
    body: {
      countId: randomUUID(),
      countedAt: new Date().toISOString(),
      lines: [
        { lotId: lot('A'), counted: a },
        { lotId: lot('B'), counted: b },
      ],
      ...more,
    },
  })
  const post = (id: string) => admin.call(accountConsignmentApi.postConsignmentCount, { params: { id }, body: {} })
  const list = () => owner.do(consignmentApi.listConsignments, { query })
  return { account, owner, product, lot, location, countOf, post, list }
}

test('[CUS-01, INV-01] posting a count turns used goods into a delivered order by lot with its invoice; stock figures agree', async () => {
  const { account, owner, product, location, countOf, post, list } = await hospital()
  expect((await list()).data).toMatchObject([
    {
      id: location,
      lots: [
        { lotNumber: 'A', onHand: 30 },
        { lotNumber: 'B', onHand: 20 },
      ],
    },
  ])
  const count = countOf(18, 17)
  const { counts } = await owner.do(consignmentApi.countConsignment, count)
  expect(counts).toMatchObject([
    {
      status: 'To review',
      lines: [
        { expected: 30, counted: 18 },
        { expected: 20, counted: 17 },
      ],
    },
  ])
  // Several users of the office post it at the same time.
  const id = count.body.countId
  const answers = await Promise.all([post(id), post(id), post(id)])
  expect(answers.map((one) => one.status).toSorted()).toEqual([200, 409, 409])
  const { order } = answers.find((one) => one.status === 200)?.body ?? {}
  const sold = await admin.do(salesApi.getOrder, { params: { id: order?.id ?? '' } })
  expect(sold.reference).toMatch(/^Consignment \d+$/)
  expect(sold).toMatchObject({ status: 'DELIVERED', total: '150.00' })
  expect(sold.orderLines.map((line) => [line.quantity, line.allocations.map((one) => one.lotNumber)])).toEqual([
    [12, ['A']],
    [3, ['B']],
  ])
  const { data } = await admin.do(invoicingApi.listInvoices, { query: { account: account.id } })
  expect(data).toMatchObject([{ total: '150.00', paymentStatus: 'Unpaid' }])
  expect((await list()).data[0]?.lots.map((one) => one.onHand)).toEqual([18, 17])
  expect((await admin.do(inventoryApi.getProduct, { params: { id: product.id } })).onHand).toBe(55)
  expect(await brokenInvariants(server.database.db)).toEqual({})
})

test('[CUS-01] consignment stock counts as on hand and in the stock value, and is not allocated to orders', async () => {
  const { account, product, location } = await hospital()
  const shown = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
  expect(shown.onHand).toBe(70)
  const detail = await admin.do(placesApi.getLocation, { params: { id: location } })
  expect(detail).toMatchObject({ onHand: 50, value: '300.00', consignee: { id: account.id } })
  // 20 pieces are left in the warehouse; not even the customer's own orders take consignment stock.
  for (const accountId of [account.id, (await addAccount(admin)).id]) {
    const { id } = await addOrder(admin, accountId, [[product.id, 21]])
    const refused = await admin.call(salesApi.confirm, { params: { id }, body: {} })
    expect([refused.status, refused.body.code]).toEqual([409, 'INSUFFICIENT_STOCK'])
  }
  const { id } = await addOrder(admin, account.id, [[product.id, 20]])
  await admin.do(salesApi.confirm, { params: { id }, body: {} })
  expect(await brokenInvariants(server.database.db)).toEqual({})
})

test('[CUS-01, TRF-01] goods in transit back from the customer are neither expected in the count nor invoiced as used', async () => {
  const { owner, location, countOf, post, list, product, lot } = await hospital()
  const body = {
    sourceId: location,
    destinationId: place.warehouse.id,
    lines: [{ itemId: product.id, lotId: lot('A'), quantity: 10 }],
  }
  const { id } = await admin.do(transfersApi.createTransfer, { body })
  await admin.do(transfersApi.dispatchTransfer, { params: { id }, body: {} })
  expect((await list()).data[0]?.lots.map((one) => one.onHand)).toEqual([20, 20])
  const count = countOf(18, 20)
  await new Promise((done) => setTimeout(done, 15))
  await admin.do(transfersApi.completeTransfer, { params: { id }, body: {} })
  const { counts } = await owner.do(consignmentApi.countConsignment, count)
  expect(counts[0]?.lines.map((line) => [line.expected, line.counted])).toEqual([
    [20, 18],
    [20, 20],
  ])
  const { body: posted } = await post(count.body.countId)
  const order = await admin.do(salesApi.getOrder, { params: { id: posted.order?.id ?? '' } })
  expect(order.orderLines.map((line) => line.quantity)).toEqual([2])
  expect((await list()).data[0]?.lots.map((one) => one.onHand)).toEqual([18, 20])
  expect(await brokenInvariants(server.database.db)).toEqual({})
})

test('[CUS-01] if several counts report the same missing pieces, only one of them can be posted', async () => {
  const { owner, countOf, post, list } = await hospital()
  const [first, late] = [countOf(20, 20), countOf(10, 20)]
  await owner.do(consignmentApi.countConsignment, first)
  const second = countOf(19, 20)
  // The same count from another device, and once more.
  const again = await Promise.all([owner, owner].map((one) => one.call(consignmentApi.countConsignment, second)))
  expect(again.map((one) => one.status)).toEqual([201, 201])
  expect((await list()).counts.map((one) => one.status)).toEqual(['To review', 'Replaced'])
  expect((await post(first.body.countId)).status).toBe(409)
  expect((await post(second.body.countId)).status).toBe(200)
  // Counted before the other was posted, but sent after it.
  await owner.do(consignmentApi.countConsignment, late)
  expect((await list()).counts.find((one) => one.id === late.body.countId)?.status).toBe('Replaced')
  expect((await list()).data[0]?.lots[0]?.onHand).toBe(19)
  const dismissed = countOf(5, 5)
  await owner.do(consignmentApi.countConsignment, dismissed)
  const params = { id: dismissed.body.countId }
  await admin.do(accountConsignmentApi.dismissConsignmentCount, { params, body: { reason: 'Wrong cupboard' } })
  expect((await post(params.id)).status).toBe(409)
  expect((await list()).data[0]?.lots[0]?.onHand).toBe(19)
})

test('[CUS-01] refuses counts, postings and consignee changes of users without permission and with invalid values', async () => {
  const { account, owner, lot, location, countOf, post } = await hospital()
  const stranger = await portalUser(server, admin, (await addAccount(admin)).id)
  const viewer = await portalUser(server, admin, account.id, 'viewer')
  const status = async (client: Client, body = countOf(1, 1)) =>
    (await client.call(consignmentApi.countConsignment, body)).status
  expect(await status(server.nobody)).toBe(401)
  expect(await status(viewer)).toBe(403)
  expect(await status(stranger)).toBe(404)
  const line = { lotId: lot('A'), counted: 1 }
  expect(await status(owner, countOf(1, 1, { lines: [line, line] }))).toBe(422)
  expect(await status(owner, countOf(1, 1, { lines: [{ lotId: randomUUID(), counted: 1 }] }))).toBe(422)
  expect((await post(randomUUID())).status).toBe(404)
  const sales = await server.as('staff', { crm: { view: true } })
  const count = countOf(0, 0)
  await owner.do(consignmentApi.countConsignment, count)
  const params = { id: count.body.countId }
  expect((await sales.call(accountConsignmentApi.postConsignmentCount, { params, body: {} })).status).toBe(403)
  const set = (id: string, accountId: string | null, version: number) =>
    admin.call(placesApi.setConsignee, { params: { id }, body: { accountId } }, { version })
  const { version } = await admin.do(placesApi.getLocation, { params: { id: location } })
  expect((await set(location, null, version + 1)).status).toBe(412)
  expect((await set(location, null, version)).status).toBe(409)
  expect((await set(randomUUID(), null, 1)).status).toBe(404)
  const empty = await admin.do(inventoryApi.createLocation, { body: { name: `Empty ${location}`, type: 'Warehouse' } })
  expect((await set(empty.id, randomUUID(), empty.version)).status).toBe(422)
  const home = await addPlace(admin)
  await addProduct(admin, home)
  expect((await set(home.warehouse.id, account.id, 1)).status).toBe(409)
})

test('[CUS-01] a recall includes consignment stock at the customer; a count of a recalled lot cannot be posted', async () => {
  const { account, owner, lot, countOf, post } = await hospital()
  const count = countOf(10, 20)
  await owner.do(consignmentApi.countConsignment, count)
  const { recall } = await admin.do(recallsApi.startRecall, {
    body: { lotIds: [lot('A')], reason: 'Seal', instruction: 'Set aside' },
  })
  expect(recall.customers).toMatchObject([
    { id: account.id, goods: [{ lotNumber: 'A', outstanding: 0, consigned: 30 }] },
  ])
  const { data } = await owner.do(portalRecallsApi.listRecalls, { query })
  expect(data).toMatchObject([{ id: recall.id, goods: [{ lotNumber: 'A', held: 30 }] }])
  const refused = await post(count.body.countId)
  expect([refused.status, refused.body.code]).toEqual([409, 'INSUFFICIENT_STOCK'])
  const { status } = await admin.do(lotsApi.getLot, { params: { id: lot('A') } })
  expect(status).toBe('RECALLED')
  expect(await brokenInvariants(server.database.db)).toEqual({})
})

test('[CUS-01] stock at a consignment location changes only by transfers: receipts, returns, kits and production are refused', async () => {
  const { account, product, lot, location } = await hospital()
  const id = product.id
  const why = 'is a consignment location: choose one of your own'
  const refusedOf = async (call: Promise<{ status: number; body: { fields?: object } }>) => {
    const { status, body } = await call
    return [status, body.fields]
  }
  const arrived = { quantity: 3, lotNumber: 'A', reason: 'manual_adjustment' as const }
  expect(
    await refusedOf(admin.call(inventoryApi.addStock, { params: { id }, body: { ...arrived, locationId: location } })),
  ).toEqual([422, { locationId: why }])
  const lots = [
    { quantity: 1, lotNumber: 'A' },
    { quantity: 3, lotNumber: 'B', locationId: location },
  ]
  expect(
    await refusedOf(
      admin.call(inventoryApi.addStockLots, { params: { id }, body: { reason: 'manual_adjustment', lots } }),
    ),
  ).toEqual([422, { 'lots.1.locationId': why }])

  // A customer's return waits at a location to be put away; until then, the location can't become a consignment
  // location.
  const order = await deliveredOrder(admin, account.id, [[id, 4]])
  const line = { orderLineId: order.orderLines[0]?.id ?? '', quantity: 2, reason: 'damaged' as const }
  const found = await admin.do(returnsApi.createReturn, { body: { orderId: order.id, lines: [line] } })
  const at = { params: { id: found.id } }
  await admin.do(returnsApi.approveReturn, { ...at, body: {} })
  const receiveAt = (locationId: string) => ({
    ...at,
    body: { locationId, lines: found.lines.map((one) => ({ lineId: one.id, received: 2 })) },
  })
  expect(await refusedOf(admin.call(returnsApi.receiveReturn, receiveAt(location)))).toEqual([422, { locationId: why }])
  const empty = (await addPlace(admin)).warehouse
  await admin.do(returnsApi.receiveReturn, receiveAt(empty.id))
  const lent = await admin.call(
    placesApi.setConsignee,
    { params: { id: empty.id }, body: { accountId: account.id } },
    { version: empty.version },
  )
  expect([lent.status, lent.body.error]).toEqual([409, '1 customer return is to be put away here.'])

  const { recall } = await admin.do(recallsApi.startRecall, {
    body: { lotIds: [lot('A')], reason: 'Seal', instruction: 'Set aside' },
  })
  const back = { accountId: account.id, lotId: lot('A'), quantity: 1 }
  expect(
    await refusedOf(
      admin.call(recallsApi.comeBack, { params: { id: recall.id }, body: { ...back, locationId: location } }),
    ),
  ).toEqual([422, { locationId: why }])

  // Kits at a customer's must be moved back before they are taken apart, and their parts can't be put there.
  const part = await addProduct(admin, place, { quantity: 10 })
  const { kit } = await admin.do(kitsApi.createKit, {
    body: {
      name: 'Lent set',
      warehouse: place.warehouse.id,
      price: '5.00',
      components: [{ itemId: part.id, quantity: 1 }],
    },
  })
  const { id: packing } = await admin.do(kitOrdersApi.createKitOrder, {
    body: { kitId: kit.id, locationId: place.warehouse.id, quantity: 4 },
  })
  const packed = await admin.do(kitOrdersApi.completeKitOrder, { params: { id: packing }, body: {} })
  await transferLot(admin, place, location, [kit.id, packed.lot?.id ?? '', 2])
  const apart = (more: object) =>
    refusedOf(
      admin.call(kitOrdersApi.takeApartKits, {
        params: { id: packing },
        body: { quantity: 1, reason: 'Torn', ...more },
      }),
    )
  expect(await apart({ locationId: location, toLocationId: place.warehouse.id })).toEqual([422, { locationId: why }])
  expect(await apart({ toLocationId: location })).toEqual([422, { toLocationId: why }])
  const { standing } = await admin.do(kitOrdersApi.getKitOrder, { params: { id: packing } })
  expect(Object.fromEntries(standing.map((one) => [one.location.id, one.free]))).toEqual({
    [place.warehouse.id]: 2,
    [location]: 0,
  })

  // A factory that is a consignment location produces nothing, and its earlier runs can't be reversed until it is own
  // again.
  const works = await admin.do(inventoryApi.createLocation, { body: { name: 'Lent works', type: 'Factory' } })
  const film = await admin.do(rawMaterialsApi.createRawMaterial, {
    body: { name: 'Lent film', materialType: 'Film', location: place.warehouse.id },
  })
  await admin.do(rawMaterialsApi.addStock, {
    params: { id: film.id },
    body: { quantity: 2, reason: 'manual_adjustment', locationId: works.id },
  })
  const made = await addProduct(admin, place, { billOfMaterials: [{ rawMaterialId: film.id, quantity: 1 }] })
  const make = { params: { id: made.id }, body: { locationId: works.id, quantity: 2 } }
  const run = await admin.do(productionApi.produce, make)
  await sql`update locations set consignee_id = ${account.id} where id = ${works.id}`.execute(server.database.db)
  expect(await refusedOf(admin.call(productionApi.produce, make))).toEqual([422, { locationId: why }])
  const { factories, runs } = await admin.do(productionApi.getProduction, { params: { id: made.id } })
  expect(factories.map((one) => one.location.id)).not.toContain(works.id)
  const undone = await admin.call(productionApi.reverseProduction, {
    params: { id: run.id },
    body: { reason: 'Wrong' },
  })
  const whyNotReversed =
    'Lent works is now a consignment location. Reverse the run once the location is your own again.'
  expect([undone.status, undone.body.error]).toEqual([409, whyNotReversed])
  expect(run.whyNotReversed).toBe(null)
  expect(await admin.do(productionApi.getRun, { params: { id: run.id } })).toMatchObject({ whyNotReversed })
  expect(runs[0]).toMatchObject({ id: run.id, whyNotReversed })
  expect(await brokenInvariants(server.database.db)).toEqual({})
})

test('[PO-01, RTN-01] once a location is on consignment, receipts there cannot be reversed or returned, nor returns put away', async () => {
  const account = await addAccount(admin)
  const there = (await addPlace(admin)).warehouse
  const { product, lot } = await addLots(admin, place, [['L1', 200, 30]])
  const { id } = await placePurchase(admin, { supplier: place.supplier, warehouse: there }, [[product.id, 10, '2']])
  const orderOf = () => admin.do(purchasingApi.getPurchaseOrder, { params: { id } })
  const { orderLines } = await orderOf()
  const lines = [{ lineId: orderLines[0]?.id ?? '', quantity: 10, lotNumber: 'L1' }]
  const { receipts } = await admin.do(purchasingApi.receive, { params: { id }, body: { lines } })
  const [receipt] = receipts
  expect([receipt?.whyNotReversed, receipt?.lines[0]?.returnable]).toEqual([null, 10])

  // Emptied, lent to the customer, and filled by a transfer of the same lot.
  const from = (source: string) => ({ ...place, warehouse: { ...place.warehouse, id: source } })
  await transferLot(admin, from(there.id), place.warehouse.id, [product.id, lot('L1'), 10])
  await admin.do(
    placesApi.setConsignee,
    { params: { id: there.id }, body: { accountId: account.id } },
    { version: there.version },
  )
  await transferLot(admin, place, there.id, [product.id, lot('L1'), 20])
  const why = (act: string) => `${there.name} is now a consignment location. ${act}`
  const again = 'once the location is your own again.'
  const shown = await orderOf()
  expect([shown.receipts[0]?.whyNotReversed, shown.receipts[0]?.lines[0]?.returnable]).toEqual([
    why(`Reverse the receipt ${again}`),
    0,
  ])
  const refusal = async (call: Promise<{ status: number; body: { error?: string } }>) => {
    const { status, body } = await call
    return [status, body.error]
  }
  const reverse = { params: { id, receiptId: receipt?.id ?? '' }, body: { reason: 'Typo' } }
  expect(await refusal(admin.call(purchasingApi.reverseReceipt, reverse))).toEqual([
    409,
    why(`Reverse the receipt ${again}`),
  ])
  const back = { lines: [{ receiptLineId: receipt?.lines[0]?.id ?? '', quantity: 1 }], reason: 'Torn', notify: false }
  expect(await refusal(admin.call(purchasingApi.return, { params: { id }, body: back }))).toEqual([
    409,
    why(`Return the goods ${again}`),
  ])

  // Older versions allowed a location to become a consignment location with a return still to be put away.
  const order = await deliveredOrder(admin, account.id, [[product.id, 2]])
  const line = { orderLineId: order.orderLines[0]?.id ?? '', quantity: 2, reason: 'damaged' as const }
  const found = await admin.do(returnsApi.createReturn, { body: { orderId: order.id, lines: [line] } })
  const at = { params: { id: found.id } }
  const each = <T extends object>(more: T) => found.lines.map((one) => ({ lineId: one.id, ...more }))
  await admin.do(returnsApi.approveReturn, { ...at, body: {} })
  const mine = (await addPlace(admin)).warehouse
  await admin.do(returnsApi.receiveReturn, { ...at, body: { locationId: mine.id, lines: each({ received: 2 }) } })
  const dispositions = [{ disposition: 'restock' as const, quantity: 2 }]
  await admin.do(returnsApi.inspectReturn, { ...at, body: { lines: each({ dispositions }) } })
  const lend = (to: string | null) =>
    sql`update locations set consignee_id = ${to} where id = ${mine.id}`.execute(server.database.db)
  await lend(account.id)
  const reason = `${mine.name} is now a consignment location. Complete the return ${again}`
  const { transitions } = await admin.do(returnsApi.getReturn, at)
  expect(transitions.find(({ action }) => action === 'complete')).toMatchObject({ open: false, reason })
  expect(await refusal(admin.call(returnsApi.completeReturn, { ...at, body: {} }))).toEqual([409, reason])
  await lend(null)
  await admin.do(returnsApi.completeReturn, { ...at, body: {} })
  expect(await brokenInvariants(server.database.db)).toEqual({})
})

test('[CUS-01] goods without lot tracking have no lot number in the list, so a scanned lot number does not exclude them', async () => {
  const { location, list } = await hospital()
  const { id } = await addProduct(admin, place, { name: 'Zinc plaster', quantity: 5 })
  await transferLot(admin, place, location, [id, id, 5])
  const { lots = [] } = (await list()).data[0] ?? {}
  expect(lots.find(({ product }) => product.id === id)).toMatchObject({ lotNumber: null, onHand: 5 })
})
