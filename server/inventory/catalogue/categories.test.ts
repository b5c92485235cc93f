import { beforeAll, describe, expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addPlace, addProduct, productBody } from '#test/builders.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = patient(await server.as('admin'))
})

const remove = (id: string, moveTo?: string) =>
  admin.call(inventoryApi.deleteCategory, { params: { id }, query: { ...(moveTo && { moveTo }) } })
const categoryOf = async (id: string) => (await admin.do(inventoryApi.getProduct, { params: { id } })).category

describe('categories', () => {
  test('[CAT-01] creates, searches and counts categories; updating needs the current version', async () => {
    const made = await admin.do(inventoryApi.createCategory, {
      body: { name: 'Drapes', description: 'Sterile covers' },
    })
    const params = { id: made.id }
    const body = { name: 'Surgical drapes' }
    expect((await admin.call(inventoryApi.updateCategory, { params, body })).status).toBe(428)
    expect((await admin.call(inventoryApi.updateCategory, { params, body }, { version: 9 })).status).toBe(412)
    const saved = await admin.do(inventoryApi.updateCategory, { params, body }, { version: made.version })
    expect(saved).toMatchObject({ name: 'Surgical drapes', description: null, products: 0, version: made.version + 1 })
    const again = await admin.do(
      inventoryApi.updateCategory,
      { params, body: { ...body, description: 'Covers' } },
      { version: saved.version },
    )
    const { data } = await admin.do(inventoryApi.listCategories, { query: { q: 'covers' } })
    expect(data).toEqual([again])
    expect((await admin.call(inventoryApi.createCategory, { body: { name: '' } })).body.fields).toEqual({
      name: 'is required',
    })
  })

  test('[CAT-01] (B23) refuses to delete a category in use (409) and names the products that use it', async () => {
    const place = await addPlace(admin)
    const products = []
    for (let at = 0; at < 7; at += 1) products.push(await addProduct(admin, place, { name: `Used ${at}` }))
    const refused = await remove(place.category.id)
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      409,
      'IN_USE',
      '7 products are in this category.',
    ])
    const { uses, count } = refused.body.details as {
      uses: { kind: string; id: string; name: string }[]
      count: number
    }
    expect([count, uses.length, uses[0]]).toEqual([7, 5, { kind: 'product', id: products[0]?.id, name: 'Used 0' }])
  })

  test('[CAT-01] deletes a category in use when the same request moves its products to another category', async () => {
    const [place, other] = [await addPlace(admin), await addPlace(admin)]
    const product = await addProduct(admin, place)
    const gone = await addProduct(admin, place)
    await admin.do(inventoryApi.deleteProduct, { params: { id: gone.id } })
    for (const wrong of [place.category.id, '00000000-0000-4000-8000-000000000000'])
      expect((await remove(place.category.id, wrong)).body.fields).toEqual({ moveTo: 'is not another category' })
    expect((await remove(place.category.id, 'nonsense')).status).toBe(422)
    expect(await categoryOf(product.id)).toBe(place.category.name)
    expect((await remove(place.category.id, other.category.id)).status).toBe(204)
    expect(await categoryOf(product.id)).toBe(other.category.name)
    expect((await remove(place.category.id, other.category.id)).status).toBe(404)
    const moved = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
    expect(moved.version).toBe(product.version + 1)
  })

  test('[CAT-01] (B23) race of deleting a category and creating products in it: only one of both succeeds', async () => {
    for (let round = 0; round < 4; round += 1) {
      const place = await addPlace(admin)
      const [deleted, ...added] = await Promise.all([
        remove(place.category.id),
        ...Array.from({ length: 4 }, () =>
          admin.call(inventoryApi.createProduct, { body: productBody(place, { name: `Race ${round}` }) }),
        ),
      ])
      const isThere = added.some(({ status }) => status === 201)
      expect([isThere, deleted?.status]).toEqual([isThere, isThere ? 409 : 204])
      if (!isThere) for (const { body } of added) expect(body.fields).toEqual({ category: 'is not a category' })
    }
  })

  test('(B23) races of deleting a customer and creating an order, a supplier and a product: only one of both succeeds', async () => {
    for (let round = 0; round < 4; round += 1) {
      const place = await addPlace(admin)
      const product = await addProduct(admin, place)
      const account = await addAccount(admin)
      const lines = [{ productId: product.id, quantity: 1 }]
      const [gone, order] = await Promise.all([
        admin.call(crmApi.deleteAccount, { params: { id: account.id } }),
        admin.call(salesApi.createOrder, { body: { accountId: account.id, lines } }),
      ])
      expect([gone.status, order.status].filter((status) => status < 300)).toHaveLength(1)
      const own = await addPlace(admin)
      const [left, bought] = await Promise.all([
        admin.call(crmApi.deleteSupplier, { params: { id: own.supplier.id } }),
        admin.call(inventoryApi.createProduct, { body: productBody(own) }),
      ])
      expect([left.status, bought.status].filter((status) => status < 300)).toHaveLength(1)
    }
  })
})
