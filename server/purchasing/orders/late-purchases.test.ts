import { beforeAll, expect, test } from 'vitest'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { inventoryReportsApi } from '#shared/reports/inventory-api.ts'
import { supplierServiceReport } from '#shared/reports/more-reports.ts'
import { workQueueApi } from '#shared/reports/work-queue-api.ts'
import { addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { pdfText } from '#test/pdf-text.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

const [before, yesterday, today, later] = ['2026-03-01', '2026-03-09', '2026-03-10', '2026-03-20'] as const
let now = new Date()
let server: TestServer
let admin: Client
let place: TestPlace
let productId: string
const on = (day: string) => {
  now = new Date(`${day}T10:00:00Z`)
}

beforeAll(async () => {
  on(before)
  server = await startServer({ clock: () => now })
  admin = await server.as('admin')
  place = await addPlace(admin)
  productId = (await addProduct(admin, place)).id
})

/** A placed order with a line of 5 pieces for each expected date of a line. */
async function ordered(at: TestPlace, expectedDate: string | null, ...lineDates: (string | null)[]) {
  const { id } = await admin.do(purchasingApi.createPurchaseOrder, {
    body: {
      supplierId: at.supplier.id,
      locationId: at.warehouse.id,
      expectedDate,
      lines: lineDates.map((day) => ({ itemId: productId, quantity: 5, unitCost: '1', expectedDate: day })),
    },
  })
  return admin.do(purchasingApi.submit, { params: { id }, body: {} })
}
const receive = (order: PurchaseOrder, at: number, quantity = 5) =>
  admin.do(purchasingApi.receive, {
    params: { id: order.id },
    body: { lines: [{ lineId: order.orderLines[at]?.id ?? '', quantity }] },
  })

test("[PO-01, DASH-01] an order is late by its lines' expected dates: in its badge, the filter and today’s tasks", async () => {
  on(before)
  const lineLate = await ordered(place, later, yesterday, null)
  const undated = await ordered(place, null, null, yesterday)
  const orderLate = await ordered(place, yesterday, null, later)
  const linesLater = await ordered(place, yesterday, later, later)
  const lateCame = await ordered(place, null, yesterday, later)
  const inTime = await ordered(place, today, today)
  const closed = await ordered(place, yesterday, null)
  on(today)
  await receive(lateCame, 0)
  await receive(undated, 1, 3)
  await receive(closed, 0, 3)
  await admin.do(purchasingApi.close, { params: { id: closed.id }, body: { reason: 'Discontinued' } })
  const supplier = place.supplier.id
  const { data: all } = await admin.do(purchasingApi.listPurchaseOrders, { query: { supplier } })
  const late = new Map(all.map(({ id, late: isLate, lateSince }) => [id, isLate ? lateSince : null]))
  const cases: [PurchaseOrder, string | null][] = [
    [lineLate, yesterday],
    [undated, yesterday],
    [orderLate, yesterday],
    [linesLater, null],
    [lateCame, null],
    [inTime, null],
    [closed, null],
  ]
  expect(cases.map(([{ id }]) => late.get(id))).toEqual(cases.map(([, since]) => since))
  for (const [{ id }, since] of cases)
    expect(await admin.do(purchasingApi.getPurchaseOrder, { params: { id } })).toMatchObject({
      late: since !== null,
      lateSince: since,
    })
  const { data: filtered } = await admin.do(purchasingApi.listPurchaseOrders, { query: { supplier, late: 'true' } })
  expect(new Set(filtered.map(({ id }) => id))).toEqual(new Set([lineLate.id, undated.id, orderLate.id]))
  const { data: tasks } = await admin.do(workQueueApi.workQueue, { query: { tasks: 'latePurchases' } })
  expect(tasks).toMatchObject([{ task: 'latePurchases', count: 3 }])
})

test('[REP-03] supplier reports use the expected dates of the lines for what was on time and for the promised days', async () => {
  const there = await addPlace(admin)
  on(before)
  // In time: the line was promised for a later day than the order. Too late: one of its lines was promised for an
  // earlier day.
  const inTime = await ordered(there, before, today, today)
  const tooLate = await ordered(there, later, yesterday, null)
  const undated = await ordered(there, null, yesterday)
  const unpromised = await ordered(there, null, null)
  const part = await ordered(there, today, null, null)
  on(today)
  for (const order of [inTime, tooLate]) for (const at of [0, 1]) await receive(order, at)
  await receive(undated, 0)
  await receive(unpromised, 0)
  await receive(part, 0, 3)
  const days = { start: before, end: today }
  const { rows } = await admin.do(supplierServiceReport.read, { query: { ...days, by: 'supplier', all: 'true' } })
  expect(rows.find(({ key }) => key === there.supplier.id)?.current).toEqual({
    orders: 4,
    onTime: 2,
    inFull: 3,
    both: 1,
    leadDays: 9 + 9 + 9 + 9,
    promisedDays: 9 + 19 + 8 + 9,
  })
  const { data } = await admin.do(inventoryReportsApi.supplierDeliveries, { query: days })
  expect(data.find(({ id }) => id === there.supplier.id)).toMatchObject({
    receipts: 7,
    promised: 6,
    onTime: 4,
    leadTimeDays: 9,
    // (9 + 9 + 8 + 19 + 8 + 9) / 6 receipts with a promised day.
    promisedDays: 10.3,
  })
})

test('[PO-01] the order date is the day of placing: a draft has none in its PDF, and another day after it was placed again', async () => {
  on(before)
  const draft = await admin.do(purchasingApi.createPurchaseOrder, {
    body: {
      supplierId: place.supplier.id,
      locationId: place.warehouse.id,
      lines: [{ itemId: productId, quantity: 5, unitCost: '1' }],
    },
  })
  const params = { id: draft.id }
  const printed = async () => {
    const path = purchasingApi.printPurchaseOrder.path.replace(':id', draft.id)
    const file = await fetch(server.url + path, { headers: { cookie: admin.cookie } })
    return pdfText(new Uint8Array(await file.arrayBuffer()))
  }
  expect(await printed()).not.toContain('Ordered')
  on(yesterday)
  expect(await admin.do(purchasingApi.submit, { params, body: {} })).toMatchObject({ orderDate: yesterday })
  expect(await printed()).toContain('Ordered 9 Mar 2026')
  const range = { from: yesterday, to: yesterday }
  const { data } = await admin.do(purchasingApi.listPurchaseOrders, { query: range })
  expect(data.map(({ id }) => id)).toContain(draft.id)
  on(today)
  await admin.do(purchasingApi.redraft, { params, body: { reason: 'Wrong price' } })
  expect(await admin.do(purchasingApi.submit, { params, body: {} })).toMatchObject({ orderDate: today })
  // The sums of reports and the supplier's last order follow the date.
  expect(await brokenInvariants(server.database.db)).toEqual({})
})
