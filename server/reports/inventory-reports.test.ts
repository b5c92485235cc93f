import { beforeAll, describe, expect, test } from 'vitest'
import { journalApi } from '#shared/accounting/journal-api.ts'
import { auditsApi } from '#shared/inventory/stock/audits-api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { priceHistoryApi } from '#shared/inventory/products/price-history-api.ts'
import { divideHalfEven, formatAmount, parseDecimal } from '#shared/money.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { stockValueReport } from '#shared/reports/inventory-reports.ts'
import { inventoryReportsApi, type StockReport } from '#shared/reports/inventory-api.ts'
import { prospectsReport } from '#shared/reports/reports.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { addAccount, addPlace, addProduct, completeReturn, deliveredOrder, placePurchase } from '#test/builders.ts'
import { companySeeds, randomFrom } from '#test/companies/random-company.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let now = new Date('2026-03-01T12:00:00Z')
let server: TestServer
let admin: Client
const on = (day: string) => {
  now = new Date(`${day}T10:00:00Z`)
}
const products: { id: string; supplier: string; category: string }[] = []
const days = ['2026-03-01', '2026-03-20', '2026-04-02', '2026-04-28', '2026-05-10', '2026-05-30', '2026-06-10']

/** Products whose cost changes with receipts; sold, counted and bought on many days. */
async function build(seed: number) {
  const pick = randomFrom(seed)
  const places = [await addPlace(admin), await addPlace(admin)]
  const account = await addAccount(admin)
  const mine: { id: string; place: (typeof places)[number] }[] = []
  for (let number = 0; number < 6; number += 1) {
    const place = places[number % 2] ?? places[0]
    if (!place) continue
    const { id } = await addProduct(admin, place, { cost: `${1 + pick(4)}.${pick(10)}7`, quantity: 100 + pick(300) })
    mine.push({ id, place })
    products.push({ id, supplier: place.supplier.id, category: place.category.name })
  }
  for (const day of days) {
    on(day)
    const one = mine[pick(5)]
    const other = mine[pick(5)]
    if (!one || !other) continue
    await deliveredOrder(admin, account.id, [[one.id, 1 + pick(10)]])
    const order = await placePurchase(admin, other.place, [[other.id, 10 + pick(50), `${1 + pick(5)}.${pick(10)}0`]])
    on(`${day.slice(0, 8)}${String(Number(day.slice(8)) + (day.endsWith('30') ? 0 : 1)).padStart(2, '0')}`)
    await admin.do(purchasingApi.receive, {
      params: { id: order.id },
      body: { lines: order.orderLines.map((line) => ({ lineId: line.id, quantity: line.quantity })) },
    })
    const { position, onHand, committed } = await admin.do(inventoryApi.getProduct, {
      params: { id: one.id },
    })
    await admin.do(auditsApi.auditStock, {
      params: { id: one.id },
      body: { totalQuantity: onHand - pick(4), committedQuantity: committed, reason: 'physical_audit', position },
    })
  }
  now = new Date('2026-06-15T12:00:00Z')
}

interface Movement {
  day: string
  quantity: number
  effect: string
  reason: string
}

/** All movements and costs of a product from the API. */
async function historyOf(id: string) {
  const { data: entries } = await admin.do(inventoryApi.listStockHistory, { params: { id }, query: { limit: 200 } })
  const { data: prices } = await admin.do(priceHistoryApi.listPriceHistory, { params: { id }, query: { limit: 200 } })
  const product = await admin.do(inventoryApi.getProduct, { params: { id } })
  const costs = prices.filter(({ kind }) => kind === 'cost').toReversed()
  const moved = entries.map((entry) => ({
    day: entry.at.slice(0, 10),
    quantity: entry.onHandChange,
    effect: entry.effect,
    reason: entry.reason,
  }))
  const costOn = (day: string): bigint => {
    const until = costs.filter(({ at }) => at.slice(0, 10) <= day)
    const amount = until.at(-1)?.to ?? costs[0]?.from ?? product.cost
    return parseDecimal(String(amount), 4) ?? 0n
  }
  return { product, moved: moved as Movement[], costOn }
}

const money = (tenThousandths: bigint) => formatAmount(divideHalfEven(tenThousandths, 100n))

const histories: Awaited<ReturnType<typeof historyOf>>[] = []

/** Computes every figure in plain loops. */
async function expected({ start, end }: { start: string; end: string }, periods: StockReport['periods']) {
  // Products of the earlier companies don't change any more.
  for (const { id } of products.slice(histories.length)) histories.push(await historyOf(id))
  const levelOn = (moved: Movement[], day: string) =>
    moved.filter((one) => one.day <= day).reduce((sum, one) => sum + one.quantity, 0)
  const valueOn = (day: string, which = histories) =>
    money(which.reduce((sum, { moved, costOn }) => sum + BigInt(levelOn(moved, day)) * costOn(day), 0n))
  let sales = 0n
  const changes = new Map<string, { quantity: number; value: bigint }>()
  for (const { moved, costOn } of histories) {
    for (const { day, quantity, effect, reason } of moved) {
      if (day < start || day > end || quantity === 0) continue
      const value = BigInt(quantity) * costOn(day)
      if (['SHIP', 'UNSHIP', 'RESTOCK', 'COME_BACK'].includes(effect)) sales -= value
      if (!['ADD', 'REDUCE', 'ADJUST', 'WRITE_OFF', 'SCRAP'].includes(effect)) continue
      const before = changes.get(`${effect} ${reason}`) ?? { quantity: 0, value: 0n }
      changes.set(`${effect} ${reason}`, { quantity: before.quantity + quantity, value: before.value + value })
    }
  }
  const dead = histories.filter(
    ({ moved }) =>
      levelOn(moved, end) > 0 &&
      !moved.some(({ day, effect, quantity }) => day >= start && day <= end && effect === 'SHIP' && quantity !== 0),
  )
  const before = new Date(Date.parse(`${start}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  // The rounding difference of one product carries over to the next, so that the parts add up to the total.
  const byCategory: Record<string, bigint> = {}
  let upTo = 0n
  for (const { product, moved, costOn } of histories.toSorted((a, b) => (a.product.id < b.product.id ? -1 : 1))) {
    const value = BigInt(levelOn(moved, end)) * costOn(end)
    const cents = divideHalfEven(upTo + value, 100n) - divideHalfEven(upTo, 100n)
    byCategory[product.category] = (byCategory[product.category] ?? 0n) + cents
    upTo += value
  }
  return {
    value: { start: valueOn(before), end: valueOn(end) },
    periods: periods.map((period) => valueOn(period.end)),
    costOfSales: money(sales),
    changes: Object.fromEntries([...changes].map(([key, { quantity, value }]) => [key, [quantity, money(value)]])),
    dead: { products: dead.length, value: valueOn(end, dead) },
    byCategory: Object.fromEntries(Object.entries(byCategory).map(([name, cents]) => [name, formatAmount(cents)])),
  }
}

const summary = (report: StockReport) => ({
  value: report.value,
  periods: report.periods.map(({ value }) => value),
  costOfSales: report.costOfSales,
  changes: Object.fromEntries(report.changes.map((one) => [`${one.effect} ${one.reason}`, [one.quantity, one.value]])),
  dead: { products: report.dead.products, value: report.dead.value },
  byCategory: Object.fromEntries(report.byCategory.map(({ label, value }) => [label, value])),
})

beforeAll(async () => {
  server = await startServer({ clock: () => now })
  admin = await server.as('admin')
})

describe('the inventory report', () => {
  test.each(companySeeds(2))(
    '[REP-03] Financial: every figure equals the sum of stock and price histories (company %i)',
    async (seed) => {
      on('2026-03-01')
      await build(seed)
      for (const query of [
        { range: '30' },
        { range: '90', groupBy: 'day' },
        { range: 'all' },
        { start: '2026-03-15', end: '2026-05-15', groupBy: 'week' },
        { start: '2026-02-01', end: '2026-04-02', groupBy: 'year' },
      ] as const) {
        const report = await admin.do(inventoryReportsApi.stock, { query })
        expect(summary(report)).toEqual(await expected(report.range, report.periods))
        const sum = (parts: StockReport['byCategory']) => parts.reduce((all, { quantity }) => all + quantity, 0)
        expect(sum(report.byLocation)).toBe(sum(report.byCategory))
        // The tile links to a report with the same figures.
        const { totals } = await admin.do(stockValueReport.read, { query })
        expect(totals.current['average']).toBe(report.value.end)
        expect(sum(report.bySupplier)).toBe(sum(report.byCategory))
      }
    },
    240_000,
  )

  test('[REP-03] turns and days of supply follow from the cost of sales and the average value', async () => {
    const report = await admin.do(inventoryReportsApi.stock, { query: { range: '90', groupBy: 'month' } })
    const values = [report.value.start, ...report.periods.map(({ value }) => value)].map(Number)
    const average = values.reduce((sum, value) => sum + value, 0) / values.length
    const turns = (Number(report.costOfSales) * 365) / 90 / average
    expect(report.turns).toBeCloseTo(turns, 1)
    expect(report.daysOfSupply).toBe(Math.round(365 / turns))
  })

  test('[REP-03] the cost of sales equals that of the journal: shipments minus customer returns', async () => {
    on('2026-06-20')
    const place = await addPlace(admin)
    const product = await addProduct(admin, place, { cost: '3.00', quantity: 50 })
    const order = await deliveredOrder(admin, (await addAccount(admin)).id, [[product.id, 10]])
    const { lines } = await admin.do(returnsApi.listReturnable, { params: { id: order.id } })
    const back = await admin.do(returnsApi.createReturn, {
      body: {
        orderId: order.id,
        lines: lines.map(({ orderLineId, lot }) => ({
          orderLineId,
          lotId: lot.id,
          quantity: 4,
          reason: 'damaged' as const,
        })),
      },
    })
    await completeReturn(admin, back, [{ disposition: 'restock', quantity: 4 }], place.warehouse.id)
    const day = { start: '2026-06-20', end: '2026-06-20' }
    const { costOfSales } = await admin.do(inventoryReportsApi.stock, { query: day })
    const { rows } = await admin.do(journalApi.trialBalance, { query: { from: day.start, until: day.end } })
    const booked = rows.find(({ account }) => account === '5000')
    expect(costOfSales).toBe('18.00')
    expect(Number(booked?.debit) - Number(booked?.credit)).toBe(Number(costOfSales))
  })

  test('[REP-03] the parts of the stock value add up to its total to the cent and equal the stock value report', async () => {
    on('2026-06-21')
    for (let number = 0; number < 3; number += 1)
      await addProduct(admin, await addPlace(admin), { cost: '0.3333', quantity: 1 })
    const query = { range: '7', all: 'true' } as const
    const { value, ...parts } = await admin.do(inventoryReportsApi.stock, { query: { range: '7' } })
    for (const [by, of] of [
      ['category', parts.byCategory],
      ['location', parts.byLocation],
      ['supplier', parts.bySupplier],
    ] as const) {
      const cents = of.reduce((all, part) => all + (parseDecimal(part.value, 2) ?? 0n), 0n)
      expect([by, formatAmount(cents)]).toEqual([by, value.end])
      const { rows } = await admin.do(stockValueReport.read, { query: { ...query, by } })
      const valueOf = Object.fromEntries(rows.map(({ key, current }) => [key, current['average']]))
      expect(Object.fromEntries(of.map((part) => [part.key, part.value]))).toEqual(valueOf)
    }
  })

  test('[REP-03] Purchases: lead times and punctuality of each supplier', async () => {
    on('2026-06-15')
    const place = await addPlace(admin)
    const product = await addProduct(admin, place)
    const receiveOn = async (expectedDate: string, day: string) => {
      on('2026-06-15')
      const order = await admin.do(purchasingApi.createPurchaseOrder, {
        body: {
          supplierId: place.supplier.id,
          locationId: place.warehouse.id,
          expectedDate,
          lines: [{ itemId: product.id, quantity: 5, unitCost: '1.00' }],
          fees: [],
        },
      })
      const at = { params: { id: order.id } }
      await admin.do(purchasingApi.submit, { ...at, body: {} })
      on(day)
      const lines = order.orderLines.map((line) => ({ lineId: line.id, quantity: 5 }))
      await admin.do(purchasingApi.receive, { ...at, body: { lines } })
    }
    await receiveOn('2026-06-20', '2026-06-18')
    await receiveOn('2026-06-20', '2026-06-25')
    const { data } = await admin.do(inventoryReportsApi.supplierDeliveries, {
      query: { start: '2026-06-16', end: '2026-06-30' },
    })
    expect(data).toEqual([
      {
        id: place.supplier.id,
        name: place.supplier.name,
        receipts: 2,
        leadTimeDays: 6.5,
        promisedDays: 5,
        promised: 2,
        onTime: 1,
      },
    ])
  })

  test('[REP-03] Low Stock: days until out of stock at the consumption of the range, and quantities on order', async () => {
    on('2026-06-28')
    const place = await addPlace(admin)
    const product = await addProduct(admin, place, { name: 'Low gauze', quantity: 40, reorderPoint: 50 })
    await deliveredOrder(admin, (await addAccount(admin)).id, [[product.id, 20]])
    await placePurchase(admin, place, [[product.id, 33, '1.00']])
    const { data, total } = await admin.do(inventoryReportsApi.lowStock, { query: { range: '30' } })
    expect(total).toBe(data.length)
    expect(data.find(({ id }) => id === product.id)).toEqual({
      id: product.id,
      name: 'Low gauze',
      sku: product.sku,
      stockStatus: 'lowStock',
      available: 20,
      threshold: 50,
      consumed: 20,
      daysLeft: 30,
      onOrder: 33,
    })
  })

  test('[REP-03] Prospects: number of new ones by status and source; Deleted: number of each kind', async () => {
    on('2026-07-10')
    for (const source of ['Fair', 'Fair', 'Referral'])
      await admin.do(prospectsApi.createProspect, { body: { name: `Clinic ${source} ${Math.random()}`, source } })
    const query = { range: '7', by: 'source' } as const
    const { totals, rows } = await admin.do(prospectsReport.read, { query })
    expect(totals.current).toEqual({ prospects: 3, converted: 0 })
    expect(rows.map(({ label, current }) => [label, current['prospects']])).toEqual([
      ['Fair', 2],
      ['Referral', 1],
    ])
    const product = await addProduct(admin, await addPlace(admin))
    await admin.do(inventoryApi.deleteProduct, { params: { id: product.id } })
    const { data } = await admin.do(inventoryReportsApi.deletedCounts, { query: { range: '7' } })
    expect(data).toEqual([{ kind: 'product', count: 1 }])
  })

  test('refuses invalid ranges, requests without a session, and users who may see neither stock nor invoices', async () => {
    for (const path of ['stock', 'supplier-deliveries', 'low-stock', 'deleted-counts']) {
      expect((await admin.send('GET', `/api/reports/${path}?range=9`)).status).toBe(422)
      expect((await server.nobody.send('GET', `/api/reports/${path}`)).status).toBe(401)
      expect((await (await server.as('driver')).send('GET', `/api/reports/${path}`)).status).toBe(403)
    }
  })
})
