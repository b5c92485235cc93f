import { beforeAll, describe, expect, test } from 'vitest'
import { ageBuckets } from '#shared/invoicing/ageing.ts'
import { addDays, daysBetween } from '#shared/dates.ts'
import { kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { priceHistoryApi } from '#shared/inventory/products/price-history-api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { divideHalfEven, formatAmount, parseDecimal } from '#shared/money.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { abcXyzReport, adjustmentsReport, stockValueReport } from '#shared/reports/inventory-reports.ts'
import { receivablesReport } from '#shared/reports/more-reports.ts'
import type { ReportReply } from '#shared/reports/report.ts'
import { itemsReport } from '#shared/reports/reports.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, deliveredOrder, placePurchase } from '#test/builders.ts'
import { companySeeds, everyRow, randomFrom } from '#test/companies/random-company.ts'
import { importCustomers } from '#test/companies/customer-list.ts'
import { expectedOf, type ReportRecord } from '#test/report-sums.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

const today = '2026-06-30'
let now = new Date(`${today}T12:00:00Z`)
const on = (day: string) => {
  now = new Date(`${day}T10:00:00Z`)
}
let server: TestServer
let admin: Client
/** Unit costs of purchase orders, by their id. */
const bought = new Map<string, bigint>()
/** Kits with the runs that packed them, and the average cost of one since then. */
const kits: { id: string; packs: { day: string; pieces: number; total: bigint; cost: bigint }[] }[] = []
/** When receipts were reversed, by their purchase order. */
const takenBack = new Map<string, string>()
/** When invoices were voided, which the API doesn't return. */
const voidedOn = new Map<string, string>()
const productIds: string[] = []
const histories: History[] = []

const cents = (amount: unknown) => parseDecimal(String(amount), 2) ?? 0n
const fine = (amount: unknown) => parseDecimal(String(amount), 4) ?? 0n
const money = (tenThousandths: bigint) => formatAmount(divideHalfEven(tenThousandths, 100n))

/** Half a year of one company: sales, purchases, partial payments, cancellations, manual corrections. */
async function build(seed: number) {
  const pick = randomFrom(seed)
  const places = [await addPlace(admin), await addPlace(admin)] as const
  const account = await addAccount(admin)
  on('2026-01-05')
  await importCustomers(admin, [
    'Code,Name,Opening balance,Opening date,Opening due date',
    `OPEN-${seed},Old debtor ${seed},${100 + pick(900)}.37,2025-12-${10 + pick(20)},2026-02-${10 + pick(15)}`,
  ])
  const mine: { id: string; place: (typeof places)[number] }[] = []
  for (const place of [places[0], places[1], places[0]]) {
    const cost = `${1 + pick(4)}.${pick(10)}3`
    const { id } = await addProduct(admin, place, { price: `${4 + pick(9)}.50`, cost, quantity: 60 + pick(90) })
    mine.push({ id, place })
    productIds.push(id)
  }
  const [first, , third] = mine
  const components = [
    { itemId: first?.id ?? '', quantity: 1 },
    { itemId: third?.id ?? '', quantity: 2 },
  ]
  const { kit } = await admin.do(kitsApi.createKit, {
    body: { name: `Kit ${seed}`, price: '25.00', warehouse: places[0].warehouse.id, components },
  })
  const packed: (typeof kits)[number] = { id: kit.id, packs: [] }
  kits.push(packed)
  /** Packs one or two kits if there is enough stock. */
  async function pack() {
    const body = { kitId: kit.id, locationId: places[0].warehouse.id, quantity: 1 + pick(2) }
    const made = await admin.call(kitOrdersApi.createKitOrder, { body })
    if (made.status >= 300) return
    const done = await admin.do(kitOrdersApi.completeKitOrder, { params: { id: made.body.id }, body: {} })
    const { cost } = await admin.do(kitsApi.getKit, { params: { id: kit.id } })
    const day = now.toISOString().slice(0, 10)
    packed.packs.push({ day, pieces: body.quantity, total: fine(done.totalCost), cost: fine(cost) })
  }
  for (let day = addDays('2026-01-20', pick(9)); day < today; day = addDays(day, 8 + pick(16))) {
    on(day)
    const one = mine[pick(3)]
    if (!one) continue
    const act = pick(6)
    const { id } =
      act < 4
        ? await deliveredOrder(admin, account.id, [[one.id, 1 + pick(9)]])
        : await addOrder(admin, account.id, [[one.id, 1 + pick(9)]])
    if (act === 4) await admin.do(salesApi.confirm, { params: { id }, body: {} })
    const { invoice } = await admin.do(salesApi.getOrder, { params: { id } })
    if (invoice && pick(3) > 0) {
      on(addDays(day, 1 + pick(4)))
      const { total } = await admin.do(invoicingApi.getInvoice, { params: { id: invoice.id } })
      const amount = pick(2) ? total : formatAmount(cents(total) / 2n)
      const receivedDate = now.toISOString().slice(0, 10)
      const parts = [{ invoiceId: invoice.id, amount }]
      const payment = await admin.do(paymentsApi.takePayment, {
        body: { accountId: account.id, amount, method: 'bank_transfer', receivedDate, parts },
      })
      on(addDays(day, 6))
      if (pick(5) === 0)
        await admin.do(paymentsApi.voidPayment, { params: { id: payment.id }, body: { reason: 'Bounced' } })
    } else if (act === 4 && pick(2)) {
      on(addDays(day, 5))
      if (invoice) voidedOn.set(invoice.id, addDays(day, 5))
      await admin.do(salesApi.cancel, { params: { id }, body: { reason: 'Not wanted' } })
    }
    if (pick(3) === 0) await pack()
    const other = mine[pick(3)]
    const at = { params: { id: other?.id ?? '' } }
    if (pick(3) === 0)
      await admin.do(inventoryApi.addStock, { ...at, body: { quantity: 1 + pick(5), reason: 'return' } })
    if (pick(3) === 0)
      await admin.do(inventoryApi.reduceStock, { ...at, body: { quantity: 1 + pick(3), reason: 'lost_stock' } })
    if (pick(2) === 0 && other) {
      const unitCost = `${1 + pick(5)}.${pick(10)}0`
      const order = await placePurchase(admin, other.place, [[other.id, 5 + pick(40), unitCost]])
      bought.set(order.id, fine(unitCost))
      const lines = order.orderLines.map((line) => ({ lineId: line.id, quantity: line.quantity }))
      const { receipts } = await admin.do(purchasingApi.receive, { params: { id: order.id }, body: { lines } })
      if (pick(4) === 0) {
        on(addDays(now.toISOString().slice(0, 10), 1))
        const params = { id: order.id, receiptId: receipts[0]?.id ?? '' }
        // Refused if the goods have left.
        const { status } = await admin.call(purchasingApi.reverseReceipt, { params, body: { reason: 'Wrong goods' } })
        if (status < 300) takenBack.set(order.id, now.toISOString().slice(0, 10))
      }
    }
  }
  now = new Date(`${today}T12:00:00Z`)
}

/** Movements and costs of a product from the API, oldest first. */
async function historyOf(id: string) {
  const { data: entries } = await admin.do(inventoryApi.listStockHistory, { params: { id }, query: { limit: 200 } })
  const { data: prices } = await admin.do(priceHistoryApi.listPriceHistory, { params: { id }, query: { limit: 200 } })
  const product = await admin.do(inventoryApi.getProduct, { params: { id } })
  const costs = prices.filter(({ kind }) => kind === 'cost').toReversed()
  const costOn = (day: string): bigint =>
    fine(costs.filter(({ at }) => at.slice(0, 10) <= day).at(-1)?.to ?? costs[0]?.from ?? product.cost)
  const moved = entries
    .toReversed()
    .filter((one) => one.onHandChange !== 0)
    .map((one) => ({ ...one, day: one.at.slice(0, 10), quantity: one.onHandChange, order: one.document.id }))
  return { id, category: product.category, moved, costOn }
}
type History = Awaited<ReturnType<typeof historyOf>>

/**
 * The stock of a product at the end of a day, first in, first out. A receipt that was reversed by then doesn't count;
 * pieces taken from it are taken from the next layer.
 */
function valuationOf({ moved, costOn }: History, evening: string) {
  const queue: { pieces: number; unit: bigint }[] = []
  let shortfall = 0
  for (const { day, quantity, order, effect } of moved) {
    if (day > evening) continue
    if (['RECEIVE', 'UNRECEIVE'].includes(effect) && (takenBack.get(order) ?? '9999') <= evening) continue
    if (quantity > 0) queue.push({ pieces: quantity, unit: (effect === 'RECEIVE' && bought.get(order)) || costOn(day) })
    let out = shortfall - Math.min(0, quantity)
    for (shortfall = 0; out > 0; ) {
      const first = queue[0]
      if (!first) {
        shortfall = out
        break
      }
      const taken = Math.min(out, first.pieces)
      out -= taken
      first.pieces -= taken
      if (first.pieces === 0) queue.shift()
    }
  }
  if (shortfall > 0) throw new Error('More went out than came in')
  const pieces = queue.reduce((sum, layer) => sum + layer.pieces, 0)
  const fifo = queue.reduce((sum, layer) => sum + BigInt(layer.pieces) * layer.unit, 0n)
  return { pieces, fifo, average: BigInt(pieces) * costOn(evening) }
}

/** Relies on the fact that no kit has left the stock. */
function kitsOn({ packs }: (typeof kits)[number], evening: string) {
  const until = packs.filter(({ day }) => day <= evening)
  const pieces = until.reduce((sum, one) => sum + one.pieces, 0)
  const fifo = until.reduce((sum, { total }) => sum + total, 0n)
  return { pieces, fifo, average: BigInt(pieces) * (until.at(-1)?.cost ?? 0n) }
}

function stockOn(ofItems: readonly History[], evening: string, ofKits = kits) {
  const valuations = [...ofItems.map((one) => valuationOf(one, evening)), ...ofKits.map((one) => kitsOn(one, evening))]
  return {
    average: money(valuations.reduce((sum, { average }) => sum + average, 0n)),
    fifo: money(valuations.reduce((sum, { fifo }) => sum + fifo, 0n)),
    quantity: valuations.reduce((sum, { pieces }) => sum + pieces, 0),
  }
}

/** Invoices with their payments and reversals, by day. */
async function readInvoices() {
  const invoices = await everyRow((query) => admin.do(invoicingApi.listInvoices, { query }))
  const payments = await everyRow((query) => admin.do(paymentsApi.listPayments, { query }))
  return invoices.map((invoice) => {
    const paid = payments.flatMap(({ invoices: parts, receivedDate, voided }) =>
      parts
        .filter(({ id }) => id === invoice.id)
        .flatMap(({ amount }) => [
          { day: receivedDate, amount: cents(amount) },
          ...(voided ? [{ day: voided.at.slice(0, 10), amount: -cents(amount) }] : []),
        ]),
    )
    return { ...invoice, paid }
  })
}
type Invoices = Awaited<ReturnType<typeof readInvoices>>

const ageOn = (evening: string, dueDate: string) => {
  const late = daysBetween(dueDate, evening)
  return late <= 0 ? 'not-due' : late <= 30 ? '1-30' : late <= 60 ? '31-60' : late <= 90 ? '61-90' : 'over-90'
}

function receivablesOn(invoices: Invoices, evening: string, age?: string) {
  let [due, overdue, count] = [0n, 0n, 0]
  for (const { id, issuedDate, dueDate, total, voided, paid } of invoices) {
    if (issuedDate > evening || (voided && (voidedOn.get(id) ?? '') <= evening)) continue
    if (age && ageOn(evening, dueDate) !== age) continue
    const open = cents(total) - paid.reduce((sum, { day, amount }) => (day <= evening ? sum + amount : sum), 0n)
    if (open <= 0n) continue
    due += open
    if (dueDate < evening) overdue += open
    count += 1
  }
  return { due: formatAmount(due), overdue: formatAmount(overdue), invoices: count }
}

/** Expects the totals and periods of a balance report to be those of the last day of each. */
function expectBalances(reply: ReportReply, at: (evening: string) => unknown) {
  expect(reply.totals).toEqual({
    current: at(reply.range.end),
    previous: reply.previous && at(reply.previous.end),
    yearAgo: reply.yearAgo && at(reply.yearAgo.end),
  })
  expect(reply.periods.map(({ current }) => current)).toEqual(reply.periods.map(({ end }) => at(end)))
}

const ranges = [
  { range: '30' },
  { range: '90', groupBy: 'week' },
  { range: '365' },
  { range: 'all', groupBy: 'month' },
  { start: '2026-03-03', end: '2026-05-05', groupBy: 'day' },
] as const

beforeAll(async () => {
  server = await startServer({ clock: () => now })
  admin = await server.as('admin')
})

describe.each(companySeeds(2))('a random company (seed %i)', (seed) => {
  beforeAll(async () => {
    await build(seed)
    // Products of the earlier companies don't change any more.
    for (const id of productIds.slice(histories.length)) histories.push(await historyOf(id))
  }, 240_000)

  test('[REP-03] stock value report: stock at the end of any day, at average cost and first in, first out', async () => {
    expect(kits.flatMap(({ packs }) => packs).length).toBeGreaterThan(0)
    for (const range of ranges) {
      const reply = await admin.do(stockValueReport.read, { query: { ...range, by: 'item', all: 'true' } })
      expectBalances(reply, (evening) => stockOn(histories, evening))
      for (const { key, current } of reply.rows) {
        const mine = stockOn(
          histories.filter(({ id }) => id === key),
          reply.range.end,
          kits.filter(({ id }) => id === key),
        )
        expect(current['quantity']).toBe(mine.quantity)
        // The rounding difference of the rows is distributed among them.
        for (const name of ['average', 'fifo'] as const)
          expect(Math.abs(Number(cents(current[name]) - cents(mine[name])))).toBeLessThanOrEqual(1)
      }
    }
  }, 240_000)

  test('[REP-03] receivables report: amounts due at the end of any day, by days overdue', async () => {
    const invoices = await readInvoices()
    for (const range of ranges) {
      const reply = await admin.do(receivablesReport.read, { query: { ...range, by: 'age', all: 'true' } })
      expectBalances(reply, (evening) => receivablesOn(invoices, evening))
      for (const { key, current } of reply.rows)
        expect([key, current]).toEqual([key, receivablesOn(invoices, reply.range.end, key ?? '')])
      const shown = reply.rows.map(({ key }) => key)
      expect(shown).toEqual(ageBuckets.filter((age) => shown.includes(age)))
    }
  }, 240_000)

  test('[REP-03] adjustments report: stock added and lost by manual changes, at the cost of the day', async () => {
    const records = histories.flatMap(({ moved, costOn }) =>
      moved
        .filter(({ effect }) => ['ADD', 'REDUCE', 'ADJUST', 'WRITE_OFF', 'SCRAP'].includes(effect))
        .map(({ day, reason, quantity }): ReportRecord => {
          const value = divideHalfEven(BigInt(quantity) * costOn(day), 100n)
          const figures = { shrinkage: formatAmount(value < 0n ? -value : 0n), change: formatAmount(value), quantity }
          return { day, key: reason, figures }
        }),
    )
    for (const range of ranges) {
      const reply = await admin.do(adjustmentsReport.read, { query: { ...range, by: 'reason', all: 'true' } })
      const expected = expectedOf(reply, records, { shrinkage: '0.00', change: '0.00', quantity: 0 })
      expect(reply.totals).toEqual(expected.totals)
      expect(reply.periods.map(({ current }) => current)).toEqual(expected.periods)
      for (const { key, label: _, ...figures } of reply.rows) expect(figures).toEqual(expected.rows.get(key))
    }
  }, 240_000)

  test('[REP-03] ABC/XYZ report: classes by share of revenue and by how evenly items sell', async () => {
    const sold: { day: string; item: string; net: bigint; quantity: number }[] = []
    for (const { id, orderDate, status } of await everyRow((query) => admin.do(salesApi.listOrders, { query }))) {
      if (['PENDING', 'CANCELLED', 'RETURNED'].includes(status)) continue
      for (const line of (await admin.do(salesApi.getOrder, { params: { id } })).orderLines)
        sold.push({ day: orderDate, item: line.product.id, net: cents(line.total), quantity: line.quantity })
    }
    for (const range of ranges) {
      const reply = await admin.do(abcXyzReport.read, { query: { ...range, by: 'class', all: 'true' } })
      const { start, end } = reply.range
      const within = sold.filter(({ day }) => day >= start && day <= end)
      const items = [...new Set(within.map(({ item }) => item))].map((item) => {
        const weeks = Array.from({ length: Math.ceil((daysBetween(start, end) + 1) / 7) }, () => 0)
        const lines = within.filter((one) => one.item === item)
        for (const { day, quantity } of lines) {
          const week = Math.floor(daysBetween(start, day) / 7)
          weeks[week] = (weeks[week] ?? 0) + quantity
        }
        const mean = weeks.reduce((sum, one) => sum + one, 0) / weeks.length
        const spread = Math.sqrt(weeks.reduce((sum, one) => sum + (one - mean) ** 2, 0) / weeks.length) / mean
        const net = lines.reduce((sum, one) => sum + one.net, 0n)
        return { item, net, xyz: spread <= 0.5 ? 'X' : spread <= 1 ? 'Y' : 'Z' }
      })
      const total = Number(items.reduce((sum, { net }) => sum + net, 0n))
      const byClass = new Map<string, bigint>()
      let before = 0
      for (const { net, xyz } of items.toSorted((a, b) => Number(b.net - a.net) || (a.item < b.item ? -1 : 1))) {
        const abc = before < total * 0.8 ? 'A' : before < total * 0.95 ? 'B' : 'C'
        byClass.set(abc + xyz, (byClass.get(abc + xyz) ?? 0n) + net)
        before += Number(net)
      }
      const netByClass = Object.fromEntries(reply.rows.map(({ key, current }) => [key, cents(current['net'])]))
      expect(netByClass).toEqual(Object.fromEntries(byClass))
      // Items sold only in the compared range count in its total, as in Analytics.
      const { totals } = await admin.do(itemsReport.read, { query: range })
      for (const span of ['current', 'previous', 'yearAgo'] as const)
        expect([span, reply.totals[span]?.['net']]).toEqual([span, totals[span]?.['net']])
    }
  }, 240_000)
})
