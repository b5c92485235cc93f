import { beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { priceHistoryApi } from '#shared/inventory/products/price-history-api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { divideHalfEven, formatAmount, parseDecimal } from '#shared/money.ts'
import { countAccuracyReport, expiryCostReport, recallsReport } from '#shared/reports/inventory-reports.ts'
import type { Figures, ReportReply } from '#shared/reports/report.ts'
import { type CaringCompany, keepGoods, onHandOf } from '#test/companies/caring-company.ts'
import { companySeeds } from '#test/companies/random-company.ts'
import { expectedOf } from '#test/report-sums.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

/* Expiry, counts and recalls of random companies against plain loops over a log of what was done. */

const today = '2026-06-15'
let now = new Date(`${today}T12:00:00Z`)
let server: TestServer
let admin: Client
let other: Client
const all: CaringCompany = { lots: [], counts: [], recalls: [], items: [] }

const ranges = [
  { range: '30' },
  { range: '90', groupBy: 'week' },
  { range: '365', groupBy: 'month' },
  { range: 'all' },
  { start: '2026-02-03', end: '2026-04-05', groupBy: 'day' },
] as const

type Report = typeof expiryCostReport | typeof countAccuracyReport | typeof recallsReport
interface Noted {
  day: string
  keys: Record<string, string | null>
  figures: Figures
}

/** Expects every total, period and row of a report, by every dimension, to equal the sums of the log. */
async function expectSums(report: Report, notes: readonly Noted[]) {
  const zero: Figures = Object.fromEntries(
    Object.entries(report.measures).map(([name, { unit }]) => [name, unit === 'money' ? '0.00' : 0]),
  )
  for (const by of Object.keys(report.dimensions)) {
    for (const range of ranges) {
      const reply: ReportReply = await admin.do(report.read, { query: { ...range, by, all: 'true' } as never })
      const sums = expectedOf(
        reply,
        notes.map(({ keys, ...one }) => ({ ...one, key: keys[by] ?? null })),
        zero,
      )
      expect(reply.totals).toEqual(sums.totals)
      expect(reply.periods.map(({ current }) => current)).toEqual(sums.periods)
      for (const { key, label: _, ...figures } of reply.rows) expect([key, figures]).toEqual([key, sums.rows.get(key)])
      const shown = new Set(reply.rows.map(({ key }) => key))
      for (const [key, { current }] of sums.rows) if (!shown.has(key)) expect([key, current]).toEqual([key, zero])
    }
  }
}

/** Rounds half away from zero. */
const share = (total: bigint, pieces: number, of: number) => {
  const [part, whole] = [total * BigInt(Math.abs(pieces)), BigInt(of)]
  const nearest = (2n * part + whole) / (2n * whole)
  return formatAmount(pieces < 0 ? -nearest : nearest)
}

beforeAll(async () => {
  server = await startServer({ clock: () => now })
  admin = await server.as('admin')
  other = await server.as('admin')
})

describe.each(companySeeds(2))('a random company with lots, counts and recalls (seed %i)', (seed) => {
  beforeAll(async () => {
    const notes = await keepGoods(admin, other, (moment) => (now = moment), seed)
    now = new Date(`${today}T12:00:00Z`)
    for (const name of Object.keys(all) as (keyof CaringCompany)[]) all[name].push(...(notes[name] as never[]))
    for (const id of notes.items) {
      const { onHand } = await admin.do(inventoryApi.getProduct, { params: { id } })
      const mine = notes.lots.filter(({ item }) => item === id)
      expect(onHand).toBe(mine.reduce((sum, lot) => sum + onHandOf(lot), 0))
    }
  }, 240_000)

  test('[REP-03] expiry cost: remaining stock of lots on expiry, and later write-offs', async () => {
    const notes: Noted[] = []
    for (const { item, category, supplier, location, expires, pieces, total, moved } of all.lots) {
      if (expires >= today) continue
      const keys = { item, category, supplier, location }
      const left = moved.filter(({ day }) => day <= expires).reduce((sum, one) => sum + one.quantity, 0)
      if (left > 0) {
        const figures = { expired: share(total, left, pieces), quantity: left, writtenOff: '0.00' }
        notes.push({ day: addDays(expires, 1), keys, figures })
      }
      const later = moved.filter(({ day, effect }) => day > expires && effect === 'correction')
      for (const day of new Set(later.map((one) => one.day))) {
        const gone = -later.filter((one) => one.day === day).reduce((sum, one) => sum + one.quantity, 0)
        notes.push({ day, keys, figures: { expired: '0.00', quantity: 0, writtenOff: share(total, gone, pieces) } })
      }
    }
    expect(notes.length).toBeGreaterThan(0)
    await expectSums(expiryCostReport, notes)
  }, 240_000)

  test('[REP-03] count accuracy: lines counted as expected, and differences of the others', async () => {
    const costs = new Map<string, { day: string; to: bigint }[]>()
    for (const id of all.items) {
      const { data } = await admin.do(priceHistoryApi.listPriceHistory, { params: { id }, query: { limit: 200 } })
      const changes = data.filter(({ kind }) => kind === 'cost').toReversed()
      costs.set(
        id,
        changes.map(({ at, to }) => ({ day: at.slice(0, 10), to: parseDecimal(String(to), 4) ?? 0n })),
      )
    }
    const notes = all.counts.map(({ day, location, item, by, expected, counted }): Noted => {
      const cost = costs.get(item)?.findLast((one) => one.day <= day)?.to ?? 0n
      const off = Math.abs(counted - expected)
      const value = formatAmount(divideHalfEven(BigInt(off) * cost, 100n))
      const figures = { lines: 1, exact: Number(off === 0), expected, off, value }
      return { day, keys: { location, item, counter: by }, figures }
    })
    await expectSums(countAccuracyReport, notes)
  }, 240_000)

  test('[REP-03] recalls that were not withdrawn: lots, shipped pieces, notified customers, returned pieces', async () => {
    const none = { lots: 0, shipped: 0, notified: 0, returned: 0 }
    const notes: Noted[] = []
    for (const { id, day, lots, notified, returned, isWithdrawn } of all.recalls) {
      if (isWithdrawn) continue
      for (const { item, sent } of lots) {
        notes.push({ day, keys: { recall: id, item }, figures: { ...none, lots: 1 } })
        for (const { account, quantity } of sent)
          notes.push({ day, keys: { recall: id, item, customer: account }, figures: { ...none, shipped: quantity } })
      }
      for (const one of notified)
        notes.push({ day: one.day, keys: { recall: id, customer: one.account }, figures: { ...none, notified: 1 } })
      for (const { account, item, quantity, ...one } of returned)
        notes.push({
          day: one.day,
          keys: { recall: id, item, customer: account },
          figures: { ...none, returned: quantity },
        })
    }
    await expectSums(recallsReport, notes)
  }, 240_000)
})
