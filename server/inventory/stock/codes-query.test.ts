import { beforeAll, describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { findByCodes, maxCodesPerQuery } from '#shared/inventory/stock/codes-query.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { type Client, startServer } from '#test/server.ts'

let admin: Client
beforeAll(async () => {
  admin = await (await startServer()).as('admin')
  const place = await addPlace(admin)
  for (const sku of ['ROW-1', 'Row-2', 'ROW-3, large', 'ROW-30']) await addProduct(admin, place, { sku })
})

describe('querying many SKUs at once', () => {
  test('[SO-04] finds exactly these products, case-insensitively, also with commas in the code', async () => {
    const skus = ['row-1', 'ROW-2', 'ROW-3, large', 'NOBODY']
    const { data } = await admin.do(inventoryApi.listProducts, { query: { skus, sort: 'sku' } })
    expect(data.map(({ sku }) => sku)).toEqual(['ROW-1', 'Row-2', 'ROW-3, large'])
    const one = await admin.do(inventoryApi.listProducts, { query: { skus: 'ROW-3' } })
    expect(one.data).toEqual([])
  })

  test('[PO-01] finds purchasable items by their codes, too', async () => {
    const { data } = await admin.do(purchasingApi.listPurchaseItems, { query: { codes: ['row-2', 'row-30'] } })
    expect(data.map(({ sku }) => sku).toSorted()).toEqual(['ROW-30', 'Row-2'])
  })

  test('refuses empty, overlong and too many codes; findByCodes splits many codes into requests within the limit', async () => {
    const many = Array.from({ length: maxCodesPerQuery + 1 }, (_, at) => `ROW-${at}`)
    for (const [skus, why] of [
      [many, `may have at most ${maxCodesPerQuery} codes`],
      ['', 'is required'],
      ['x'.repeat(61), 'may have at most 60 characters'],
    ] satisfies [string | string[], string][]) {
      const refused = await admin.call(inventoryApi.listProducts, { query: { skus } })
      expect([refused.status, refused.body.fields]).toEqual([422, { skus: why }])
    }
    const parts: number[] = []
    await findByCodes([...many, ...many], async (codes) => {
      parts.push(codes.length)
      return []
    })
    expect(parts).toEqual([maxCodesPerQuery, 1])
  })
})
