import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { sql } from 'kysely'
import { addAccount, addPlace } from '#test/builders.ts'
import type { Client } from '#test/client.ts'
import { addLots, confirmed, inDays, lotOf } from '#test/lots.ts'
import { startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
})

/** Numbers that look random and are the same in every run. */
function randomNumbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % below
  }
}

type Known = { product: Product; onHand: number; reserved: number; available: number }

describe('[INV-08] one stock truth', () => {
  test('a random company has the same quantity of each product in list, page, picker, estimate, export and API', async () => {
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
      await confirmed(admin, account.id, [[product.id, reserved]])
      known.push({ product, onHand, reserved, available: sellable - reserved })
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
})
