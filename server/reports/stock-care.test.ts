import { beforeAll, expect, test } from 'vitest'
import { countsApi } from '#shared/inventory/counts/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { countAccuracyReport, expiryCostReport, recallsReport } from '#shared/reports/inventory-reports.ts'
import { addAccount, addPlace, addProduct, deliveredOrder, placePurchase } from '#test/builders.ts'
import { confirmed, packCancelAndConfirm } from '#test/lots.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let now = new Date('2026-03-02T10:00:00Z')
let server: TestServer
let admin: Client
const on = (day: string) => {
  now = new Date(`${day}T10:00:00Z`)
}

/** A product with one lot, bought for 2.50 a piece. */
async function boughtLot(lotNumber: string, quantity: number, expiryDate: string) {
  const place = await addPlace(admin)
  const product = await addProduct(admin, place, { lotControlled: true, cost: '9.00' })
  const order = await placePurchase(admin, place, [[product.id, quantity, '2.50']])
  const lines = order.orderLines.map((line) => ({ lineId: line.id, quantity, lotNumber, expiryDate }))
  await admin.do(purchasingApi.receive, { params: { id: order.id }, body: { lines } })
  const { data } = await admin.do(lotsApi.listLots, { query: { product: product.id } })
  return { place, product, lotId: data[0]?.id ?? '' }
}

beforeAll(async () => {
  server = await startServer({ clock: () => now })
  admin = await server.as('admin')
})

test('[REP-03] expiry cost counts the remaining stock of a lot on expiry, and later write-offs, at the cost of the lot', async () => {
  on('2026-03-02')
  const { product, lotId } = await boughtLot('E-1', 40, '2026-03-20')
  const account = await addAccount(admin)
  await deliveredOrder(admin, account.id, [[product.id, 15]])
  on('2026-03-20')
  const rowOf = async () => {
    const { rows } = await admin.do(expiryCostReport.read, { query: { range: '30', by: 'item', all: 'true' } })
    return rows.find(({ key }) => key === product.id)?.current
  }
  expect(await rowOf(), 'its last day').toBeUndefined()
  on('2026-03-25')
  const reduced = { quantity: 4, reason: 'damaged_quantity' as const, lotId }
  await admin.do(inventoryApi.reduceStock, { params: { id: product.id }, body: reduced })
  expect(await rowOf()).toEqual({ expired: '62.50', quantity: 25, writtenOff: '10.00' })
  const { data } = await admin.do(expiryCostReport.records, { query: { range: '30', by: 'item', key: product.id } })
  expect(data.map(({ day, kind, recordId }) => [day, kind, recordId])).toEqual([
    ['2026-03-25', 'lot', lotId],
    ['2026-03-21', 'lot', lotId],
  ])
})

test('[REP-03] count accuracy counts lines of applied counts that matched the ledger, and the differences of the others', async () => {
  on('2026-04-10')
  const place = await addPlace(admin)
  for (const quantity of [10, 20, 30]) await addProduct(admin, place, { quantity, cost: '2.50' })
  const { id } = await admin.do(countsApi.planCount, {
    body: { locationId: place.warehouse.id, recountPercent: 100, blind: false },
  })
  const params = { id }
  await admin.do(countsApi.startCount, { params, body: {} })
  for (const line of (await admin.do(countsApi.listCountLines, { params, query: {} })).data) {
    const off = { 10: 0, 20: 3, 30: -2 }[line.expected ?? 0] ?? 0
    const at = { params: { id, lineId: line.id }, body: { counted: (line.expected ?? 0) + off } }
    await admin.do(countsApi.countLine, at, { version: line.version })
  }
  await admin.do(countsApi.finishCount, { params, body: { leaveOut: false } })
  const read = async () =>
    (await admin.do(countAccuracyReport.read, { query: { range: '7', by: 'location', all: 'true' } })).rows.find(
      ({ key }) => key === place.warehouse.id,
    )?.current
  expect(await read(), 'not applied').toBeUndefined()
  const { version } = await admin.do(countsApi.getCount, { params })
  await admin.do(countsApi.approveCount, { params, body: {} }, { version })
  expect(await read()).toEqual({ lines: 3, exact: 1, expected: 60, off: 5, value: '12.50' })
  const { data } = await admin.do(countAccuracyReport.records, { query: { range: '7' } })
  expect(data.map(({ kind, recordId }) => [kind, recordId])).toEqual(
    Array.from({ length: 3 }, () => ['stock-count', id]),
  )
})

test('[REP-03] recalls report counts lots, shipped pieces, notified customers and returned pieces', async () => {
  on('2026-05-04')
  const { place, product, lotId } = await boughtLot('R-1', 30, '2027-01-31')
  const account = await addAccount(admin)
  await deliveredOrder(admin, account.id, [[product.id, 12]])
  const { id: reopened } = await confirmed(admin, account.id, [[product.id, 10]])
  await packCancelAndConfirm(admin, reopened)
  on('2026-05-06')
  const { recall } = await admin.do(recallsApi.startRecall, {
    body: { lotIds: [lotId], reason: 'Seal breaks', instruction: 'Do not use' },
  })
  const params = { id: recall.id }
  await admin.do(recallsApi.tell, { params: { ...params, accountId: account.id }, body: { how: 'phone' } })
  await admin.do(recallsApi.comeBack, {
    params,
    body: { accountId: account.id, lotId, locationId: place.warehouse.id, quantity: 5 },
  })
  const query = { range: '7', by: 'recall', all: 'true' } as const
  const row = async () => (await admin.do(recallsReport.read, { query })).rows.find(({ key }) => key === recall.id)
  expect(await row()).toMatchObject({
    label: recall.number,
    current: { lots: 1, shipped: 12, notified: 1, returned: 5 },
  })
})
