import { expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { startServer } from '#test/server.ts'

test('[INV-01] rows of the product list, serialized by the database, keep texts unchanged and prices with 2 to 4 decimals', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const place = await addPlace(admin)
  const name = 'Tube "5 \\ 6" {}, </script> – Ärzte 医院 😀'
  const product = await addProduct(admin, place, {
    name,
    price: '0.125',
    cost: '3.1',
    priceTiers: { retail: '9.1234', wholesale: '7', distributor: '0.0001' },
    quantity: 3,
    lotControlled: false,
    moq: 12,
  })
  const { data } = await admin.do(inventoryApi.listProducts, { query: {} })
  expect(data).toMatchObject([
    {
      id: product.id,
      name,
      sku: product.sku,
      price: '0.125',
      cost: '3.10',
      priceTiers: { retail: '9.1234', wholesale: '7.00', distributor: '0.0001', highVolume: null },
      onHand: 3,
      available: 3,
      unfit: { blocked: 0, expired: 0 },
      stockStatus: 'lowStock',
      lotControlled: false,
      barcode: null,
      moq: 12,
      cover: null,
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/),
    },
  ])
  const rep = await server.as('sales_rep')
  const [seen] = (await rep.do(inventoryApi.listProducts, { query: { q: 'tube' } })).data
  expect([seen?.name, seen?.price, seen?.cost, seen?.supplierCode]).toEqual([name, '0.125', null, null])
})
