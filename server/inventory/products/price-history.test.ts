import { beforeAll, describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { priceHistoryApi } from '#shared/inventory/products/price-history-api.ts'
import { addPlace, addProduct, productBody, type TestPlace } from '#test/builders.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
})

describe('price history', () => {
  test('[INV-01] has one row per changed price, cost and price tier, and none for other changes', async () => {
    const start = productBody(place, { price: '10', cost: '6', priceTiers: { retail: '9.5', wholesale: '8' } })
    const { quantity: _, ...body } = start
    const made = await admin.do(inventoryApi.createProduct, { body: start })
    const put = (version: number, more: Partial<typeof body>) =>
      admin.do(inventoryApi.updateProduct, { params: { id: made.id }, body: { ...body, ...more } }, { version })
    await put(1, { name: 'Only the name' })
    await put(2, { price: '11.2500', cost: '6.00', priceTiers: { retail: '9.50', distributor: '7' } })
    await put(3, { price: '11.25', cost: '6.5', priceTiers: { retail: '9.5', distributor: '7' } })
    const first = await admin.do(priceHistoryApi.listPriceHistory, { params: { id: made.id }, query: { limit: 2 } })
    expect(first).toMatchObject({ total: 4, data: [{ kind: 'cost', from: '6.00', to: '6.50' }, {}] })
    const rest = await admin.do(priceHistoryApi.listPriceHistory, {
      params: { id: made.id },
      query: { limit: 2, cursor: first.nextCursor ?? '' },
    })
    const rows = [...first.data, ...rest.data].map(({ kind, from, to }) => [kind, from, to])
    expect(rows).toHaveLength(4)
    expect(rows).toEqual(
      expect.arrayContaining([
        ['cost', '6.00', '6.50'],
        ['price', '10.00', '11.25'],
        ['wholesale', '8.00', null],
        ['distributor', null, '7.00'],
      ]),
    )
    expect(first.data[0]?.actor).toEqual(expect.any(String))
    expect(rest.nextCursor).toBeNull()
    const odd = await admin.send('GET', `/api/products/${made.id}/price-history?cursor=x`)
    expect(odd.status).toBe(422)
  })

  test('[PERM-03] costs need inventory permission: sales users get the product list without them and no price history', async () => {
    const { id } = await addProduct(admin, place, { cost: '6.00' })
    const seller = await server.as('staff', { salesOrders: { view: true, edit: true } })
    const seen = async (client: Client) => {
      const { data } = await client.do(inventoryApi.listProducts, { query: {} })
      return data.find((row) => row.id === id)?.cost
    }
    expect([await seen(admin), await seen(seller)]).toEqual(['6.00', null])
    expect((await seller.send('GET', `/api/products/${id}/price-history`)).status).toBe(403)
  })
})
