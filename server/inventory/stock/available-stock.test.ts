import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { placesApi } from '#shared/inventory/locations/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { stockStatuses } from '#shared/inventory/stock/stock-status.ts'
import { reportsApi } from '#shared/reports/api.ts'
import { inventoryReportsApi } from '#shared/reports/inventory-api.ts'
import { reorderApi } from '#shared/purchasing/reorder/api.ts'
import { changeSettings } from '#test/settings.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { orderDocumentsApi } from '#shared/sales/orders/order-documents-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { sql } from 'kysely'
import { pdfText } from '#test/pdf-text.ts'
import { addAccount, addPlace } from '#test/builders.ts'
import type { Client } from '#test/client.ts'
import { consignmentOf } from '#test/consignment.ts'
import { addLots, confirmed, inDays, lotOf } from '#test/lots.ts'
import { startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
})

/** Pseudo-random numbers that are the same in every run. */
function randomNumbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % below
  }
}

type Known = { orderId: string; product: Product; onHand: number; reserved: number; available: number }

describe('[INV-08] consistent stock figures', () => {
  test('random stock has the same figures in list, product page, purchase picker, estimate, order, pick list PDF and export', async () => {
    const random = randomNumbers(20261122)
    const place = await addPlace(admin)
    const account = await addAccount(admin)
    const known: Known[] = []
    for (let at = 0; at < 8; at += 1) {
      const lots = ['FRESH', 'HELD', 'BAD', 'OLD'].map((name) => [name, 200, 1 + random(9_000)] as const)
      const { product } = await addLots(admin, place, lots, { name: `Truth ${at}` })
      const size = (name: string) => lots.find(([lot]) => lot === name)?.[2] ?? 0
      const reason = { reason: 'Checked' }
      const isHeld = random(2) === 0
      const isBad = random(2) === 0
      const isOld = random(2) === 0
      if (isHeld) await admin.do(lotsApi.hold, { params: { id: lotOf(product, 'HELD') }, body: reason })
      if (isBad) await admin.do(lotsApi.quarantine, { params: { id: lotOf(product, 'BAD') }, body: reason })
      if (isOld)
        await sql`update lots set expiry_date = ${inDays(-2)} where id = ${lotOf(product, 'OLD')}`.execute(
          server.database.db,
        )
      const onHand = lots.reduce((sum, [, , pieces]) => sum + pieces, 0)
      const sellable = onHand - (isHeld ? size('HELD') : 0) - (isBad ? size('BAD') : 0) - (isOld ? size('OLD') : 0)
      const reserved = 1 + random(sellable)
      const { id: orderId } = await confirmed(admin, account.id, [[product.id, reserved]])
      known.push({ orderId, product, onHand, reserved, available: sellable - reserved })
    }
    const expected = known.map(({ product, onHand, reserved, available }) => ({
      id: product.id,
      onHand,
      committed: reserved,
      available,
    }))
    const figures = <T extends { id: string; onHand: number; committed: number; available: number }>(
      rows: readonly T[],
    ) =>
      expected.map(({ id }) => {
        const row = rows.find((one) => one.id === id)
        return { id, onHand: row?.onHand, committed: row?.committed, available: row?.available }
      })

    const list = await admin.do(inventoryApi.listProducts, { query: { q: 'Truth', limit: 50 } })
    expect(figures(list.data)).toEqual(expected)
    const pages = await Promise.all(
      known.map(({ product }) => admin.do(inventoryApi.getProduct, { params: { id: product.id } })),
    )
    expect(figures(pages)).toEqual(expected)
    const bought = await admin.do(purchasingApi.listPurchaseItems, { query: { q: 'Truth', limit: 50 } })
    expect(expected.map(({ id }) => bought.data.find((one) => one.id === id)?.available)).toEqual(
      expected.map(({ available }) => available),
    )
    const estimate = await admin.do(estimatesApi.createEstimate, {
      body: {
        accountId: account.id,
        validUntil: inDays(30),
        lines: expected.map(({ id }) => ({ productId: id, quantity: 1 })),
      },
    })
    expect(estimate.orderLines.map(({ product, available }) => [product.id, available])).toEqual(
      expected.map(({ id, available }) => [id, available]),
    )
    const order = await admin.do(salesApi.createOrder, {
      body: { accountId: account.id, lines: expected.map(({ id }) => ({ productId: id, quantity: 1 })) },
    })
    expect(order.orderLines.map(({ product, available }) => [product.id, available])).toEqual(
      expected.map(({ id, available }) => [id, available]),
    )
    // The pick list of each order lists what is reserved for it.
    for (const { orderId, reserved } of known) {
      const path = orderDocumentsApi.printPickList.path.replace(':id', orderId)
      const file = await fetch(server.url + path, { headers: { cookie: admin.cookie } })
      const text = pdfText(new Uint8Array(await file.arrayBuffer()))
      expect(text.replaceAll(/\s/g, '')).toContain(`,${reserved.toLocaleString('en')}units`)
    }
    const answer = await fetch(`${server.url}/api/exports/products?format=csv&q=Truth`, {
      headers: { cookie: admin.cookie },
    })
    const rows = parse<Record<string, string>>(await answer.text(), { bom: true, columns: true })
    const inFile = expected.map(({ id }) => {
      const row = rows.find((one) => one['Name'] === known.find(({ product }) => product.id === id)?.product.name)
      return {
        id,
        onHand: Number(row?.['On hand']),
        committed: Number(row?.['Reserved']),
        available: Number(row?.['Available']),
      }
    })
    expect(inFile).toEqual(expected)
  })

  test('available stock by location and lot adds up to the available stock of the product', async () => {
    const place = await addPlace(admin)
    const { id: customer } = await addAccount(admin)
    const lots = ['GOOD', 'HELD', 'OLD', 'AWAY'].map((name) => [name, 200, 100] as const)
    const { product, lot } = await addLots(admin, place, lots, { name: 'Added up' })
    const location = await consignmentOf(admin, place, customer, product.id, lot('AWAY'))
    await confirmed(admin, customer, [[product.id, 30]])
    await admin.do(lotsApi.hold, { params: { id: lot('HELD') }, body: { reason: 'Checked' } })
    await sql`update lots set expiry_date = ${inDays(-2)} where id = ${lot('OLD')}`.execute(server.database.db)
    const page = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
    const sum = page.stock.reduce((total, one) => total + one.available, 0)
    expect([sum, page.stock.find((one) => one.lotNumber === 'HELD')?.available]).toEqual([page.available, 0])
    const at = async (id: string) =>
      (await admin.do(placesApi.listStanding, { params: { id }, query: { q: 'Added up' } })).data
    const rows = [...(await at(place.warehouse.id)), ...(await at(location))]
    expect(rows.reduce((total, one) => total + one.available, 0)).toBe(page.available)
    expect((await at(location)).map((one) => [one.lotNumber, one.available])).toEqual([['AWAY', 0]])
  })

  test('[INV-08, INV-09] stock status, low stock and reorder count only sellable stock, everywhere', async () => {
    const place = await addPlace(admin)
    await changeSettings(admin, { lowStockThreshold: 20 })
    const lots = [
      ['GOOD', 200, 15],
      ['BAD', 200, 100],
    ] as const
    const add = async (name: string) => (await addLots(admin, place, lots, { name: `Sellable ${name}` })).product
    const [whole, held, expired, blocked] = [await add('A'), await add('B'), await add('C'), await add('D')]
    const hold = (product: Product, lot: string) =>
      admin.do(lotsApi.hold, { params: { id: lotOf(product, lot) }, body: { reason: 'Checked' } })
    await hold(held, 'BAD')
    await hold(blocked, 'BAD')
    await hold(blocked, 'GOOD')
    await sql`update lots set expiry_date = ${inDays(-2)} where id = ${lotOf(expired, 'BAD')}`.execute(
      server.database.db,
    )
    const expected = {
      [whole.id]: 'inStock',
      [held.id]: 'lowStock',
      [expired.id]: 'lowStock',
      [blocked.id]: 'outOfStock',
    }
    const ids = Object.keys(expected)
    const listed = await admin.do(inventoryApi.listProducts, { query: { q: 'Sellable', limit: 50 } })
    expect(Object.fromEntries(listed.data.map((row) => [row.id, row.stockStatus]))).toEqual(expected)
    for (const stockStatus of stockStatuses)
      for (const query of [{ stockStatus }, { stockStatus, q: 'Sellable' }]) {
        const { data, total } = await admin.do(inventoryApi.listProducts, { query: { ...query, limit: 200 } })
        expect([
          stockStatus,
          data
            .map(({ id }) => id)
            .filter((id) => ids.includes(id))
            .toSorted(),
        ]).toEqual([stockStatus, ids.filter((id) => expected[id] === stockStatus).toSorted()])
        expect([total, data.every((row) => row.stockStatus === stockStatus)]).toEqual([data.length, true])
      }
    const page = await admin.do(inventoryApi.getProduct, { params: { id: blocked.id } })
    expect([page.stockStatus, page.available]).toEqual(['outOfStock', 0])

    const short = { [held.id]: 15, [expired.id]: 15, [blocked.id]: 0 }
    const { data: groups } = await admin.do(reorderApi.listReorders, { query: { q: 'Sellable' } })
    const items = groups.flatMap((group) => group.items)
    expect(Object.fromEntries(items.map((row) => [row.id, row.available]))).toEqual(short)
    const low = await admin.do(inventoryReportsApi.lowStock, { query: {} })
    const inReport = low.data.filter(({ id }) => ids.includes(id))
    expect(Object.fromEntries(inReport.map((row) => [row.id, row.available]))).toEqual(short)
    expect(Object.fromEntries(inReport.map((row) => [row.id, row.stockStatus]))).toEqual(
      Object.fromEntries(Object.keys(short).map((id) => [id, expected[id]])),
    )
    const { lowStock } = await admin.do(reportsApi.dashboard, { query: {} })
    const counted = async (stockStatus: 'lowStock' | 'outOfStock') =>
      (await admin.do(inventoryApi.listProducts, { query: { stockStatus } })).total
    expect([lowStock?.low, lowStock?.out]).toEqual([await counted('lowStock'), await counted('outOfStock')])
  })
})
