import { beforeAll, expect, test } from 'vitest'
import { formatDay } from '#shared/format-day.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { inDays } from '#test/lots.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer({ max: 8 })
  admin = patient(await server.as('admin'))
  place = await addPlace(admin)
})

type Row = { quantity: number; lotNumber?: string; expiryDate?: string; locationId?: string; unitCost?: string }
const add = (id: string, lots: readonly Row[], key: string = crypto.randomUUID()) =>
  admin.call(
    inventoryApi.addStockLots,
    { params: { id }, body: { reason: 'purchase_order', lots: [...lots] } },
    { key },
  )
const get = (id: string) => admin.do(inventoryApi.getProduct, { params: { id } })
const stockOf = async (id: string) =>
  (await get(id)).stock
    .map((one) => `${one.lotNumber} ${one.location.name} ${one.onHand}`)
    .toSorted((a, b) => a.localeCompare(b))

test('[INV-05, LOT-01] adds several lots with one document; a retry with the same key adds nothing', async () => {
  const { id } = await addProduct(admin, place, { lotControlled: true })
  const other = await admin.do(inventoryApi.createLocation, { body: { name: 'Cold room', type: 'Warehouse' } })
  const rows = [
    { quantity: 10, lotNumber: 'B', expiryDate: inDays(50) },
    { quantity: 5, lotNumber: 'A', expiryDate: inDays(40) },
    { quantity: 7, lotNumber: 'A', expiryDate: inDays(40), locationId: other.id },
  ]
  const key = crypto.randomUUID()
  const [first, again] = [await add(id, rows, key), await add(id, rows, key)]
  expect([first.status, again.status, again.body.onHand]).toEqual([200, 200, 22])
  const here = place.warehouse.name
  expect(await stockOf(id)).toEqual(
    [`A ${here} 5`, 'A Cold room 7', `B ${here} 10`].toSorted((a, b) => a.localeCompare(b)),
  )
  const { data } = await admin.do(inventoryApi.listStockHistory, { params: { id }, query: {} })
  expect(data.map(({ onHandChange }) => onHandChange).toSorted((a, b) => a - b)).toEqual([5, 7, 10])
  expect(new Set(data.map(({ document }) => document?.number)).size).toBe(1)
  expect(await brokenInvariants(server.database.db)).toEqual({})
})

test('[INV-05, LOT-01] one invalid row and nothing is booked; the error names the row and field', async () => {
  const { id } = await addProduct(admin, place, { lotControlled: true })
  const good = { quantity: 10, lotNumber: 'G', expiryDate: inDays(50) }
  const refused = async (row: Row) => {
    const answer = await add(id, [good, row])
    return [answer.status, answer.body.fields] as const
  }
  const required = 'is required: this product is lot-tracked'
  expect(await refused({ quantity: 1 })).toEqual([422, { 'lots.1.lotNumber': required }])
  const dateless = 'is required for new lots that expire'
  expect(await refused({ quantity: 1, lotNumber: 'N' })).toEqual([422, { 'lots.1.expiryDate': dateless }])
  const twice = 'is in another row already'
  expect(await refused({ ...good, quantity: 3 })).toEqual([422, { 'lots.1.lotNumber': twice }])
  const nowhere = { ...good, lotNumber: 'N', locationId: id }
  expect(await refused(nowhere)).toEqual([422, { 'lots.1.locationId': 'is not a location' }])
  expect((await refused({ ...good, lotNumber: 'N', quantity: 0 }))[1]).toHaveProperty(['lots.1.quantity'])
  expect((await refused({ ...good, lotNumber: 'N', quantity: 1_000_000_000 }))[0]).toBe(422)
  expect((await add(id, [])).status).toBe(422)
  const product = await get(id)
  expect([product.onHand, product.stock]).toEqual([0, []])
  // The expiry date of a known lot can't be changed here, and the error names the row.
  await add(id, [good])
  expect(await refused({ ...good, lotNumber: 'G', expiryDate: inDays(51) })).toEqual([
    409,
    { 'lots.1.expiryDate': `lot G expires on ${formatDay(inDays(50))}` },
  ])
  expect((await get(id)).onHand).toBe(10)
})

test('[INV-05] a unit cost in a row updates the item’s average cost; rows without one use the current cost', async () => {
  const product = await addProduct(admin, place, { quantity: 10, cost: '2' })
  const other = await admin.do(inventoryApi.createLocation, { body: { name: 'Second shelf', type: 'Warehouse' } })
  await add(product.id, [
    { quantity: 10, unitCost: '4' },
    { quantity: 20, locationId: other.id },
  ])
  // 30 pieces at 2 and 10 at 4.
  expect(Number((await get(product.id)).cost)).toBe(2.5)
  expect(await brokenInvariants(server.database.db)).toEqual({})
})

test('[INV-05] concurrent bookings of the same new lots in different order wait for each other, and none is lost', async () => {
  const { id } = await addProduct(admin, place, { lotControlled: true })
  const lots = Array.from({ length: 8 }, (_, at) => ({ quantity: 1, lotNumber: `L${at}`, expiryDate: inDays(60) }))
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) => add(id, at % 2 === 0 ? lots : lots.toReversed())),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect((await get(id)).onHand).toBe(48)
})

test('[INV-05, RAW-01] works for raw materials, too; refuses the other item kind, deleted items, missing permission or key', async () => {
  const product = await addProduct(admin, place)
  const material = await admin.do(rawMaterialsApi.createRawMaterial, {
    body: { name: 'Film', materialType: 'Plastic', location: place.warehouse.id },
  })
  const body = { reason: 'purchase_order' as const, lots: [{ quantity: 3 }, { quantity: 4, unitCost: '2' }] }
  const onlyRow = { ...body, lots: [{ quantity: 3 }] }
  const toMaterial = (by: Client, id: string) =>
    by.call(rawMaterialsApi.addStockLots, { params: { id }, body: onlyRow })
  const toProduct = (by: Client, id: string) => by.call(inventoryApi.addStockLots, { params: { id }, body: onlyRow })
  const added = await toMaterial(admin, material.id)
  expect([added.status, added.body.onHand]).toEqual([200, 3])
  // Two rows with the same location and no lot are duplicates.
  const twice = await admin.call(rawMaterialsApi.addStockLots, { params: { id: material.id }, body })
  expect(twice.status).toBe(422)
  for (const answer of [
    await toMaterial(admin, product.id),
    await toProduct(admin, material.id),
    await toProduct(admin, crypto.randomUUID()),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND'])
  const staff = await server.as('staff', {})
  expect((await toProduct(staff, product.id)).status).toBe(403)
  expect((await toProduct(server.nobody, product.id)).status).toBe(401)
  const bare = await admin.send('POST', `/api/products/${product.id}/stock-lots`, onlyRow)
  expect([bare.status, bare.body['code']]).toEqual([400, 'IDEMPOTENCY_KEY_MISSING'])
  const { version } = await get(product.id)
  await admin.do(inventoryApi.deleteProduct, { params: { id: product.id } }, { version })
  expect((await toProduct(admin, product.id)).status).toBe(404)
})
