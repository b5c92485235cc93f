import { beforeAll, describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { divideHalfEven, formatAmount, parseDecimal } from '#shared/money.ts'
import { inventoryReportsApi } from '#shared/reports/inventory-api.ts'
import { adjustmentsReport, stockValueReport } from '#shared/reports/inventory-reports.ts'
import { marginReport } from '#shared/reports/more-reports.ts'
import type { ReportReply } from '#shared/reports/report.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { costOn, type TrackedItem, makeAndSell, type MakingCompany } from '#test/companies/making-company.ts'
import { companySeeds } from '#test/companies/random-company.ts'
import { expectedOf, type ReportRecord } from '#test/report-sums.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

/*
 * Companies that make what they sell: raw materials that are bought, used and wasted, products that are made, rejected,
 * sold and returned. The reports are compared with plain loops over a log of what was done.
 */

const today = '2026-06-15'
let now = new Date(`${today}T12:00:00Z`)
let server: TestServer
let admin: Client
const items: TrackedItem[] = []
const sales: MakingCompany['sales'] = []

const ranges = [
  { range: '30' },
  { range: '90', groupBy: 'week' },
  { range: '365', groupBy: 'month' },
  { start: '2026-02-03', end: '2026-04-05', groupBy: 'day' },
] as const

/** The stock at the end of a day, at the average cost of that day and by FIFO layers. */
function valuationOf(item: TrackedItem, evening: string) {
  const until = item.moved.filter(({ day }) => day <= evening)
  const onHand = until.reduce((sum, { quantity }) => sum + quantity, 0)
  const layers = item.layers.filter(({ day, gone }) => day <= evening && (gone === null || gone > evening))
  let out = layers.reduce((sum, { pieces }) => sum + pieces, 0) - onHand
  // As a fraction: the cost of a run need not be divisible by its pieces.
  let [part, of] = [0n, 1n]
  for (const { pieces, total } of layers) {
    const left = pieces - Math.min(pieces, out)
    out -= pieces - left
    if (left === pieces) part += total * of
    else if (left > 0) {
      part = part * BigInt(pieces) + BigInt(left) * total * of
      of *= BigInt(pieces)
    }
  }
  expect(out).toBe(0)
  return { onHand, average: BigInt(onHand) * costOn(item, evening), part, of }
}

function stockOn(some: readonly TrackedItem[], evening: string) {
  let [quantity, average, part, of] = [0, 0n, 0n, 1n]
  for (const item of some) {
    const one = valuationOf(item, evening)
    quantity += one.onHand
    average += one.average
    part = part * one.of + one.part * of
    of *= one.of
  }
  const fifo = formatAmount(divideHalfEven(part, of * 100n))
  return { average: formatAmount(divideHalfEven(average, 100n)), fifo, quantity }
}

const cents = (amount: unknown) => parseDecimal(String(amount), 2) ?? 0n
const nearest = (part: bigint, of: bigint) => (2n * part + of) / (2n * of)

beforeAll(async () => {
  server = await startServer({ clock: () => now })
  admin = await server.as('admin')
})

describe.each(companySeeds(2))('a random manufacturing company (seed %i)', (seed) => {
  beforeAll(async () => {
    const company = await makeAndSell(admin, (moment) => (now = moment), seed)
    now = new Date(`${today}T12:00:00Z`)
    items.push(...company.items)
    sales.push(...company.sales)
    expect(company.counts.made).toBeGreaterThan(5)
    for (const { id, isMaterial, cost, onHand } of company.items) {
      const found = isMaterial
        ? await admin.do(rawMaterialsApi.getRawMaterial, { params: { id } })
        : await admin.do(inventoryApi.getProduct, { params: { id } })
      expect([found.onHand, parseDecimal(String(found.cost), 4)]).toEqual([onHand, cost])
    }
  }, 240_000)

  test('[REP-03] stock value report: made goods and their materials, at average cost and first in, first out', async () => {
    for (const range of ranges) {
      const reply: ReportReply = await admin.do(stockValueReport.read, { query: { ...range, by: 'item', all: 'true' } })
      expect(reply.totals.current).toEqual(stockOn(items, reply.range.end))
      expect(reply.periods.map(({ current }) => current)).toEqual(reply.periods.map(({ end }) => stockOn(items, end)))
      for (const { key, current } of reply.rows) {
        const mine = stockOn(
          items.filter(({ id }) => id === key),
          reply.range.end,
        )
        expect(current['quantity']).toBe(mine.quantity)
        // The rounding difference of the rows is distributed among them.
        for (const name of ['average', 'fifo'] as const)
          expect(Math.abs(Number(cents(current[name]) - cents(mine[name])))).toBeLessThanOrEqual(1)
      }
      const page = await admin.do(inventoryReportsApi.stock, { query: range })
      expect(page.value.end).toBe(stockOn(items, page.range.end).average)
    }
  }, 240_000)

  test('[REP-03] [RAW-01] adjustments report: production scrap at the cost of its day', async () => {
    const corrections = items.flatMap((item) =>
      item.corrections.map((one) => ({ ...one, item: item.id, worth: BigInt(one.quantity) * costOn(item, one.day) })),
    )
    const records = corrections.map(({ day, item, reason, quantity, worth }) => {
      const value = divideHalfEven(worth, 100n)
      const figures = { shrinkage: formatAmount(-value), change: formatAmount(value), quantity }
      return { day, keys: { item, reason }, figures }
    })
    for (const range of ranges) {
      for (const by of ['item', 'reason'] as const) {
        const reply = await admin.do(adjustmentsReport.read, { query: { ...range, by, all: 'true' } })
        const mine: ReportRecord[] = records.map(({ keys, ...one }) => ({ ...one, key: keys[by] }))
        const expected = expectedOf(reply, mine, { shrinkage: '0.00', change: '0.00', quantity: 0 })
        expect(reply.totals).toEqual(expected.totals)
        expect(reply.periods.map(({ current }) => current)).toEqual(expected.periods)
        for (const { key, label: _, ...figures } of reply.rows) expect(figures).toEqual(expected.rows.get(key))
      }
      const page = await admin.do(inventoryReportsApi.stock, { query: range })
      const within = corrections.filter(({ day }) => day >= page.range.start && day <= page.range.end)
      for (const { effect, reason, quantity, value } of page.changes) {
        const mine = within.filter((one) => one.effect === effect && one.reason === reason)
        const worth = mine.reduce((sum, one) => sum + one.worth, 0n)
        expect([effect, reason, quantity, value]).toEqual([
          effect,
          reason,
          mine.reduce((sum, one) => sum + one.quantity, 0),
          formatAmount(divideHalfEven(worth, 100n)),
        ])
      }
      expect(page.changes.length).toBe(new Set(within.map(({ effect, reason }) => `${effect} ${reason}`)).size)
    }
  }, 240_000)

  test('[REP-02] [RAW-01] margin report: each lot of made goods counts at its production cost', async () => {
    const records: ReportRecord[] = []
    for (const { day, item, orderId, parcel } of sales) {
      const { orderLines } = await admin.do(salesApi.getOrder, { params: { id: orderId } })
      const net = cents(orderLines[0]?.net)
      const cost = parcel.reduce(
        // Without lots, the current average cost.
        (sum, { lot, quantity }) => sum + nearest(BigInt(quantity) * (item.lots.get(lot) ?? item.cost), 100n),
        0n,
      )
      const quantity = parcel.reduce((sum, one) => sum + one.quantity, 0)
      const figures = { margin: formatAmount(net - cost), net: formatAmount(net), cost: formatAmount(cost), quantity }
      records.push({ day, key: item.id, figures })
    }
    expect(records.length).toBeGreaterThan(0)
    for (const range of ranges) {
      const reply = await admin.do(marginReport.read, { query: { ...range, by: 'item', all: 'true' } })
      const expected = expectedOf(reply, records, { margin: '0.00', net: '0.00', cost: '0.00', quantity: 0 })
      expect(reply.totals).toEqual(expected.totals)
      expect(reply.periods.map(({ current }) => current)).toEqual(expected.periods)
      for (const { key, label: _, ...figures } of reply.rows) expect(figures).toEqual(expected.rows.get(key))
    }
  }, 240_000)
})
