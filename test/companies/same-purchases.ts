import { expect } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { formatAmount } from '#shared/money.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { openPurchases, receivedStatus, unplacedPurchases } from '#shared/purchasing/orders/purchase-transitions.ts'
import { reorderApi } from '#shared/purchasing/reorder/api.ts'
import { landedCostReport } from '#shared/reports/more-reports.ts'
import { purchasesReport } from '#shared/reports/reports.ts'
import type { Client } from '#test/client.ts'
import type { BuyingCompany } from './buying-company.ts'
import { everyRow } from './random-company.ts'
import { units, unitsOf } from './selling-company.ts'

/* Checks that a purchase is the same on every screen that shows it. */

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)
const pieces = (lines: readonly { quantity: number }[]) => sum(lines.map(({ quantity }) => quantity))
const amount = (amounts: readonly (string | null)[]) => formatAmount(unitsOf(amounts))
const receiptsOf = (order: PurchaseOrder) => order.receipts.filter(({ reversed }) => reversed === null)

/** The figures on an order's page follow from its lines, fees, receipts and returns. */
function expectPurchaseSums(order: PurchaseOrder) {
  const { number, orderLines, fees, status } = order
  const receipts = receiptsOf(order)
  const came = receipts.flatMap(({ lines }) => lines)
  const shown = {
    number,
    lines: orderLines.length,
    ordered: pieces(orderLines),
    received: pieces(came),
    goodsTotal: amount(orderLines.map(({ total }) => total)),
    feesTotal: amount(fees.map((fee) => fee.amount)),
    total: amount([order.goodsTotal, order.feesTotal]),
  }
  expect(order).toMatchObject(shown)
  for (const { id, quantity, received, open } of orderLines) {
    const mine = pieces(came.filter(({ orderLineId }) => orderLineId === id))
    expect([number, received, open]).toEqual([number, mine, Math.max(0, quantity - mine)])
  }
  for (const { number: receipt, value, fees: carried, landed, lines } of order.receipts)
    expect([receipt, value, carried, landed]).toEqual([
      receipt,
      amount(lines.map((line) => line.value)),
      amount(lines.map((line) => line.fees)),
      amount([value, carried]),
    ])
  expect([number, sum(came.map(({ returned }) => returned))]).toEqual([
    number,
    pieces(order.returns.flatMap(({ lines }) => lines)),
  ])
  if (!openPurchases.some((one) => one === status) && status !== 'Received' && status !== 'Closed') return
  if (status === 'Partially Received' || status === 'Received' || status === 'Open')
    expect([number, status]).toEqual([number, receivedStatus(orderLines)])
  if (status === 'Received' || status === 'Closed')
    expect([number, amount(receipts.map((receipt) => receipt.fees))]).toEqual([number, order.feesTotal])
}

/**
 * Checks all orders in their list, on their pages, in counts, reports and the reorder page; returns the value of all
 * receipts.
 */
export async function expectSamePurchases({ admin, place, items }: BuyingCompany, start: string, end: string) {
  const rows = await everyRow((page) => admin.do(purchasingApi.listPurchaseOrders, { query: page }))
  const supplier = place.supplier.id
  const ofSupplier = await everyRow((page) =>
    admin.do(purchasingApi.listPurchaseOrders, { query: { ...page, supplier } }),
  )
  expect(ofSupplier).toEqual(rows)
  const orders: PurchaseOrder[] = []
  for (const row of rows) {
    const order = await admin.do(purchasingApi.getPurchaseOrder, { params: { id: row.id } })
    expect(order).toMatchObject({ ...row, supplier: { id: row.supplier.id } })
    expectPurchaseSums(order)
    orders.push(order)
  }
  const { data: counts } = await admin.do(purchasingApi.countPurchaseOrders, {})
  expect(counts).toEqual(
    counts.map(({ status }) => ({ status, count: rows.filter((row) => row.status === status).length })),
  )

  const query = { start, end }
  const placed = rows.filter(({ status }) => !unplacedPurchases.some((one) => one === status))
  const bought = await admin.do(purchasesReport.read, { query: { ...query, by: 'supplier' } })
  expect(bought.totals.current).toEqual({ total: amount(placed.map(({ total }) => total)), orders: placed.length })
  const records = await everyRow((page) => admin.do(purchasesReport.records, { query: { ...query, ...page } }))
  expect(records.map(({ recordId }) => recordId).toSorted()).toEqual(placed.map(({ id }) => id).toSorted())

  const receipts = orders.flatMap(receiptsOf)
  const landed = await admin.do(landedCostReport.read, { query })
  const current = {
    goods: amount(receipts.map(({ value }) => value)),
    fees: amount(receipts.map(({ fees }) => fees)),
    expensed: amount(orders.map(({ expensedFees }) => expensedFees)),
    quantity: pieces(receipts.flatMap(({ lines }) => lines)),
  }
  expect(landed.totals.current).toEqual(current)
  await expectSameOnOrder(admin, items, orders)
  return units(current.goods) + units(current.fees)
}

async function expectSameOnOrder(admin: Client, items: readonly string[], orders: readonly PurchaseOrder[]) {
  const { data } = await admin.do(reorderApi.listReorders, { query: {} })
  const short = data.flatMap((group) => group.items)
  const awaited = orders.filter(({ status }) => openPurchases.some((one) => one === status))
  for (const id of items) {
    const lines = (some: readonly PurchaseOrder[]) =>
      some.flatMap(({ orderLines }) => orderLines).filter(({ item }) => item.id === id)
    const drafts = awaited.filter(({ status }) => status === 'Draft')
    const { available } = await admin.do(inventoryApi.getProduct, { params: { id } })
    expect(short.find((row) => row.id === id)).toMatchObject({
      onOrder: sum(lines(awaited).map(({ open }) => open)),
      inDrafts: pieces(lines(drafts)),
      available,
    })
  }
}
