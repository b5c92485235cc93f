import { beforeAll, expect, test } from 'vitest'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { formatAmount, parseDecimal } from '#shared/money.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import * as more from '#shared/reports/more-reports.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addPlace, addProduct, deliveredOrder, placePurchase } from '#test/builders.ts'
import { inDays } from '#test/lots.ts'
import { type Client, startServer } from '#test/server.ts'

let admin: Client
const cents = (amount: unknown) => parseDecimal(String(amount), 2) ?? 0n

let now = new Date()

beforeAll(async () => {
  const server = await startServer({ clock: () => now })
  admin = await server.as('admin')
})

test('landed cost includes fees; the margin uses the landed cost of the shipped lots; price changes and supplier service', async () => {
  const place = await addPlace(admin)
  const product = await addProduct(admin, place, { price: '10.00', cost: '9.99', lotControlled: true })
  const today = new Date().toISOString().slice(0, 10)
  const buy = async (unitCost: string, freight: string, lotNumber: string) => {
    const order = await admin.do(purchasingApi.createPurchaseOrder, {
      body: {
        supplierId: place.supplier.id,
        locationId: place.warehouse.id,
        expectedDate: today,
        lines: [{ itemId: product.id, quantity: 10, unitCost }],
        fees: [{ kind: 'freight', amount: freight }],
      },
    })
    const at = { params: { id: order.id } }
    await admin.do(purchasingApi.submit, { ...at, body: {} })
    const lines = order.orderLines.map(({ id }) => ({
      lineId: id,
      quantity: 10,
      lotNumber,
      expiryDate: inDays(lotNumber === 'A-1' ? 90 : 180),
    }))
    await admin.do(purchasingApi.receive, { ...at, body: { lines } })
  }
  await buy('2.00', '5.00', 'A-1')
  await buy('4.00', '5.00', 'A-2')
  const account = await addAccount(admin)
  await deliveredOrder(admin, account.id, [[product.id, 12]])
  const { data } = await admin.do(lotsApi.listLots, { query: { product: product.id } })
  const left = Object.fromEntries(data.map((lot) => [lot.lotNumber, lot.onHand]))
  const sold = { first: 10 - (left['A-1'] ?? 0), second: 10 - (left['A-2'] ?? 0) }
  const cost = formatAmount(BigInt(sold.first * 250 + sold.second * 450))
  const query = { range: '7', by: 'item', all: 'true' } as const
  const margin = await admin.do(more.marginReport.read, { query })
  const row = margin.rows.find(({ key }) => key === product.id)
  expect(sold.first + sold.second).toBe(12)
  expect(row?.current).toEqual({ net: '120.00', cost, margin: formatAmount(12_000n - cents(cost)), quantity: 12 })
  const landed = await admin.do(more.landedCostReport.read, { query })
  expect(landed.rows.find(({ key }) => key === product.id)?.current).toEqual({
    goods: '60.00',
    fees: '10.00',
    expensed: '0.00',
    quantity: 20,
  })
  const changes = await admin.do(more.priceChangesReport.read, { query })
  expect(changes.rows.find(({ key }) => key === product.id)?.current).toEqual({
    change: '20.00',
    lines: 1,
    spend: '40.00',
  })
  const service = await admin.do(more.supplierServiceReport.read, { query: { ...query, by: 'supplier' } })
  expect(service.rows.find(({ key }) => key === place.supplier.id)?.current).toMatchObject({
    orders: 2,
    both: 2,
    onTime: 2,
    inFull: 2,
    leadDays: 0,
    promisedDays: 0,
  })
})

test('[REP-02] on time in full: an order is in full unless it was split or goods were refused; a late one is not on time', async () => {
  const place = await addPlace(admin)
  const product = await addProduct(admin, place, { quantity: 100 })
  const account = await addAccount(admin)
  const today = now.toISOString().slice(0, 10)
  const day = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const deliver = async (
    requestedDate: string | null,
    { picked, refused = 0 }: { picked?: number; refused?: number } = {},
  ) => {
    const body = { accountId: account.id, requestedDate, lines: [{ productId: product.id, quantity: 5 }] }
    const { id, orderLines } = await admin.do(salesApi.createOrder, { body })
    const lines = orderLines.map((line) => ({ lineId: line.id, quantity: picked ?? 5 }))
    await admin.do(salesApi.confirm, { params: { id }, body: {} })
    const ready = await admin.do(salesApi.ready, {
      params: { id },
      body: picked === undefined ? {} : { picked: lines },
    })
    const rest = ready.children.map((child) => child.id)
    for (const one of [id, ...rest]) {
      const at = { params: { id: one }, body: {} }
      if (one !== id) {
        await admin.do(salesApi.confirm, at)
        await admin.do(salesApi.ready, at)
      }
      const { shipments } = await admin.do(salesApi.getOrder, { params: at.params })
      await admin.do(salesApi.assign, { ...at, body: { method: 'carrier', carrier: 'Blue Van' } })
      await admin.do(salesApi.handOver, at)
      const { lines: sent } = await admin.do(shipmentsApi.getShipment, { params: { id: shipments[0]?.id ?? '' } })
      const handed = sent.map((line) => ({
        lineId: line.id,
        delivered: line.quantity - refused,
        refused,
        damaged: 0,
      }))
      await admin.do(salesApi.deliver, { ...at, body: { receivedBy: 'Ward', reason: 'Slip', lines: handed } })
    }
  }
  await deliver(today)
  await deliver(day(3))
  await deliver(day(-1))
  await deliver(today, { picked: 2 })
  await deliver(today, { refused: 1 })
  await deliver(null)
  const { rows, totals } = await admin.do(more.onTimeReport.read, {
    query: { start: today, end: today, by: 'customer' },
  })
  // Three whole orders, two parts of a split one, and one with a refused piece; only one of them was late.
  const sums = { orders: 6, onTime: 5, inFull: 3, both: 2 }
  expect(rows.find(({ key }) => key === account.id)?.current).toEqual(sums)
  expect(totals.current).toEqual(sums)
})

test('the figures of a line on a day do not depend on the requested range', async () => {
  const place = await addPlace(admin)
  const product = await addProduct(admin, place, { price: '10.00', lotControlled: true })
  const account = await addAccount(admin)
  for (const lotNumber of ['B-1', 'B-2']) {
    const purchase = await placePurchase(admin, place, [[product.id, 1, '6.00']])
    const lines = purchase.orderLines.map(({ id }) => ({
      lineId: id,
      quantity: 1,
      lotNumber,
      expiryDate: inDays(lotNumber === 'B-1' ? 90 : 180),
    }))
    await admin.do(purchasingApi.receive, { params: { id: purchase.id }, body: { lines } })
  }
  // 19.99 for two pieces: one of them gets the half cent.
  const { id } = await admin.do(salesApi.createOrder, {
    body: {
      accountId: account.id,
      lines: [{ productId: product.id, quantity: 2 }],
      discount: { kind: 'amount', value: '0.01' },
    },
  })
  const at = { params: { id }, body: {} }
  await admin.do(salesApi.confirm, at)
  const first = now.toISOString().slice(0, 10)
  await admin.do(salesApi.ready, at)
  now = new Date(now.getTime() + 2 * 86_400_000)
  const day = now.toISOString().slice(0, 10)
  await admin.do(salesApi.reverse, { params: { id }, body: { reason: 'Packed wrongly' } })
  const recordsOf = async (start: string) => {
    const { data } = await admin.do(more.marginReport.records, {
      query: { start, end: day, by: 'item', key: product.id },
    })
    return data.filter((record) => record.day === day)
  }
  const found = await recordsOf(day)
  expect(found.map(({ figures }) => figures['net']).toSorted()).toEqual(['-10.00', '-9.99'])
  expect(found).toEqual(await recordsOf(first))
  const { totals } = await admin.do(more.marginReport.read, { query: { start: day, end: day } })
  expect(totals.current).toMatchObject({ net: '-19.99', quantity: -2 })
  expect(totals.previous).toMatchObject({ net: '0.00' })
})
