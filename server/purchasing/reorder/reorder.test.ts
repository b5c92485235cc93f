import { beforeAll, expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import type { Call } from '#shared/http/route.ts'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { productionApi } from '#shared/inventory/production/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { reorderApi } from '#shared/purchasing/reorder/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, addPurchase, type TestPlace } from '#test/builders.ts'
import { consignmentLocation } from '#test/consignment.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace

beforeAll(async () => {
  server = await startServer()
  admin = patient(await server.as('admin'))
  place = await addPlace(admin)
})

const reorders = async (supplier?: string) =>
  admin.do(reorderApi.listReorders, { query: supplier === undefined ? {} : { supplier } })
async function itemOf(id: string) {
  const { data } = await reorders()
  return data.flatMap((group) => group.items).find((item) => item.id === id)
}
async function sell(id: string, quantity: number) {
  const account = await addAccount(admin)
  const order = await addOrder(admin, account.id, [[id, quantity]])
  await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  await admin.do(salesApi.ready, { params: { id: order.id }, body: {} })
  return order.id
}

test('[PO-01] suggests items that are or will be low, based on consumption, lead time, minimum order and case size', async () => {
  const { id } = await addProduct(admin, place, { quantity: 1000, reorderPoint: 20, moq: 400, pcsPerCase: 144 })
  expect(await itemOf(id)).toBeUndefined()
  const order = await sell(id, 900)
  // 900 in 90 days: ten a day, for 14 + 30 days.
  expect(await itemOf(id)).toMatchObject({
    available: 100,
    consumed: 900,
    leadTimeDays: 14,
    leadTimeIsDefault: true,
    lowAt: 20,
    lowAtIsDefault: false,
    needed: 440,
    target: 440,
    position: 100,
    missing: 340,
    quantity: 432,
    unitCost: '6.00',
  })
  await admin.do(salesApi.reverse, { params: { id: order }, body: { reason: 'Wrong box' } })
  // Nothing was sold in the period, and 100 uncommitted pieces are enough.
  expect(await itemOf(id)).toBeUndefined()
})

test('[PO-01] raw materials used by production, and parts of kits, count as consumption', async () => {
  const factory = await admin.do(inventoryApi.createLocation, { body: { name: 'Factory 2', type: 'Factory' } })
  const film = await admin.do(rawMaterialsApi.createRawMaterial, {
    body: { name: 'Film', materialType: 'Film', quantity: 1000, reorderPoint: 20, location: factory.id },
  })
  const made = await addProduct(admin, place, { billOfMaterials: [{ rawMaterialId: film.id, quantity: 3 }] })
  const part = await addProduct(admin, place, { quantity: 1000, reorderPoint: 20 })
  const { kit } = await admin.do(kitsApi.createKit, {
    body: { name: 'Set', price: '9', warehouse: place.warehouse.id, components: [{ itemId: part.id, quantity: 9 }] },
  })
  expect(await itemOf(film.id)).toBeUndefined()
  const body = { locationId: factory.id, quantity: 300 }
  const run = await admin.do(productionApi.produce, { params: { id: made.id }, body })
  const order = { kitId: kit.id, locationId: place.warehouse.id, quantity: 100 }
  const { id } = await admin.do(kitOrdersApi.createKitOrder, { body: order })
  await admin.do(kitOrdersApi.completeKitOrder, { params: { id }, body: {} })
  for (const one of [film, part])
    expect(await itemOf(one.id)).toMatchObject({ available: 100, consumed: 900, needed: 440, missing: 340 })
  await admin.do(productionApi.reverseProduction, { params: { id: run.id }, body: { reason: 'Wrong film' } })
  expect(await itemOf(film.id)).toBeUndefined()
})

test('[PO-01] counts quantities on order, including drafts, and quantities that backorders wait for', async () => {
  const { id } = await addProduct(admin, place, { quantity: 5, reorderPoint: 20, pcsPerCase: 1 })
  expect(await itemOf(id)).toMatchObject({ missing: 16, onOrder: 0 })
  const draft = await addPurchase(admin, place, [[id, 10, '1']])
  expect(await itemOf(id)).toMatchObject({ missing: 6, onOrder: 10, inDrafts: 10 })
  await admin.do(purchasingApi.submit, { params: { id: draft.id }, body: {} })
  expect(await itemOf(id)).toMatchObject({ missing: 6, onOrder: 10, inDrafts: 0 })
  await admin.do(purchasingApi.receive, {
    params: { id: draft.id },
    body: { lines: [{ lineId: draft.orderLines[0]?.id ?? '', quantity: 4 }] },
  })
  expect(await itemOf(id)).toMatchObject({ available: 9, onOrder: 6, missing: 6 })
  const account = await addAccount(admin)
  const order = await addOrder(admin, account.id, [[id, 12]])
  await admin.do(salesApi.backOrder, { params: { id: order.id }, body: {} })
  expect(await itemOf(id)).toMatchObject({ available: 0, waiting: 3, onOrder: 6, position: 3, missing: 18 })
})

test('[PO-01] shows the reason per item; filters by supplier and reason, while all suppliers stay in the filter list', async () => {
  const mine = await addPlace(admin)
  const add = (name: string, quantity: number) =>
    addProduct(admin, mine, { name, quantity, reorderPoint: 20, pcsPerCase: 1 })
  const [out, low, soon, waited] = [
    await add('Out', 0),
    await add('Low', 20),
    await add('Soon', 1000),
    await add('Wait', 1),
  ]
  await sell(soon.id, 950)
  const order = await addOrder(admin, (await addAccount(admin)).id, [[waited.id, 5]])
  await admin.do(salesApi.backOrder, { params: { id: order.id }, body: {} })
  const listReorders = async (query: NonNullable<Call<(typeof reorderApi.listReorders)['spec']>['query']>) =>
    admin.do(reorderApi.listReorders, { query })
  const { data, suppliers, total } = await listReorders({ supplier: mine.supplier.id })
  expect(data[0]?.items.map(({ id, need }) => [id, need])).toEqual([
    [low.id, 'low'],
    [out.id, 'out'],
    [soon.id, 'soon'],
    [waited.id, 'waiting'],
  ])
  expect(total).toBe(4)
  expect(suppliers.length).toBeGreaterThan(1)
  expect(suppliers).toContainEqual({ supplier: { id: mine.supplier.id, name: mine.supplier.name }, items: 4 })
  const waiting = await listReorders({ supplier: mine.supplier.id, need: 'waiting' })
  expect(waiting.data.flatMap(({ items }) => items.map(({ id }) => id))).toEqual([waited.id])
  await admin.do(rawMaterialsApi.createRawMaterial, { body: { name: 'Nobody brings it', materialType: 'Cotton' } })
  const apart = await listReorders({ supplier: 'none' })
  expect(apart.data.map(({ supplier }) => supplier)).toEqual([null])
  const firstPage = await listReorders({ limit: 1 })
  expect([firstPage.data.length, firstPage.total]).toEqual([1, (await listReorders({})).total])
})

test('[PO-01] one piece decides whether an item is suggested: at the low stock level and at the demand until the next delivery', async () => {
  const mine = await addPlace(admin)
  const add = async (sold: number, left: number, reorderPoint: number) => {
    const { id } = await addProduct(admin, mine, { quantity: sold + left, reorderPoint, pcsPerCase: 1 })
    if (sold > 0) await sell(id, sold)
    return id
  }
  // 90 in 90 days make 44 for the 14 + 30 days; 91 make 44.5, rounded up to a whole piece.
  const named = [await add(0, 50, 50), await add(90, 43, 20), await add(91, 44, 20), await add(90, 50, 50)]
  await add(0, 51, 50)
  await add(90, 44, 20)
  await add(91, 45, 20)
  await add(90, 51, 50)
  const { data, suppliers } = await reorders(mine.supplier.id)
  expect(data.flatMap(({ items }) => items.map(({ id, missing }) => [id, missing])).toSorted()).toEqual(
    named.map((id) => [id, 1]).toSorted(),
  )
  expect(suppliers).toContainEqual({ supplier: { id: mine.supplier.id, name: mine.supplier.name }, items: 4 })
})

test('[PO-01] drafts one order per supplier with one click; a repeated click drafts them only once', async () => {
  const a = await addPlace(admin)
  const b = await addPlace(admin)
  const low = { quantity: 0, reorderPoint: 9, pcsPerCase: 5, cost: '2.5' }
  const items = [await addProduct(admin, a, low), await addProduct(admin, a, low), await addProduct(admin, b, low)]
  const lines = items.map(({ id }) => ({ itemId: id, quantity: 10 }))
  const key = crypto.randomUUID()
  const made = await Promise.all(
    [1, 2, 3].map(() => admin.call(reorderApi.draftReorders, { body: { lines } }, { key })),
  )
  const drafts = made.find((one) => one.status === 201)?.body.data ?? []
  expect(drafts).toMatchObject([
    { supplier: { id: a.supplier.id }, location: { id: a.warehouse.id }, status: 'Draft', lines: 2, total: '50.00' },
    { supplier: { id: b.supplier.id }, location: { id: b.warehouse.id }, lines: 1, total: '25.00' },
  ])
  const { total } = await admin.do(purchasingApi.listPurchaseOrders, { query: { supplier: a.supplier.id } })
  expect(total).toBe(1)
  for (const { id } of items) expect(await itemOf(id)).toBeUndefined()
})

test('[PO-01] lists items without a supplier separately and refuses to draft them, with the reason', async () => {
  const { id } = await admin.do(rawMaterialsApi.createRawMaterial, {
    body: { name: 'Cotton web', materialType: 'Cotton' },
  })
  const { data, total } = await reorders()
  const group = data.find((one) => one.supplier === null)
  expect(group?.items.map((item) => item.id)).toContain(id)
  expect(data.at(-1)).toBe(group)
  expect(total).toBe(data.flatMap((one) => one.items).length)
  const refused = await admin.call(reorderApi.draftReorders, { body: { lines: [{ itemId: id, quantity: 1 }] } })
  expect([refused.status, refused.body.fields]).toEqual([
    422,
    { 'lines.0.itemId': 'Cotton web has no active supplier. Assign one first.' },
  ])
  const twice = await admin.call(reorderApi.draftReorders, { body: { lines: [] } })
  expect(twice.status).toBe(422)
})

test('[PO-01, LOC-01] items without a default location are ordered to an own location, never to a consignment location', async () => {
  const company = patient(await (await startServer()).as('admin'))
  await consignmentLocation(company, (await addAccount(company)).id)
  const supplier = await company.do(crmApi.createSupplier, { body: { name: 'Cotton Ltd' } })
  const { id } = await company.do(rawMaterialsApi.createRawMaterial, {
    body: { name: 'Cotton web', materialType: 'Cotton', supplier: supplier.id },
  })
  const draft = () => company.call(reorderApi.draftReorders, { body: { lines: [{ itemId: id, quantity: 5 }] } })
  expect(await draft()).toMatchObject({
    status: 422,
    body: { error: 'No location to receive the goods. Add one first.' },
  })
  const { warehouse } = await addPlace(company)
  expect((await draft()).body.data).toMatchObject([{ location: { id: warehouse.id } }])
})

test('the tests above broke no invariant', async () => {
  expect(await brokenInvariants(server.database.db)).toEqual({})
})
