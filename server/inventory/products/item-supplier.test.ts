import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { roleDefaults } from '#shared/access/roles.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { itemSupplierApi } from '#shared/inventory/products/item-supplier-api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
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

const addMaterial = (name: string) =>
  admin.do(rawMaterialsApi.createRawMaterial, { body: { name, materialType: 'Nonwoven', cost: '1', quantity: 0 } })
const addSupplier = (name: string) => admin.do(crmApi.createSupplier, { body: { name } })
async function refusal(client: Client, supplierId: string, itemIds: string[]) {
  const { status, body } = await client.call(itemSupplierApi.giveSupplier, { body: { supplierId, itemIds } })
  return [status, body.fields]
}

test('[PO-01] sets the supplier of several products and raw materials; only the supplier code is cleared', async () => {
  const product = await addProduct(admin, place, { supplierCode: 'OLD-1', moq: 5 })
  const material = await addMaterial('Given')
  const supplier = await addSupplier('Gives both')
  const body = { supplierId: supplier.id, itemIds: [product.id, material.id, product.id] }
  expect(await admin.do(itemSupplierApi.giveSupplier, { body })).toEqual({ changed: 2 })
  const after = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
  expect(after).toMatchObject({ supplier: { name: 'Gives both' }, supplierCode: null, moq: 5, price: product.price })
  expect(after.version).toBe(product.version + 1)
  const stuff = await admin.do(rawMaterialsApi.getRawMaterial, { params: { id: material.id } })
  expect(stuff.supplier?.name).toBe('Gives both')
  // Repeating it changes nothing, not even the version, so open forms stay valid.
  expect(await admin.do(itemSupplierApi.giveSupplier, { body })).toEqual({ changed: 0 })
  expect((await admin.do(inventoryApi.getProduct, { params: { id: product.id } })).version).toBe(after.version)
})

test('[PO-01] a product form opened before a supplier change cannot overwrite it: 412 names the user (B24)', async () => {
  const product = await addProduct(admin, place)
  const supplier = await addSupplier('Given meanwhile')
  await admin.do(
    crmApi.updateSupplier,
    { params: { id: supplier.id }, body: { name: 'Given now' } },
    { version: supplier.version },
  )
  const buyer = await server.as('admin')
  await sql`update users set name = 'Bea Buyer' where id = ${buyer.userId}`.execute(server.database.db)
  await buyer.do(itemSupplierApi.giveSupplier, { body: { supplierId: supplier.id, itemIds: [product.id] } })
  const { quantity: _, ...body } = productBody(place, { name: product.name })
  const call = { params: { id: product.id }, body }
  const refused = await admin.call(inventoryApi.updateProduct, call, { version: product.version })
  expect([refused.status, refused.body]).toMatchObject([412, { details: { by: 'Bea Buyer' } }])
  const late = { params: { id: supplier.id }, body: { name: 'Given late' } }
  const other = await admin.call(crmApi.updateSupplier, late, { version: supplier.version })
  expect([other.status, (other.body.details as { by: string }).by]).toEqual([412, 'admin under test'])
})

test('[PO-01] refuses unknown suppliers and items, inactive suppliers, and items the user may not edit', async () => {
  const product = await addProduct(admin, place)
  const material = await addMaterial('Refused')
  const idle = await admin.do(crmApi.createSupplier, { body: { name: 'Idle', status: 'inactive' } })
  expect(await refusal(admin, randomUUID(), [product.id])).toEqual([422, { supplierId: 'is not a supplier' }])
  expect(await refusal(admin, idle.id, [product.id])).toEqual([422, { supplierId: 'is an inactive supplier' }])
  expect(await refusal(admin, place.supplier.id, [randomUUID(), product.id])).toEqual([
    422,
    { 'itemIds.0': 'is not a product or raw material' },
  ])
  expect(await refusal(admin, place.supplier.id, [])).toEqual([422, { itemIds: 'needs at least one item' }])
  const keeper = await server.as('staff', {
    ...roleDefaults.staff,
    inventory: { view: true, edit: true, delete: false },
    rawmaterials: { view: true, edit: false, delete: false },
  })
  expect((await refusal(keeper, place.supplier.id, [product.id, material.id]))[0]).toBe(403)
  expect((await refusal(keeper, place.supplier.id, [product.id]))[0]).toBe(200)
})
