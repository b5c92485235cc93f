import { beforeAll, describe, expect, test } from 'vitest'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { formatAmount, parseDecimal } from '#shared/money.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { itemsReport, reports } from '#shared/reports/reports.ts'
import * as more from '#shared/reports/more-reports.ts'
import type { Figures } from '#shared/reports/report.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { loadDemoCompany } from '#server/demo/company.ts'
import { addAccount, addPlace, addProduct, deliveredOrder } from '#test/builders.ts'
import { inDays } from '#test/lots.ts'
import { expectedOf, type ReportRecord } from '#test/report-sums.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
const cents = (amount: unknown) => parseDecimal(String(amount), 2) ?? 0n
const add = (one: Figures, other: Figures): Figures =>
  Object.fromEntries(
    Object.entries(one).map(([name, value]) => [
      name,
      typeof value === 'string' ? formatAmount(cents(value) + cents(other[name])) : Number(value) + Number(other[name]),
    ]),
  )

beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  await loadDemoCompany(server.database, admin.userId)
}, 120_000)

describe('drill-down', () => {
  test.each(reports.map((report) => [report.name, report] as const))(
    '[REP-02] %s: periods, rows and records add up to the figures',
    async (_name, report) => {
      for (const by of Object.keys(report.dimensions)) {
        const query = { range: '90', groupBy: 'month', by, all: 'true' } as const
        const { totals, periods, rows, range } = await admin.do(report.read, { query })
        const zero = Object.fromEntries(
          Object.entries(report.measures).map(([name, { unit }]) => [name, unit === 'money' ? '0.00' : 0]),
        )
        expect(periods.map(({ current }) => current).reduce(add, zero)).toEqual(totals.current)
        expect(rows.map(({ current }) => current).reduce(add, zero)).toEqual(totals.current)
        // Orders that are no sale count in the report of statuses alone.
        const span = { start: range.start, end: range.end }
        const whole = await admin.do(report.records, { query: span })
        expect(whole.totals).toEqual(totals.current)
        const [first] = rows
        if (!first) continue
        const part = await admin.do(report.records, {
          query: { ...span, by, limit: 200, ...(first.key !== null && { key: first.key }) },
        })
        expect(part.totals).toEqual(first.current)
        if (report.name !== 'orders' && first.key !== null) expect(part.label).toBe(first.label)
        if (part.nextCursor === null)
          expect(part.data.map(({ figures }) => figures).reduce(add, zero)).toEqual(first.current)
      }
    },
    60_000,
  )

  test('[REP-02] an item opens the lines of its orders, page by page', async () => {
    const { rows } = await admin.do(itemsReport.read, { query: { range: '90', by: 'item' } })
    const key = rows[0]?.key ?? ''
    const query = { range: '90', by: 'item', key, limit: 2 } as const
    const first = await admin.do(itemsReport.records, { query })
    const second = await admin.do(itemsReport.records, { query: { ...query, cursor: first.nextCursor ?? '' } })
    expect(first.data).toHaveLength(2)
    expect(first.data[0]?.kind).toBe('order')
    const ids = [...first.data, ...second.data].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(second.totals).toEqual(first.totals)
  })

  test('what a report does not have is refused', async () => {
    for (const query of ['by=colour', 'range=8', 'unknown=1', 'cursor=x'])
      expect([query, (await admin.send('GET', `/api/reports/margin/records?${query}`)).status]).not.toEqual([
        query,
        200,
      ])
    expect((await server.nobody.send('GET', '/api/reports/margin/records')).status).toBe(401)
    expect((await (await server.as('driver')).send('GET', '/api/reports/margin')).status).toBe(403)
    expect((await (await server.as('staff')).send('GET', '/api/reports/activity')).status).toBe(403)
  })
})

describe('against the books', () => {
  const range = { range: '365', groupBy: 'month', all: 'true' } as const

  test('sales tax is that of the lines of all invoices that stand, less credit notes', async () => {
    const records: ReportRecord[] = []
    for (const { id, voided } of (await admin.do(invoicingApi.listInvoices, { query: { limit: 200 } })).data) {
      if (voided) continue
      const invoice = await admin.do(invoicingApi.getInvoice, { params: { id } })
      records.push({ day: invoice.issuedDate, key: null, figures: { tax: invoice.tax, total: invoice.total } })
    }
    const reply = await admin.do(more.taxReport.read, { query: { ...range, by: 'rate' } })
    const gross = records.reduce((sum, { figures }) => sum + cents(figures['total']), 0n)
    const { net, tax } = reply.totals.current
    expect(records.length).toBeGreaterThan(20)
    const credited = (await admin.do(more.taxReport.records, { query: { range: '365', limit: 200 } })).data.filter(
      ({ figures }) => cents(figures['net']) < 0n,
    )
    const back = credited.reduce((sum, { figures }) => sum + cents(figures['net']) + cents(figures['tax']), 0n)
    expect(cents(net) + cents(tax)).toBe(gross + back)
  })

  test('on time in full is that of the delivered orders with a requested day', async () => {
    const records: ReportRecord[] = []
    for (const order of (await admin.do(salesApi.listOrders, { query: { limit: 200, status: 'DELIVERED' } })).data) {
      const one = await admin.do(salesApi.getOrder, { params: { id: order.id } })
      if (!one.requestedDate || !one.deliveredDate) continue
      const onTime = Number(one.deliveredDate <= one.requestedDate)
      records.push({ day: one.deliveredDate, key: one.account.id, figures: { orders: 1, onTime } })
    }
    const reply = await admin.do(more.onTimeReport.read, { query: { ...range, by: 'customer' } })
    const expected = expectedOf(reply, records, { orders: 0, onTime: 0 })
    const seen = ({ orders = 0, onTime = 0 }: Figures) => ({ orders, onTime })
    expect(seen(reply.totals.current)).toEqual(expected.totals.current)
    expect(reply.periods.map(({ current }) => seen(current))).toEqual(expected.periods)
    for (const { key, current } of reply.rows) expect(seen(current)).toEqual(expected.rows.get(key)?.current)
  })

  test('landed cost is what receipts cost; the margin takes the very lots, shipped in part or taken back', async () => {
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
      quantity: 20,
    })
    const changes = await admin.do(more.priceChangesReport.read, { query })
    expect(changes.rows.find(({ key }) => key === product.id)?.current).toEqual({
      change: '20.00',
      lines: 1,
      spend: '45.00',
    })
    const service = await admin.do(more.supplierServiceReport.read, { query: { ...query, by: 'supplier' } })
    expect(service.rows.find(({ key }) => key === place.supplier.id)?.current).toMatchObject({
      orders: 2,
      both: 2,
      leadDays: 0,
    })
  })

  test('margins over the whole company are shipped pieces at their lots', async () => {
    const shipped = new Map<string, number>()
    for (const { id } of (await admin.do(inventoryApi.listProducts, { query: { limit: 200 } })).data) {
      const { data } = await admin.do(inventoryApi.listStockHistory, { params: { id }, query: { limit: 200 } })
      const pieces = data
        .filter((entry) => ['SHIP', 'UNSHIP', 'RESTOCK'].includes(entry.effect))
        .reduce((sum, entry) => sum - entry.onHandChange, 0)
      if (pieces !== 0) shipped.set(id, pieces)
    }
    const { rows } = await admin.do(more.marginReport.read, { query: { range: '365', by: 'item', all: 'true' } })
    expect(Object.fromEntries(rows.map(({ key, current }) => [key, current['quantity']]))).toEqual(
      Object.fromEntries(shipped),
    )
    for (const { current } of rows)
      expect(cents(current['net']) - cents(current['cost'])).toBe(cents(current['margin']))
  })
})
