import { landedPart, spread } from '#shared/purchasing/receipts/landed-cost.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { daysBetween } from '#shared/dates.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { divideHalfEven, formatAmount, parseDecimal } from '#shared/money.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { inventoryReportsApi } from '#shared/reports/inventory-api.ts'
import * as more from '#shared/reports/more-reports.ts'
import type { Figures } from '#shared/reports/report.ts'
import { prospectsReport, reports } from '#shared/reports/reports.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { companySeeds } from '#test/companies/random-company.ts'
import { expectedOf, type ReportRecord } from '#test/report-sums.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'
import { type Notes, trade } from '#test/companies/trading-company.ts'

/*
 * Reports based on records against plain loops: over a log of what was done, and over the documents that the API
 * returns.
 */

const today = '2026-06-15'
let now = new Date(`${today}T12:00:00Z`)
let server: TestServer
let admin: Client
let other: Client
const all: Notes = { products: [], bought: [], sold: [], stops: [], prospects: [] }

const cents = (amount: unknown) => parseDecimal(String(amount), 2) ?? 0n
const amount = (minor: bigint) => formatAmount(minor)
/** Rounds half away from zero. */
const nearest = (part: bigint, of: bigint) => {
  const sign = part < 0n ? -1n : 1n
  return (sign * (2n * (part * sign) + of)) / (2n * of)
}

const ranges = [
  { range: '30' },
  { range: '90', groupBy: 'week' },
  { range: '365', groupBy: 'month' },
  { range: 'all' },
  { start: '2026-02-03', end: '2026-04-05', groupBy: 'day' },
] as const

/** Expensed fees of all companies so far, in minor units. */
let expensed = 0n

type Report = (typeof reports)[number]

/** Expects every total, period and row of a report to equal the sum of the records. */
async function expectSums(report: Report, by: string, records: readonly ReportRecord[]) {
  const zero: Figures = Object.fromEntries(
    Object.entries(report.measures).map(([name, { unit }]) => [name, unit === 'money' ? '0.00' : 0]),
  )
  for (const range of ranges) {
    const reply = await admin.do(report.read, { query: { ...range, by, all: 'true' } as never })
    const sums = expectedOf(reply, records, zero)
    expect(reply.totals).toEqual(sums.totals)
    expect(reply.periods.map(({ current }) => current)).toEqual(sums.periods)
    for (const { key, label: _, ...figures } of reply.rows) expect([key, figures]).toEqual([key, sums.rows.get(key)])
    // A row that is missing has no figures in the current range.
    const shown = new Set(reply.rows.map(({ key }) => key))
    for (const [key, { current }] of sums.rows) if (!shown.has(key)) expect([key, current]).toEqual([key, zero])
  }
}

beforeAll(async () => {
  server = await startServer({ clock: () => now })
  admin = await server.as('admin')
  other = await server.as('admin')
  const rates = [
    { name: 'Standard', kind: 'exclusive', percent: '19' },
    { name: 'Reduced', kind: 'exclusive', percent: '7' },
  ] as const
  await changeSettings(admin, { tax: { rates: [...rates], defaultRate: 'Standard' } })
})

describe.each(companySeeds(2))('a random trading company (seed %i)', (seed) => {
  beforeAll(async () => {
    const notes = await trade({ server, admin, other, setNow: (moment) => (now = moment) }, seed)
    now = new Date(`${today}T12:00:00Z`)
    for (const name of Object.keys(all) as (keyof Notes)[]) all[name].push(...(notes[name] as never[]))
  }, 240_000)

  const orderOf = (id: string) => admin.do(salesApi.getOrder, { params: { id } })

  /**
   * Receipts line by line, with the fees of each receipt; the fees of a completely received order add up to the agreed
   * ones.
   */
  async function arrivals() {
    const found = []
    for (const order of all.bought) {
      const { receipts } = await admin.do(purchasingApi.getPurchaseOrder, { params: { id: order.id } })
      let fees = 0n
      for (const came of order.arrived) {
        const line = receipts.flatMap(({ lines }) => lines).find(({ lotNumber }) => lotNumber === came.lot)
        const { unitCost = 0n, quantity = 0 } = order.lines.find(({ item }) => item === came.item) ?? {}
        if (!came.isTakenBack) fees += cents(line?.fees)
        const goods = divideHalfEven(unitCost * BigInt(came.quantity), 100n)
        found.push({ ...came, ordered: quantity, supplier: order.supplier, goods, fees: cents(line?.fees) })
      }
      const isWhole = order.lines.every(
        ({ item, quantity }) =>
          order.arrived
            .filter((one) => one.item === item && !one.isTakenBack)
            .reduce((sum, one) => sum + one.quantity, 0) === quantity,
      )
      if (isWhole) expect([order.id, amount(fees)]).toEqual([order.id, order.freight])
    }
    return found
  }

  /**
   * Fees of an order that landed when it was closed, by lot; `gone` is the share of pieces that were not in stock any
   * more.
   */
  const lateFees = ({ freight, closed }: Notes['bought'][number]) => {
    const lines = closed?.lines ?? []
    const rest = cents(freight) - lines.reduce((sum, { fees }) => sum + cents(fees), 0n)
    const shares = spread(
      lines.length > 0 ? rest : 0n,
      lines.map(({ value }) => cents(value)),
    )
    return new Map(
      lines.map(({ lot, left, quantity }, at) => {
        const share = shares[at] ?? 0n
        return [lot, { share, gone: share - landedPart(share, left, quantity) }]
      }),
    )
  }

  test('[REP-03] landed cost: received goods with their fees, and fees added when an order is closed short', async () => {
    const late = new Map(all.bought.flatMap((order) => [...lateFees(order)]))
    const closedOn = new Map(all.bought.map(({ closed, arrived }) => [arrived[0]?.lot, closed?.day]))
    const orderOfLot = new Map(all.bought.flatMap(({ arrived }) => arrived.map(({ lot }) => [lot, arrived[0]?.lot])))
    const records = (await arrivals())
      .filter(({ isTakenBack }) => !isTakenBack)
      .flatMap(({ day, supplier, item, lot, goods, fees, quantity }) => {
        const { share, gone } = late.get(lot) ?? { share: 0n, gone: 0n }
        const keys = { supplier, item }
        const came = { goods: amount(goods), fees: amount(fees - share), expensed: amount(0n), quantity }
        const added = { goods: amount(0n), fees: amount(share), expensed: amount(gone), quantity: 0 }
        const closed = closedOn.get(orderOfLot.get(lot))
        return [{ day, keys, figures: came }, ...(closed ? [{ day: closed, keys, figures: added }] : [])]
      })
    expect(late.size).toBeGreaterThan(0)
    expensed += [...late.values()].reduce((sum, { gone }) => sum + gone, 0n)
    for (const by of ['supplier', 'item'] as const)
      await expectSums(
        more.landedCostReport,
        by,
        records.map(({ keys, ...one }) => ({ ...one, key: keys[by] })),
      )
  }, 120_000)

  test('[REP-02] margin: each lot counts at its landed cost', async () => {
    const lots = new Map<string, { value: bigint; quantity: number }>()
    for (const { lot, goods, fees, quantity, isTakenBack } of await arrivals())
      if (!isTakenBack) lots.set(lot, { value: goods + fees, quantity })
    const records = []
    for (const sale of all.sold) {
      if (sale.shipped.length === 0) continue
      const { orderLines } = await orderOf(sale.id)
      for (const { day, sign, parcel } of sale.shipped) {
        for (const line of orderLines) {
          const net = cents(line.net)
          const pieces = parcel.filter(({ product }) => product === line.product.name)
          expect(pieces.reduce((sum, one) => sum + one.quantity, 0)).toBe(line.quantity)
          let cost = 0n
          for (const { lot, quantity } of pieces) {
            const bought = lots.get(lot)
            // Pieces of lots that were found, not bought, count at the item's current average cost.
            cost += bought
              ? nearest(bought.value * BigInt(quantity), BigInt(bought.quantity))
              : await foundCost(line.product.id, lot, quantity)
          }
          const figures = {
            margin: amount(BigInt(sign) * (net - cost)),
            net: amount(BigInt(sign) * net),
            cost: amount(BigInt(sign) * cost),
            quantity: sign * line.quantity,
          }
          records.push({
            day,
            keys: { item: line.product.id, customer: sale.account, representative: sale.by },
            figures,
          })
        }
      }
    }
    for (const by of ['item', 'customer', 'representative'] as const)
      await expectSums(
        more.marginReport,
        by,
        records.map(({ keys, ...one }) => ({ ...one, key: keys[by] })),
      )
  }, 120_000)

  /** For a lot that was never bought: the item's current average cost. */
  async function foundCost(id: string, lot: string, quantity: number): Promise<bigint> {
    expect(lot).toMatch(/^F-/)
    const { cost } = await admin.do(inventoryApi.getProduct, { params: { id } })
    return nearest((parseDecimal(String(cost), 4) ?? 0n) * BigInt(quantity), 100n)
  }

  test('[REP-02] fill rate: lines filled at once, and sales lost by waiting', async () => {
    const records = []
    for (const { id, day, account, waited, isCancelled, isConfirmed } of all.sold) {
      if (!isConfirmed) continue
      for (const { product, net } of (await orderOf(id)).orderLines) {
        const lost = waited && isCancelled ? net : '0.00'
        const figures = { lines: 1, filled: Number(!waited), waited: Number(waited), lost }
        records.push({ day, keys: { item: product.id, customer: account }, figures })
      }
    }
    for (const by of ['item', 'customer'] as const)
      await expectSums(
        more.fillRateReport,
        by,
        records.map(({ keys, ...one }) => ({ ...one, key: keys[by] })),
      )
  }, 120_000)

  test('[REP-02] on time in full, and deliveries of own drivers', async () => {
    await expectSums(
      more.onTimeReport,
      'customer',
      all.sold.flatMap(({ delivered, returned, wanted, account }) => {
        // A full return closes the order as returned.
        if (!delivered || !wanted) return []
        const onTime = Number(delivered <= wanted)
        return returned && isReturned.has(returned.lineId)
          ? []
          : [{ day: delivered, key: account, figures: { orders: 1, both: onTime, onTime, inFull: 1 } }]
      }),
    )
    for (const by of ['driver', 'route'] as const)
      await expectSums(
        more.deliveriesReport,
        by,
        all.stops.map(({ day, minutes, metres, failed, ...one }) => ({
          day,
          key: one[by],
          figures: { attempts: 1, delivered: Number(!failed), failed: Number(failed), minutes, metres },
        })),
      )
  }, 120_000)

  const isReturned = new Set<string>()
  beforeAll(async () => {
    for (const { id, returned } of all.sold)
      if (returned && (await orderOf(id)).status === 'RETURNED') isReturned.add(returned.lineId)
  })

  test('[REP-02] sales tax by rate: invoices that are not void, minus credit notes', async () => {
    const records: { day: string; rate: string; customer: string; figures: Figures }[] = []
    for (const { id, returned, account } of all.sold) {
      const { invoice } = await orderOf(id)
      if (!invoice) continue
      const { lines, issuedDate, voided, creditNotes } = await admin.do(invoicingApi.getInvoice, {
        params: { id: invoice.id },
      })
      if (voided) continue
      let credited = 0n
      for (const { product, tax, net, taxed, gross } of lines) {
        const rate = `${tax.name} ${Number(tax.percent)}%`
        records.push({ day: issuedDate, rate, customer: account, figures: { tax: taxed, net } })
        expect(cents(net) + cents(taxed)).toBe(cents(gross))
        const { orderLines } = await orderOf(id)
        const back = returned && orderLines.find((one) => one.id === returned.lineId)
        if (!returned || back?.product.id !== product?.id) continue
        credited += cents(gross)
        const figures = { tax: amount(-cents(taxed)), net: amount(-cents(net)) }
        records.push({ day: returned.day, rate, customer: account, figures })
      }
      expect(amount(creditNotes.reduce((sum, { total }) => sum + cents(total), 0n))).toBe(amount(credited))
    }
    for (const by of ['rate', 'customer'] as const)
      await expectSums(
        more.taxReport,
        by,
        records.map(({ day, figures, ...keys }) => ({ day, figures, key: keys[by] })),
      )
  }, 120_000)

  test('[REP-03] price changes and service of suppliers', async () => {
    const changes: { day: string; supplier: string; item: string; figures: Figures }[] = []
    const before = new Map<string, bigint>()
    for (const { supplier, day, lines, isCancelled } of all.bought) {
      if (isCancelled) continue
      for (const { item, quantity, unitCost } of lines) {
        const last = before.get(supplier + item)
        before.set(supplier + item, unitCost)
        if (last === undefined || last === unitCost) continue
        const change = amount(nearest((unitCost - last) * BigInt(quantity), 100n))
        const spend = amount(nearest(unitCost * BigInt(quantity), 100n))
        changes.push({ day, supplier, item, figures: { change, lines: 1, spend } })
      }
    }
    for (const by of ['supplier', 'item'] as const)
      await expectSums(
        more.priceChangesReport,
        by,
        changes.map(({ day, figures, ...keys }) => ({ day, figures, key: keys[by] })),
      )
    const served = all.bought.flatMap(({ supplier, day, expected, lines, arrived }): ReportRecord[] => {
      const receipts = arrived.filter(({ isTakenBack }) => !isTakenBack)
      const last = receipts
        .map((one) => one.day)
        .toSorted()
        .at(-1)
      if (!last) return []
      const isFull = lines.every(
        ({ item, quantity }) =>
          receipts.filter((one) => one.item === item).reduce((sum, one) => sum + one.quantity, 0) >= quantity,
      )
      const [onTime, inFull] = [Number(last <= expected), Number(isFull)]
      const days = { leadDays: daysBetween(day, last), promisedDays: daysBetween(day, expected) }
      return [{ day: last, key: supplier, figures: { orders: 1, both: onTime * inFull, onTime, inFull, ...days } }]
    })
    await expectSums(more.supplierServiceReport, 'supplier', served)
  }, 120_000)

  test('[REP-03] Purchases, Low Stock and Prospects of the inventory report', async () => {
    for (const by of ['status', 'source'] as const)
      await expectSums(
        prospectsReport,
        by,
        all.prospects.map(({ day, isConverted, ...one }) => ({
          day,
          key: one[by],
          figures: { prospects: 1, converted: Number(isConverted) },
        })),
      )
    for (const query of ranges.slice(0, 3)) {
      const deliveries = await admin.do(inventoryReportsApi.supplierDeliveries, { query })
      const { start, end } = deliveries.range
      for (const { id, receipts, onTime, leadTimeDays } of deliveries.data) {
        const came = new Map<string, { lead: number; isOnTime: boolean }>()
        for (const { supplier, day, expected, arrived } of all.bought) {
          if (supplier !== id) continue
          for (const one of arrived)
            if (!one.isTakenBack && one.day >= start && one.day <= end)
              came.set(one.receipt, { lead: daysBetween(day, one.day), isOnTime: one.day <= expected })
        }
        const mine = [...came.values()]
        expect([receipts, onTime]).toEqual([mine.length, mine.filter(({ isOnTime }) => isOnTime).length])
        expect(leadTimeDays).toBeCloseTo(mine.reduce((sum, { lead }) => sum + lead, 0) / mine.length, 1)
      }
      const low = await admin.do(inventoryReportsApi.lowStock, { query })
      const expected = []
      for (const id of all.products) {
        const product = await admin.do(inventoryApi.getProduct, { params: { id } })
        const { data } = await admin.do(inventoryApi.listStockHistory, { params: { id }, query: { limit: 200 } })
        const within = data.filter(({ at }) => at.slice(0, 10) >= low.range.start && at.slice(0, 10) <= low.range.end)
        const used = within
          .filter(({ effect }) => ['SHIP', 'UNSHIP', 'RESTOCK'].includes(effect))
          .reduce((sum, { onHandChange }) => sum - onHandChange, 0)
        const available = (data[0]?.onHandAfter ?? 0) - (data[0]?.committedAfter ?? 0)
        if (available > (product.reorderPoint ?? 10)) continue
        const consumed = Math.max(0, used)
        const days = daysBetween(low.range.start, low.range.end) + 1
        const daysLeft = consumed > 0 ? Math.floor((Math.max(0, available) * days) / consumed) : null
        const onOrder = all.bought
          .filter(({ isCancelled, closed }) => !isCancelled && !closed)
          .flatMap(({ lines, arrived }) =>
            lines
              .filter(({ item }) => item === id)
              .map(
                ({ quantity }) =>
                  quantity -
                  arrived
                    .filter((one) => one.item === id && !one.isTakenBack)
                    .reduce((sum, one) => sum + one.quantity, 0),
              ),
          )
          .reduce((sum, open) => sum + Math.max(0, open), 0)
        expected.push({ id, available, consumed, daysLeft, onOrder })
      }
      expect(low.total).toBe(expected.length)
      const reported = low.data.map(({ id, available, consumed, daysLeft, onOrder }) => ({
        id,
        available,
        consumed,
        daysLeft,
        onOrder,
      }))
      const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
      expect(reported.toSorted(byId)).toEqual(expected.toSorted(byId))
    }
  }, 120_000)

  test('[REP-02] activity: every audit log entry of a user', async () => {
    const rows = await server.database.db.selectFrom('audit_log').select(['actor_id', 'act', 'entity', 'at']).execute()
    const acts = rows.filter(({ actor_id: actor }) => actor !== null)
    const keyed = { user: 'actor_id', action: 'act', subject: 'entity' } as const
    for (const by of ['user', 'action', 'subject'] as const)
      await expectSums(
        more.activityReport,
        by,
        acts.map((one) => ({ day: String(one.at).slice(0, 10), key: one[keyed[by]] ?? null, figures: { actions: 1 } })),
      )
  }, 120_000)
})

test('[REP-03] some fees of these companies were expensed', () => {
  expect(expensed).toBeGreaterThan(0n)
})
