import { expect } from 'vitest'
import { journalApi } from '#shared/accounting/journal-api.ts'
import { addDays } from '#shared/dates.ts'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { placesApi } from '#shared/inventory/locations/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { stockStatuses } from '#shared/inventory/stock/stock-status.ts'
import { formatAmount } from '#shared/money.ts'
import { reportsApi } from '#shared/reports/api.ts'
import { inventoryReportsApi } from '#shared/reports/inventory-api.ts'
import { stockValueReport } from '#shared/reports/inventory-reports.ts'
import { availabilityApi } from '#shared/sales/orders/availability-api.ts'
import type { Client } from '#test/client.ts'
import { everyRow } from './random-company.ts'
import { units, unitsOf } from './selling-company.ts'

/* Checks that quantities are the same on every screen that shows them. */

const add = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
interface Stock {
  onHand: number
  committed: number
}
const sumOf = (parts: readonly Stock[]): Stock => ({
  onHand: add(parts.map(({ onHand }) => onHand)),
  committed: add(parts.map(({ committed }) => committed)),
})
const stockOf = ({ onHand, committed }: Stock): Stock => ({ onHand, committed })

/**
 * Checks every item's stock in its list, on its page, by lot, by location and where it is sold; returns the value of
 * all stock.
 */
export async function expectStockSums(admin: Client, today: string): Promise<number> {
  const products = await everyRow((page) => admin.do(inventoryApi.listProducts, { query: page }))
  const materials = await everyRow((page) => admin.do(rawMaterialsApi.listRawMaterials, { query: page }))
  const kits = await everyRow((page) => admin.do(kitsApi.listKits, { query: page }))
  const lots = await everyRow((page) => admin.do(lotsApi.listLots, { query: { ...page, stock: 'all' } }))
  const locations = await everyRow((page) => admin.do(inventoryApi.listLocations, { query: page }))
  const items = [
    ...products.map((row) => ({ row, read: inventoryApi.getProduct })),
    ...materials.map((row) => ({ row, read: rawMaterialsApi.getRawMaterial })),
    ...kits.map((row) => ({ row, read: kitsApi.getKit })),
  ]

  const byLocation: { item: string; location: string; stock: Stock }[] = []
  for (const { id, name } of locations) {
    const rows = await everyRow((page) => admin.do(placesApi.listStanding, { params: { id }, query: page }))
    const location = await admin.do(placesApi.getLocation, { params: { id } })
    expect([name, stockOf(location)]).toEqual([name, sumOf(rows)])
    byLocation.push(...rows.map((row) => ({ item: row.item.id, location: id, stock: stockOf(row) })))
  }
  for (const { row, read } of items) {
    const page = await admin.do(read as typeof inventoryApi.getProduct, { params: { id: row.id } })
    expect([row.name, stockOf(page), page.available]).toEqual([row.name, stockOf(row), row.available])
    expect([row.name, sumOf(page.stock)]).toEqual([row.name, stockOf(row)])
    const here = byLocation.filter(({ item }) => item === row.id)
    expect([row.name, sumOf(here.map(({ stock }) => stock))]).toEqual([row.name, stockOf(row)])
    const parts = lots.filter(({ product }) => product.id === row.id)
    // Of items without lot tracking, only pieces received as damaged are in a lot.
    if (parts.length > 0 && ('lotControlled' in row ? row.lotControlled : true))
      expect([row.name, add(parts.map(({ onHand }) => onHand))]).toEqual([row.name, row.onHand])
  }
  for (const part of chunks(products, 50)) {
    const { data } = await admin.do(availabilityApi.listAvailability, {
      query: { products: part.map(({ id }) => id) },
    })
    for (const row of part)
      expect([row.name, data.find(({ productId }) => productId === row.id)?.available]).toEqual([
        row.name,
        row.available,
      ])
  }

  for (const stockStatus of stockStatuses) {
    const found = await everyRow((page) => admin.do(inventoryApi.listProducts, { query: { ...page, stockStatus } }))
    const those = products.filter((row) => row.stockStatus === stockStatus)
    expect(found.map(({ id }) => id).toSorted()).toEqual(those.map(({ id }) => id).toSorted())
  }
  const days = { start: addDays(today, -29), end: today }
  const count = (status: string) => products.filter(({ stockStatus }) => stockStatus === status).length
  const { lowStock } = await admin.do(reportsApi.dashboard, { query: days })
  expect(lowStock).toMatchObject({ products: products.length, low: count('lowStock'), out: count('outOfStock') })
  const low = await admin.do(inventoryReportsApi.lowStock, { query: days })
  expect(low.total).toBe(count('lowStock') + count('outOfStock'))

  const report = await admin.do(inventoryReportsApi.stock, { query: days })
  const pieces = add(items.map(({ row }) => row.onHand))
  for (const by of [report.byCategory, report.byLocation, report.bySupplier]) {
    expect(add(by.map(({ quantity }) => quantity))).toBe(pieces)
    expect(formatAmount(unitsOf(by.map(({ value }) => value)))).toBe(report.value.end)
  }
  const atCost = await admin.do(stockValueReport.read, { query: days })
  expect(atCost.totals.current).toMatchObject({ average: report.value.end, quantity: pieces })
  const { rows } = await admin.do(journalApi.trialBalance, { query: { from: days.start, until: today } })
  expect(units(rows.find(({ account }) => account === '1400')?.closing)).toBe(units(report.value.end))
  return items.length
}

const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_none, at) => list.slice(at * size, (at + 1) * size))
