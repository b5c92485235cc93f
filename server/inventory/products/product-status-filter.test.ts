import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { productListApi } from '#shared/inventory/products/product-list-api.ts'
import { addPlace } from '#test/builders.ts'
import { type Client, startServer } from '#test/server.ts'

/*
 * Creates more products than the list scans before it searches by status instead: one status that only two products
 * have, one that many have but none near the beginning of the list, and one that most have.
 */

const many = 3400
const inStockUpTo = 2300
const low = many - inStockUpTo + 1
let admin: Client
beforeAll(async () => {
  const server = await startServer()
  admin = await server.as('admin')
  const { warehouse } = await addPlace(admin)
  const { db } = server.database
  // Two are out of stock, at both ends of those in stock. Low by their reorder point are one of those in stock and all
  // after them.
  await sql`insert into items (id, kind, sku, name, location_id, price, reorder_point)
    select uuidv7(), 'product', 'S-' || n, 'Gauze ' || lpad(n::text, 5, '0'), ${warehouse.id}, 100, case when n = 2200 or n > ${inStockUpTo} then 500 end
    from generate_series(1, ${many}) n`.execute(db)
  await sql`insert into item_stock (item_id, on_hand) select id, case when sku in ('S-1', 'S-2290') then 0 else 100 end from items`.execute(
    db,
  )
}, 60_000)

type Query = Parameters<typeof admin.do<(typeof inventoryApi.listProducts)['spec']>>[1]['query']
type Page = { data: { sku: string }[]; nextCursor: string | null; total: number }
/** All pages of a list; expects the same total on each. */
async function whole(query: Query, limit = 1) {
  const skus: string[] = []
  let total: number | null = null
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Page = await admin.do(inventoryApi.listProducts, {
      query: { ...query, limit, ...(cursor && { cursor }) },
    })
    skus.push(...page.data.map((one) => one.sku))
    total ??= page.total
    expect(page.total).toBe(total)
    cursor = page.nextCursor
  }
  return { skus, total }
}

describe('product list filtered by stock status', () => {
  test('[INV-02] (T10) finds a rare status at any position, page by page, in any sort order, with the right total', async () => {
    expect(await whole({ stockStatus: 'outOfStock' })).toEqual({ skus: ['S-1', 'S-2290'], total: 2 })
    expect(await whole({ stockStatus: 'outOfStock', sort: '-name' })).toEqual({ skus: ['S-2290', 'S-1'], total: 2 })
    expect(await whole({ stockStatus: 'outOfStock', sort: '-updatedAt' }, 200)).toMatchObject({ total: 2 })
    expect(await whole({ stockStatus: 'lowStock', q: '02200' })).toEqual({ skus: ['S-2200'], total: 1 })
    expect(await whole({ stockStatus: 'outOfStock', q: '02290' })).toEqual({ skus: ['S-2290'], total: 1 })
    expect(await whole({ stockStatus: 'outOfStock', q: '00002' })).toEqual({ skus: [], total: 0 })
  })

  test('[INV-02] finds a status of many products even if none is near the beginning of the list', async () => {
    const last = Array.from({ length: low - 1 }, (_, at) => `S-${inStockUpTo + 1 + at}`)
    expect(await whole({ stockStatus: 'lowStock' }, 200)).toEqual({ skus: ['S-2200', ...last], total: low })
    expect(await whole({ stockStatus: 'lowStock', q: 'gauze' }, 200)).toEqual({ skus: ['S-2200', ...last], total: low })
    expect(await whole({ stockStatus: 'lowStock', q: 'ga' }, 200)).toEqual({ skus: ['S-2200', ...last], total: low })
    const back = await whole({ stockStatus: 'lowStock', sort: '-name' }, 200)
    expect(back).toEqual({ skus: ['S-2200', ...last].toReversed(), total: low })
  })

  test('[INV-02] lists a status of most products completely and without gaps', async () => {
    const { skus, total } = await whole({ stockStatus: 'inStock' }, 200)
    const inStock = inStockUpTo - 3
    expect([skus.length, new Set(skus).size, total]).toEqual([inStock, inStock, inStock])
    expect(skus.slice(0, 2)).toEqual(['S-2', 'S-3'])
    expect(skus.at(-1)).toBe(`S-${inStockUpTo}`)
    expect(await whole({ q: 'gauze' }, 200)).toMatchObject({ total: many })
  })

  test('[INV-02] previous and next product follow the status filter', async () => {
    const { data } = await admin.do(inventoryApi.listProducts, { query: { q: '02290' } })
    const [last] = data
    const beside = await admin.do(productListApi.getNeighbours, {
      params: { id: last?.id ?? '' },
      query: { stockStatus: 'outOfStock' },
    })
    const first = await admin.do(inventoryApi.listProducts, { query: { q: '00001' } })
    expect(beside).toEqual({ previous: first.data[0]?.id, next: null })
  })
})
