import { beforeAll, describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { productListApi } from '#shared/inventory/products/product-list-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
})
const missing = '018f0000-0000-7000-8000-000000000000'

describe('bulk change of products, one request per product', () => {
  const change = (id: string, body: object) => admin.call(productListApi.changeProduct, { params: { id }, body })

  test('[INV-01] (L7) sets only the given fields and leaves the others unchanged', async () => {
    const product = await addProduct(admin, place, { reorderPoint: 5, coldChain: true, quantity: 3 })
    const other = await addPlace(admin)
    const body = { category: other.category.name.toUpperCase(), supplier: other.supplier.id, reorderPoint: null }
    const answer = await change(product.id, body)
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        category: other.category.name,
        supplier: { id: other.supplier.id },
        warehouse: { id: place.warehouse.id },
        reorderPoint: null,
        coldChain: true,
        onHand: 3,
        version: product.version + 1,
      },
    ])
    expect((await change(product.id, { warehouse: other.warehouse.id })).body.warehouse.name).toBe(other.warehouse.name)
    const updates = server.announced.filter((one) => one.name === 'inventory_updated')
    expect(updates.at(-1)?.payload).toEqual({ itemId: product.id, warehouse: other.warehouse.id })
  })

  test('[INV-01] is refused with the invalid field; unknown and deleted products are not found', async () => {
    const product = await addProduct(admin, place)
    expect((await change(product.id, { category: 'No such thing' })).body.fields).toEqual({
      category: 'is not a category',
    })
    expect((await change(product.id, { supplier: missing })).body.fields).toEqual({ supplier: 'is not a supplier' })
    expect((await change(product.id, { warehouse: missing })).body.fields).toEqual({ warehouse: 'is not a location' })
    expect((await change(product.id, { reorderPoint: -1 })).status).toBe(422)
    expect((await change(product.id, { price: '1', coldChain: true })).body.fields).toEqual({ price: 'is not known' })
    expect((await change(product.id, {})).status).toBe(422)
    expect((await change(missing, { coldChain: true })).status).toBe(404)
    await admin.do(inventoryApi.deleteProduct, { params: { id: product.id } })
    expect((await change(product.id, { coldChain: true })).status).toBe(404)
  })

  test('(F11) concurrent changes of different fields lose none and each raise the version', async () => {
    const product = await addProduct(admin, place)
    const answers = await Promise.all([
      change(product.id, { reorderPoint: 4 }),
      change(product.id, { controlled: true }),
      change(product.id, { coldChain: true }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    const now = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
    expect(now).toMatchObject({ reorderPoint: 4, controlled: true, coldChain: true, version: product.version + 3 })
  })
})

describe('previous and next product (D3)', () => {
  test('[INV-01] follow the sort order and the filters of the list', async () => {
    const own = await addPlace(admin)
    const made = []
    for (const name of ['Beta', 'alpha', 'Gamma', 'beta']) made.push(await addProduct(admin, own, { name }))
    const [b1, a, c, b2] = made.map((one) => one.id)
    const query = { category: own.category.name }
    const listed = (await admin.do(inventoryApi.listProducts, { query })).data.map((one) => one.id)
    expect(listed).toEqual([a, b1, b2, c])
    const around = (id: string | undefined, more = {}) =>
      admin.do(productListApi.getNeighbours, { params: { id: id ?? '' }, query: { ...query, ...more } })
    for (const [at, id] of listed.entries())
      expect(await around(id)).toEqual({ previous: listed[at - 1] ?? null, next: listed[at + 1] ?? null })
    expect(await around(a, { sort: '-name' })).toEqual({ previous: b1, next: null })
    expect(await around(a, { q: 'gama' })).toEqual({ previous: null, next: c })
    expect(await around(missing)).toEqual({ previous: null, next: null })
  })
})

describe('where a product is used', () => {
  test('[INV-01] lists open orders with their quantities, without closed ones or those the user may not see', async () => {
    const product = await addProduct(admin, place, { quantity: 50 })
    const account = await addAccount(admin)
    const open = await addOrder(admin, account.id, [[product.id, 4]])
    const over = await addOrder(admin, account.id, [[product.id, 2]])
    await admin.do(salesApi.cancel, { params: { id: over.id }, body: { reason: 'For a test' } })
    const uses = (client: Client) => client.do(productListApi.listUses, { params: { id: product.id } })
    expect(await uses(admin)).toEqual({
      data: [{ kind: 'salesOrder', id: open.id, name: open.number, status: 'PENDING', quantity: 4 }],
    })
    expect(await uses(await server.as('staff', { inventory: { view: true } }))).toEqual({ data: [] })
    expect((await admin.call(productListApi.listUses, { params: { id: missing } })).status).toBe(404)
  })
})
