import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { productListApi } from '#shared/inventory/products/product-list-api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { startServer } from '#test/server.ts'

test('[INV-04] lists products without a price in any sort order, with other filters, in the export, and using an index', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const place = await addPlace(admin)
  const { db } = server.database
  await sql`insert into items (id, kind, sku, name, location_id, price)
    select uuidv7(), 'product', 'P-' || n, 'Gauze ' || lpad(n::text, 5, '0'), ${place.warehouse.id},
      case when n in (700, 2900, 4100) then 0 else 100 end
    from generate_series(1, 4500) n`.execute(db)
  await sql`insert into item_stock (item_id, on_hand) select id, 100 from items`.execute(db)
  await sql`analyze items, item_stock`.execute(db)
  const skus = async (query: Parameters<typeof admin.do<(typeof inventoryApi.listProducts)['spec']>>[1]['query']) => {
    const page = await admin.do(inventoryApi.listProducts, { query: { withoutPrice: 'true', ...query } })
    return [page.total, ...page.data.map(({ sku }) => sku)]
  }
  const all = ['P-700', 'P-2900', 'P-4100']
  expect(await skus({})).toEqual([3, ...all])
  expect(await skus({ sort: '-name' })).toEqual([3, ...all.toReversed()])
  expect(await skus({ sort: 'sku' })).toEqual([3, 'P-2900', 'P-4100', 'P-700'])
  expect(await skus({ stockStatus: 'inStock' })).toEqual([3, ...all])
  expect(await skus({ stockStatus: 'outOfStock' })).toEqual([0])
  expect(await skus({ q: '02900' })).toEqual([1, 'P-2900'])
  const first = await admin.do(inventoryApi.listProducts, { query: { withoutPrice: 'true', limit: 1 } })
  const { nextCursor: cursor } = first
  expect(cursor === null ? [] : await skus({ cursor, limit: 2 })).toEqual([3, 'P-2900', 'P-4100'])
  const { id } = first.data[0] ?? { id: '' }
  const beside = await admin.do(productListApi.getNeighbours, { params: { id }, query: { withoutPrice: 'true' } })
  expect([beside.previous, beside.next === null]).toEqual([null, false])
  const file = await fetch(`${server.url}/api/exports/products?format=csv&withoutPrice=true`, {
    headers: { cookie: admin.cookie },
  })
  expect((await file.text()).trim().split('\n')).toHaveLength(4)

  const plan = await sql<{ 'QUERY PLAN': string }>`explain select i.id, lower(i.name) from items i
    where i.kind = 'product' and i.deleted_at is null and i.price = 0 order by lower(i.name), i.id limit 50`.execute(db)
  // For so few rows, the index for sorting by price is just as good.
  expect(JSON.stringify(plan.rows)).toMatch(/items_(?:without|by)_price/)

  // A new product without a price is listed; once deleted, it is not.
  const made = await addProduct(admin, place, { name: 'Aaa without a price', price: '0' })
  expect((await skus({}))[1]).toBe(made.sku)
  await admin.do(inventoryApi.deleteProduct, { params: { id: made.id } })
  expect(await skus({})).toEqual([3, ...all])
})
