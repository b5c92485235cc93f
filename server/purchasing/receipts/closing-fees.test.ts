import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { journalApi } from '#shared/accounting/journal-api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { formatAmount, parseDecimal } from '#shared/money.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { inventoryReportsApi } from '#shared/reports/inventory-api.ts'
import { stockValueReport } from '#shared/reports/inventory-reports.ts'
import { landedCostReport } from '#shared/reports/more-reports.ts'
import { addAccount, addPlace, addProduct, deliveredOrder, placePurchase, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'

const day = '2026-03-02'
let now = new Date(`${day}T10:00:00Z`)
const units = (amount: string | null | undefined) => parseDecimal(amount ?? '0', 2) ?? 0n
let server: TestServer
let admin: Client
let place: TestPlace
let customer: string

beforeAll(async () => {
  server = await startServer({ clock: () => now })
  admin = await server.as('admin')
  place = await addPlace(admin)
  customer = (await addAccount(admin)).id
  await changeSettings(admin, { purchasing: { overReceiptPercent: 100 } })
})

const freight = (amount: string) => ({ fees: [{ kind: 'freight' as const, amount }] })
const orderOf = (id: string) => admin.do(purchasingApi.getPurchaseOrder, { params: { id } })
const costOf = async (id: string) => (await admin.do(inventoryApi.getProduct, { params: { id } })).cost
const close = (id: string) => admin.do(purchasingApi.close, { params: { id }, body: { reason: 'Discontinued' } })
const reopen = (id: string) => admin.do(purchasingApi.reopen, { params: { id }, body: {} })
const receive = (order: PurchaseOrder, ...quantities: number[]) =>
  admin.do(purchasingApi.receive, {
    params: { id: order.id },
    body: {
      lines: quantities.flatMap((quantity, at) => {
        const lineId = order.orderLines[at]?.id ?? ''
        return quantity > 0 ? [{ lineId, quantity }] : []
      }),
    },
  })
const reverse = (order: PurchaseOrder, at: number) =>
  admin.do(purchasingApi.reverseReceipt, {
    params: { id: order.id, receiptId: order.receipts[at]?.id ?? '' },
    body: { reason: 'Wrong pallet' },
  })

/** Value and fees of the receipts that were not reversed, in minor units. */
const carried = (order: PurchaseOrder) => {
  const active = order.receipts.filter(({ reversed }) => !reversed)
  return {
    goods: active.reduce((sum, { value }) => sum + units(value), 0n),
    fees: active.reduce((sum, { fees }) => sum + units(fees), 0n),
  }
}

/** What the journal books to accounts, for one document or for all. */
async function journal(number?: string) {
  const sums = new Map<string, bigint>()
  let cursor: string | undefined
  do {
    const page = await admin.do(journalApi.listJournal, {
      query: { from: day, until: day, limit: 200, ...(cursor && { cursor }) },
    })
    for (const { document, lines } of page.data) {
      if (number && document?.number !== number) continue
      for (const { account, debit, credit } of lines)
        sums.set(account, (sums.get(account) ?? 0n) + units(debit) - units(credit))
    }
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return Object.fromEntries([...sums].map(([account, amount]) => [account, formatAmount(amount)]))
}

describe('purchase fees of goods that were not received', () => {
  test('[PO-01] are added to the received goods when the order is closed short, and removed again when it is reopened', async () => {
    const [a, b] = [await addProduct(admin, place, { cost: '1' }), await addProduct(admin, place)]
    const order = await placePurchase(
      admin,
      place,
      [
        [a.id, 40, '10'],
        [b.id, 60, '10'],
      ],
      freight('100.01'),
    )
    const part = await receive(order, 20)
    expect(part.receipts[0]).toMatchObject({ value: '200.00', fees: '20.00' })
    expect(await costOf(a.id)).toBe('11.00')
    const closed = await close(order.id)
    expect(closed.receipts[0]).toMatchObject({ value: '200.00', fees: '100.01', landed: '300.01' })
    expect(closed.expensedFees).toBeNull()
    expect(await costOf(a.id)).toBe('15.0005')
    expect(await journal(order.number)).toEqual({ 1400: '300.01', 2300: '-300.01' })
    const reopened = await reopen(order.id)
    expect(reopened.receipts[0]).toMatchObject({ fees: '20.00' })
    expect(await costOf(a.id)).toBe('11.00')
    const rest = await receive(order, 20, 60)
    expect([rest.status, rest.receipts.map(({ fees }) => fees)]).toEqual(['Received', ['20.00', '80.01']])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[PO-01] are expensed for goods already sold, and the landed cost report includes all of them', async () => {
    const product = await addProduct(admin, place, { cost: '1' })
    const order = await placePurchase(admin, place, [[product.id, 100, '10']], freight('100'))
    await receive(order, 20)
    await deliveredOrder(admin, customer, [[product.id, 15]])
    const closed = await close(order.id)
    expect(closed.receipts[0]).toMatchObject({ fees: '100.00' })
    expect(closed.expensedFees).toBe('60.00')
    // 5 pieces at 11, plus 20 of the 80 of fees that had not landed before.
    expect(await costOf(product.id)).toBe('15.00')
    expect(await journal(order.number)).toEqual({ 1400: '240.00', 2300: '-300.00', 5400: '60.00' })
    const { rows } = await admin.do(landedCostReport.read, { query: { start: day, end: day, by: 'item', all: 'true' } })
    expect(rows.find(({ key }) => key === product.id)?.current).toEqual({
      goods: '200.00',
      fees: '100.00',
      expensed: '60.00',
      quantity: 20,
    })
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[PO-01] move to the other receipts if one is reversed and the order is still completely received', async () => {
    const [a, b] = [await addProduct(admin, place), await addProduct(admin, place)]
    const order = await placePurchase(
      admin,
      place,
      [
        [a.id, 10, '10'],
        [b.id, 10, '10'],
      ],
      freight('50'),
    )
    await receive(order, 10)
    await receive(order, 10)
    const all = await receive(order, 0, 10)
    expect([all.status, all.receipts.map(({ fees }) => fees)]).toEqual(['Received', ['25.00', '0.00', '25.00']])
    const left = await reverse(all, 0)
    expect([left.status, carried(left).fees]).toEqual(['Received', 5000n])
    const part = await reverse(left, 1)
    expect([part.status, carried(part).fees]).toEqual(['Partially Received', 2500n])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[PO-01] after random receipts, reversals, sales, closings and reopenings equal the landed and expensed fees', async () => {
    const act = fc.oneof(
      fc.record({ act: fc.constant('receive' as const), a: fc.nat(9), b: fc.nat(9) }),
      fc.record({ act: fc.constantFrom('close', 'reopen', 'reverse', 'sell'), a: fc.nat(9), b: fc.nat(9) }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 5, maxLength: 12 }),
        fc.integer({ min: 1, max: 99_999 }),
        fc.constantFrom('0', '0.0333', '7.77'),
        async (plan, fees, cost) => {
          const [a, b] = [await addProduct(admin, place), await addProduct(admin, place, { quantity: 3, cost: '2' })]
          let order = await placePurchase(
            admin,
            place,
            [
              [a.id, 10, cost],
              [b.id, 13, '3.1'],
            ],
            freight(formatAmount(fees)),
          )
          for (const step of [{ act: 'receive', a: 3, b: 0 }, ...plan, { act: 'close', a: 0, b: 0 }]) {
            const params = { id: order.id }
            if (step.act === 'receive' && step.a + step.b > 0)
              await admin.call(purchasingApi.receive, {
                params,
                body: {
                  lines: [step.a, step.b].flatMap((quantity, at) =>
                    quantity > 0 ? [{ lineId: order.orderLines[at]?.id ?? '', quantity }] : [],
                  ),
                },
              })
            if (step.act === 'close') await admin.call(purchasingApi.close, { params, body: { reason: 'Enough' } })
            if (step.act === 'reopen') await admin.call(purchasingApi.reopen, { params, body: {} })
            if (step.act === 'reverse') {
              const active = order.receipts.filter(({ reversed }) => !reversed)
              const receiptId = active[step.a % Math.max(1, active.length)]?.id
              if (receiptId)
                await admin.call(purchasingApi.reverseReceipt, {
                  params: { ...params, receiptId },
                  body: { reason: 'Wrong pallet' },
                })
            }
            if (step.act === 'sell') {
              const { available } = await admin.do(inventoryApi.getProduct, { params: { id: a.id } })
              const quantity = Math.min(available, 1 + step.a)
              if (quantity > 0) await deliveredOrder(admin, customer, [[a.id, quantity]])
            }
            order = await orderOf(order.id)
            const { goods, fees: landed } = carried(order)
            const isOver = order.status === 'Closed' || order.status === 'Received'
            if (isOver) expect(landed).toBe(BigInt(fees))
            const booked = await journal(order.number)
            expect(booked['2300'] ?? '0.00').toBe(formatAmount(-(goods + landed)))
            const onGoods = units(booked['1400']) + units(booked['5400'])
            expect(onGoods).toBe(goods + landed)
          }
          const stock = await admin.do(inventoryReportsApi.stock, { query: { start: day, end: day } })
          expect((await journal())['1400']).toBe(stock.value.end)
          expect(await brokenInvariants(server.database.db)).toEqual({})
        },
      ),
      { numRuns: Number(process.env['MODEL_RUNS'] ?? 6), seed: 11, endOnFailure: true },
    )
  })

  test('[PO-01] of orders closed by an older version are expensed by the upgrade, once', async () => {
    const [a, b] = [await addProduct(admin, place), await addProduct(admin, place)]
    const order = await placePurchase(
      admin,
      place,
      [
        [a.id, 20, '1'],
        [b.id, 20, '2'],
      ],
      freight('100'),
    )
    await receive(order, 10, 1)
    await close(order.id)
    const { db } = server.database
    await sql`alter table purchase_fee_entries disable trigger user`.execute(db)
    await sql`delete from purchase_fee_entries where receipt_line_id in (select x.id from goods_receipt_lines x
      join goods_receipts g on g.id = x.receipt_id where g.order_id = ${order.id})`.execute(db)
    await sql`alter table purchase_fee_entries enable trigger user`.execute(db)
    expect(Object.keys(await brokenInvariants(db))).toEqual([expect.stringContaining('V8 spread')])
    const upgrade = await readFile('server/db/migrations/0135_fees_of_orders_that_are_over.sql', 'utf8')
    for (const _ of [1, 2]) await sql.raw(upgrade).execute(db)
    const after = await orderOf(order.id)
    expect(after).toMatchObject({ expensedFees: '80.00', receipts: [{ fees: '100.00' }] })
    expect(after.receipts[0]?.lines.map(({ fees }) => fees)).toEqual(['83.34', '16.66'])
    expect(await brokenInvariants(db)).toEqual({})
  })

  test('[PO-01] change the stock value on the day they are added, with both valuation methods', async () => {
    const product = await addProduct(admin, place)
    const order = await placePurchase(admin, place, [[product.id, 100, '10']], freight('100'))
    const on = (date: string) => {
      now = new Date(`${date}T10:00:00Z`)
    }
    on('2026-03-05')
    await receive(order, 20)
    on('2026-03-07')
    await close(order.id)
    on('2026-03-09')
    await reopen(order.id)
    on('2026-03-10')
    const worth = async (end: string) => {
      const query = { start: '2026-03-04', end, by: 'item', all: 'true' } as const
      const { rows, totals } = await admin.do(stockValueReport.read, { query })
      const all = rows.reduce((sum, { current }) => sum + units(String(current['fifo'])), 0n)
      expect(formatAmount(all)).toBe(totals.current['fifo'])
      const row = rows.find(({ key }) => key === product.id)?.current
      return [row?.['average'], row?.['fifo']]
    }
    const evenings = ['2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09', '2026-03-10']
    const seen: unknown[] = []
    for (const evening of evenings) seen.push(await worth(evening))
    const [before, after] = [
      ['220.00', '220.00'],
      ['300.00', '300.00'],
    ]
    expect(seen).toEqual([before, before, after, after, before, before])
    on(day)
  })
})
