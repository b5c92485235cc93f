import { beforeAll, describe, expect, test } from 'vitest'
import { type Permissions, roleDefaults } from '#shared/access/roles.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { formatAmount, parseDecimal, sum } from '#shared/money.ts'
import { reportsApi } from '#shared/reports/api.ts'
import { RangeQuery } from '#shared/reports/date-range.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { OrderRow } from '#shared/sales/orders/order.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'

let now = new Date('2026-06-15T12:00:00Z')
let server: TestServer
let admin: Client
const products: string[] = []

const see = (query: RangeQuery = {}, by = admin) => by.do(reportsApi.dashboard, { query })
const cents = (amount: string) => parseDecimal(amount, 2) ?? 0n
const total = (rows: readonly { total: string }[]) => formatAmount(sum(rows.map((row) => cents(row.total))))

beforeAll(async () => {
  server = await startServer({ clock: () => now })
  admin = await server.as('admin')
  const place = await addPlace(admin)
  for (let number = 0; number < 9; number += 1) {
    const price = `${number + 1}.37`
    const product = await addProduct(admin, place, {
      price,
      quantity: number === 8 ? 0 : 400 + number,
      reorderPoint: 300,
    })
    products.push(product.id)
  }
  const account = await addAccount(admin, { paymentTermsDays: 10 })
  const days = ['2024-02-29', '2026-04-30', '2026-05-16', '2026-05-17', '2026-06-01', '2026-06-14', '2026-06-15']
  for (const [at, day] of days.entries()) {
    now = new Date(`${day}T09:00:00Z`)
    for (let number = 0; number < 4; number += 1) {
      const lines = [0, 3].map((step) => [products[(at + number + step) % 8] ?? '', 3 + number] as const)
      const order = await addOrder(admin, account.id, lines)
      const call = { params: { id: order.id }, body: {} }
      if (number > 0) await admin.do(salesApi.confirm, call)
      if (number === 3) await admin.do(salesApi.cancel, { ...call, body: { reason: 'Not wanted' } })
    }
  }
  now = new Date('2026-06-15T12:00:00Z')
})

/** The orders of the list that count as sales in this range. */
async function salesBetween(start: string, end: string): Promise<OrderRow[]> {
  const { data } = await admin.do(salesApi.listOrders, { query: { limit: 200 } })
  return data.filter(
    (order) =>
      !['PENDING', 'CANCELLED', 'RETURNED'].includes(order.status) &&
      order.orderDate >= start &&
      order.orderDate <= end,
  )
}

describe('dashboard of an administrator', () => {
  test('[DASH-01, REP-01] sales of the last 30 days and of the 30 days before equal the orders of the list, day by day', async () => {
    const { range, sales } = await see()
    expect(range).toEqual({ start: '2026-05-17', end: '2026-06-15', groupBy: 'day' })
    const orders = await salesBetween('2026-05-17', '2026-06-15')
    expect(orders).toHaveLength(8)
    expect(sales).toMatchObject({
      total: total(orders),
      orders: 8,
      earliestSale: '2024-02-29',
      latestSale: '2026-06-15',
    })
    expect(sales?.previousTotal).toBe(total(await salesBetween('2026-04-17', '2026-05-16')))
    expect(sales?.periods).toHaveLength(30)
    for (const period of sales?.periods ?? []) {
      const mine = orders.filter((order) => order.orderDate === period.start)
      expect(period).toEqual({ start: period.start, end: period.start, total: total(mine), orders: mine.length })
    }
  })

  test('[REP-01] each grouping covers the range without gaps or overlaps and has the same total', async () => {
    const orders = await salesBetween('2024-02-10', '2026-06-14')
    for (const groupBy of ['day', 'week', 'month', 'year'] as const) {
      const { sales } = await see({ start: '2024-02-10', end: '2026-06-14', groupBy })
      const periods = sales?.periods ?? []
      expect([periods[0]?.start, periods.at(-1)?.end]).toEqual(['2024-02-10', '2026-06-14'])
      for (const [at, period] of periods.entries()) {
        const next = periods[at + 1]
        if (next) expect(Date.parse(next.start) - Date.parse(period.end)).toBe(86_400_000)
        const mine = orders.filter((order) => order.orderDate >= period.start && order.orderDate <= period.end)
        expect(total(mine)).toBe(period.total)
      }
      expect(sales?.total).toBe(total(orders))
      expect(total(periods)).toBe(sales?.total)
    }
  })

  test('[REP-01] the default grouping depends on the length of the range; all time runs from the first sale to the last', async () => {
    const groupings = []
    for (const range of ['7', '30', '90', '365'] as const) groupings.push((await see({ range })).range.groupBy)
    expect(groupings).toEqual(['day', 'day', 'week', 'month'])
    const all = await see({ range: 'all' })
    expect(all.range).toEqual({ start: '2024-02-29', end: '2026-06-15', groupBy: 'month' })
    expect(all.sales).toMatchObject({ orders: 14, previousTotal: null })
    expect((await see({ start: '2020-01-01' })).range).toEqual({
      start: '2020-01-01',
      end: '2026-06-15',
      groupBy: 'year',
    })
  })

  test('[REP-02] the top 7 items are those with the highest sales', async () => {
    const { topItems } = await see({ range: 'all' })
    const sold = new Map<string, { quantity: number; total: bigint }>()
    for (const { id } of await salesBetween('2024-01-01', '2026-12-31')) {
      const { orderLines } = await admin.do(salesApi.getOrder, { params: { id } })
      for (const line of orderLines) {
        const before = sold.get(line.product.id) ?? { quantity: 0, total: 0n }
        sold.set(line.product.id, {
          quantity: before.quantity + line.quantity,
          total: before.total + cents(line.total),
        })
      }
    }
    const best = [...sold].toSorted(([, a], [, b]) => Number(b.total - a.total)).slice(0, 7)
    expect(topItems).toHaveLength(7)
    expect(topItems?.map((item) => [item.id, item.quantity, cents(item.total)])).toEqual(
      best.map(([id, { quantity, total: brought }]) => [id, quantity, brought]),
    )
  })

  test('[DASH-01] orders by status, low stock and receivables equal their lists', async () => {
    await changeSettings(admin, { lowStockThreshold: 10, timeZone: 'UTC' })
    const firstInvoice = (await admin.do(invoicingApi.listInvoices, { query: { paymentStatus: 'Unpaid' } })).data[0]
    await admin.do(invoicingApi.recordPayment, {
      params: { id: firstInvoice?.id ?? '' },
      body: { amount: '1.50', method: 'cash', receivedDate: '2026-06-15' },
    })
    const { ordersByStatus, lowStock, receivables } = await see()
    expect(ordersByStatus).toEqual((await admin.do(salesApi.countOrders, {})).data)

    const listed = async (stockStatus?: 'lowStock' | 'outOfStock') =>
      (await admin.do(inventoryApi.listProducts, { query: stockStatus ? { stockStatus } : {} })).data
    expect(lowStock).toMatchObject({
      products: (await listed()).length,
      low: (await listed('lowStock')).length,
      out: (await listed('outOfStock')).length,
    })
    expect(lowStock?.items[0]).toMatchObject({ available: 0, threshold: 300, stockStatus: 'outOfStock' })

    const invoices = async (query: { paymentStatus?: 'Unpaid' | 'Partially Paid'; overdue?: 'true' }) => {
      const { data } = await admin.do(invoicingApi.listInvoices, { query: { ...query, limit: 200 } })
      return { due: total(data.map((row) => ({ total: row.due }))), invoices: data.length }
    }
    expect(receivables).toMatchObject({
      unpaid: await invoices({ paymentStatus: 'Unpaid' }),
      partiallyPaid: await invoices({ paymentStatus: 'Partially Paid' }),
      invoices: 14,
    })
    // Due 10 days after the order: orders of 1 June and before.
    expect(receivables?.overdue.invoices).toBe(10)
  })

  test('a range without sales has totals of 0 and states the date of the latest sale', async () => {
    const { sales, topItems } = await see({ start: '2025-01-01', end: '2025-01-07' })
    expect(sales).toMatchObject({ total: '0.00', orders: 0, previousTotal: '0.00', latestSale: '2026-06-15' })
    expect(sales?.periods.map((period) => period.total)).toEqual(Array(7).fill('0.00'))
    expect(topItems).toEqual([])
  })

  test('[REP-05] a company without records gets zeros, not an error', async () => {
    const empty = await startServer()
    const { sales, topItems, lowStock, receivables } = await see({ range: 'all' }, await empty.as('admin'))
    expect(sales).toMatchObject({ total: '0.00', orders: 0, earliestSale: null, latestSale: null })
    expect(sales?.periods).toHaveLength(30)
    expect(topItems).toEqual([])
    expect(lowStock).toEqual({ products: 0, low: 0, out: 0, items: [] })
    expect(receivables).toMatchObject({ due: '0.00', invoices: 0, overdue: { due: '0.00', invoices: 0 } })
  })

  test('needs at most seven SQL statements, including the one for the session', async () => {
    const answer = await admin.call(reportsApi.dashboard, { query: { range: 'all' } })
    const statements = /desc="(\d+)"/.exec(answer.headers.get('server-timing') ?? '')?.[1]
    expect(Number(statements)).toBeLessThanOrEqual(7)
  })
})

describe('permissions on the dashboard', () => {
  const parts = ['ordersByStatus', 'sales', 'topItems', 'lowStock', 'stoppedShipments', 'receivables'] as const
  const shown = async (by: Client) => {
    const figures = await see({ range: 'all' }, by)
    return parts.filter((part) => figures[part] !== null)
  }
  const view = { view: true }

  test('[DASH-01, NAV-19] each role gets the parts that it may view; the other parts are null', async () => {
    const custom: Permissions = { invoices: view }
    expect(await shown(await server.as('staff'))).toEqual(['lowStock'])
    expect(await shown(await server.as('sales_rep'))).toEqual([
      'ordersByStatus',
      'sales',
      'topItems',
      'stoppedShipments',
    ])
    expect(await shown(await server.as('driver'))).toEqual([])
    expect(await shown(await server.as('staff', { shipping: view }))).toEqual(['stoppedShipments'])
    expect(await shown(await server.as('staff', custom))).toEqual(['sales', 'topItems', 'receivables'])
    expect(await shown(await server.as('staff', {}))).toEqual([])
    expect(await shown(await server.as('admin', roleDefaults.admin))).toEqual(parts)
  })

  test('customers (403) and users without a session (401) are refused', async () => {
    const customer = await server.as('customer')
    expect((await customer.call(reportsApi.dashboard, {})).status).toBe(403)
    expect((await server.nobody.call(reportsApi.dashboard, {})).status).toBe(401)
  })
})

describe('ranges of the dashboard', () => {
  test.each([
    ['an end before the start', 'start=2026-02-02&end=2026-02-01', 'end'],
    ['a day that does not exist', 'start=2026-02-30', 'start'],
    ['a start after today alone', 'start=2026-07-01', 'start'],
    ['a preset with a start', 'range=30&start=2026-01-01', 'range'],
    ['another preset', 'range=31', 'range'],
    ['another grouping', 'groupBy=hour', 'groupBy'],
    ['too many periods', 'start=1900-01-01&end=2999-12-31&groupBy=day', 'groupBy'],
    ['a year out of bounds', 'start=0000-01-01', 'start'],
    ['an unknown key', 'from=2026-01-01', 'from'],
  ])('%s is refused with 422', async (_, query, field) => {
    const answer = await admin.send('GET', `/api/dashboard?${query}`)
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]])
  })

  test('[REP-01] errors for a missing or out-of-bounds date say so and show the bounds in the display format', async () => {
    const startOf = async (day: string) =>
      (await admin.send('GET', `/api/dashboard?start=${day}&end=2026-06-01`)).body.fields?.['start']
    expect(await startOf('')).toBe('is required')
    expect(await startOf('2999')).toBe('is not a date (YYYY-MM-DD)')
    const { error } = RangeQuery.safeParse({ start: '', end: '3000-01-01' })
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['start', 'is required'],
      ['end', 'must be between 1 Jan 1900 and 31 Dec 2999'],
    ])
  })

  test('accepts the longest range', async () => {
    const { sales } = await see({ start: '1900-01-01', end: '2999-12-31' })
    expect(sales).toMatchObject({ orders: 14 })
    expect(sales?.periods).toHaveLength(1100)
  })

  test('today is the current day in the company’s time zone', async () => {
    now = new Date('2026-06-15T23:30:00Z')
    const zone = (timeZone: string) => changeSettings(admin, { lowStockThreshold: 10, timeZone })
    await zone('Pacific/Auckland')
    expect((await see({ range: '7' })).range).toMatchObject({ start: '2026-06-10', end: '2026-06-16' })
    await zone('America/Los_Angeles')
    expect((await see({ range: '7' })).range).toMatchObject({ start: '2026-06-09', end: '2026-06-15' })
    await zone('UTC')
  })
})
