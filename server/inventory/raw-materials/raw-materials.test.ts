import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { journalApi } from '#shared/accounting/journal-api.ts'
import { inventoryReportsApi } from '#shared/reports/inventory-api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { addPlace, addProduct, productBody, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
})

const {
  addStock,
  createRawMaterial,
  deleteRawMaterial,
  getRawMaterial,
  listMaterialTypes,
  listRawMaterials,
  reduceStock,
  updateRawMaterial,
} = rawMaterialsApi
const read = (id: string) => admin.do(getRawMaterial, { params: { id } })
const stocked = (quantity: number, more = {}) =>
  admin.do(createRawMaterial, {
    body: { name: 'Film', materialType: 'Plastic', location: place.warehouse.id, quantity, ...more },
  })

describe('a raw material', () => {
  test('[RAW-01] stores every field, and its initial quantity is booked at its location', async () => {
    const body = {
      name: 'Nonwoven 25 g',
      materialType: 'Nonwoven',
      description: 'In rolls',
      sku: 'RM-NW-25',
      barcode: '4006381333948',
      cost: '0.1234',
      supplier: place.supplier.id,
      location: place.warehouse.id,
      lotControlled: false,
      reorderPoint: 100,
      quantity: 40,
    }
    const made = await admin.do(createRawMaterial, { body })
    expect(await read(made.id)).toEqual({
      id: made.id,
      ...body,
      supplier: { id: place.supplier.id, name: place.supplier.name },
      location: { id: place.warehouse.id, name: place.warehouse.name, type: 'Warehouse' },
      onHand: 40,
      committed: 0,
      available: 40,
      stockStatus: 'lowStock',
      stock: [expect.objectContaining({ lotNumber: 'none', onHand: 40, available: 40 })],
      usedIn: [],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      version: 1,
    })
    const history = await admin.do(rawMaterialsApi.listStockHistory, { params: { id: made.id } })
    expect(history.data).toMatchObject([{ effect: 'INITIAL', onHandChange: 40, onHandAfter: 40 }])
  })

  test('[RAW-01] requires only a name and a type; generates an SKU', async () => {
    const made = await admin.do(createRawMaterial, { body: { name: 'Glue', materialType: 'Chemical' } })
    expect(made).toMatchObject({ onHand: 0, stockStatus: 'outOfStock', supplier: null, location: null, cost: '0.00' })
    expect(made.sku).toMatch(/^R-/)
  })

  test('[RAW-01] refuses invalid values and duplicate SKUs', async () => {
    const wrong = async (body: Record<string, unknown>) => {
      const answer = await admin.send('POST', '/api/raw-materials', { name: 'X', materialType: 'Y', ...body })
      return [answer.status, Object.keys(answer.body.fields ?? {})]
    }
    expect(await wrong({ name: '' })).toEqual([422, ['name']])
    expect(await wrong({ materialType: ' ' })).toEqual([422, ['materialType']])
    expect(await wrong({ quantity: 5 })).toEqual([422, ['location']])
    expect(await wrong({ quantity: -1 })).toEqual([422, ['quantity']])
    expect(await wrong({ quantity: 1.5, location: place.warehouse.id })).toEqual([422, ['quantity']])
    expect(await wrong({ cost: '0.00001' })).toEqual([422, ['cost']])
    expect(await wrong({ price: '1' })).toEqual([422, ['price']])
    expect(await wrong({ supplier: crypto.randomUUID() })).toEqual([422, ['supplier']])
    expect(await wrong({ location: crypto.randomUUID() })).toEqual([422, ['location']])
    expect(await wrong({ lotControlled: true, quantity: 5, location: place.warehouse.id })).toEqual([422, ['quantity']])
    await stocked(0, { sku: 'RM-TWIN' })
    expect(await wrong({ sku: 'rm-twin' })).toEqual([409, ['sku']])
  })

  test('[RAW-01] is found by name, SKU, type, supplier and stock status', async () => {
    await stocked(0, { name: 'Searched foil', sku: 'FOIL-77', materialType: 'Alu', supplier: place.supplier.id })
    await stocked(900, { name: 'Searched wrap', materialType: 'alu' })
    const names = async (query: object) =>
      (await admin.do(listRawMaterials, { query: { q: 'searched', ...query } })).data.map((row) => row.name)
    expect(await names({})).toEqual(['Searched foil', 'Searched wrap'])
    expect(await names({ sort: '-name' })).toEqual(['Searched wrap', 'Searched foil'])
    expect(await names({ q: 'foil-77' })).toEqual(['Searched foil'])
    expect(await names({ materialType: 'ALU' })).toEqual(['Searched foil', 'Searched wrap'])
    expect(await names({ supplier: place.supplier.id })).toEqual(['Searched foil'])
    expect(await names({ stockStatus: 'inStock' })).toEqual(['Searched wrap'])
    const { data } = await admin.do(listMaterialTypes, {})
    expect(data).toContainEqual({ materialType: 'Alu', rawMaterials: 2 })
  })

  test('[RAW-01] updating needs the current version; a changed quantity is booked as an adjustment', async () => {
    const made = await stocked(10)
    const body = { name: 'Film 2', materialType: 'Plastic', location: place.warehouse.id, cost: '2', quantity: 7 }
    const change = (version?: number) =>
      admin.call(updateRawMaterial, { params: { id: made.id }, body }, version === undefined ? {} : { version })
    expect((await change()).status).toBe(428)
    expect((await change(made.version + 1)).status).toBe(412)
    const changed = await change(made.version)
    expect(changed.body).toMatchObject({ name: 'Film 2', cost: '2.00', onHand: 7, version: 2, sku: made.sku })
    expect((await change(made.version)).status).toBe(412)
    const history = await admin.do(rawMaterialsApi.listStockHistory, { params: { id: made.id } })
    expect(history.data[0]).toMatchObject({ effect: 'ADJUST', onHandChange: -3, reason: 'adjustment' })
    const lots = await admin.call(
      updateRawMaterial,
      { params: { id: made.id }, body: { name: 'F', materialType: 'P', lotControlled: true } },
      { version: 2 },
    )
    expect([lots.status, lots.body.fields]).toEqual([
      422,
      { lotControlled: 'can only be changed while nothing is on hand' },
    ])
  })

  test('[RAW-01] refuses a changed quantity if on hand differs from the quantity that the form was opened with', async () => {
    const made = await stocked(10)
    const params = { id: made.id }
    await admin.do(rawMaterialsApi.reduceStock, { params, body: { quantity: 4, reason: 'lost_stock' } })
    const put = (quantityBefore: number) =>
      admin.call(
        updateRawMaterial,
        {
          params,
          body: { name: 'Film', materialType: 'P', location: place.warehouse.id, quantity: 9, quantityBefore },
        },
        { version: made.version },
      )
    const late = await put(10)
    expect([late.status, late.body.fields]).toEqual([
      422,
      { quantity: 'was 10 when this form was opened and is 6 now: leave it at 10, or reload' },
    ])
    expect((await put(6)).body).toMatchObject({ onHand: 9 })
  })

  test('[RAW-01, INV-05] adds and reduces stock with the same reasons as products', async () => {
    const { id } = await stocked(0)
    const book = (route: typeof addStock | typeof reduceStock, body: object, key?: null) =>
      admin.call(route as typeof addStock, { params: { id }, body: body as never }, key === null ? { key } : {})
    expect((await book(addStock, { quantity: 5, reason: 'return' }, null)).status).toBe(400)
    expect((await book(addStock, { quantity: 5, reason: 'lost_stock' })).status).toBe(422)
    expect((await book(addStock, { quantity: 5, reason: 'other' })).body.fields).toEqual({
      customReason: 'is required when the reason is other',
    })
    expect((await book(addStock, { quantity: 5, reason: 'purchase_order' })).body).toMatchObject({ onHand: 5 })
    expect((await book(reduceStock, { quantity: 6, reason: 'damaged_quantity' })).status).toBe(409)
    expect((await book(reduceStock, { quantity: 2, reason: 'damaged_quantity' })).body).toMatchObject({ onHand: 3 })
    const homeless = await admin.do(createRawMaterial, { body: { name: 'Loose', materialType: 'Any' } })
    const lost = await admin.call(addStock, { params: { id: homeless.id }, body: { quantity: 1, reason: 'return' } })
    expect([lost.status, Object.keys(lost.body.fields ?? {})]).toEqual([422, ['locationId']])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[RAW-01, PERM-03] the product endpoints cannot change raw materials, nor the raw material endpoints products (404)', async () => {
    const material = await stocked(5)
    const product = await addProduct(admin, place, { quantity: 5 })
    const body = { quantity: 1, reason: 'return' } as const
    const wrong = [
      await admin.call(inventoryApi.addStock, { params: { id: material.id }, body }),
      await admin.call(addStock, { params: { id: product.id }, body }),
      await admin.call(getRawMaterial, { params: { id: product.id } }),
      await admin.call(deleteRawMaterial, { params: { id: product.id } }),
      await admin.call(
        updateRawMaterial,
        { params: { id: product.id }, body: { name: 'A', materialType: 'B' } },
        { version: 1 },
      ),
    ]
    expect(wrong.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404])
    const history = await admin.do(inventoryApi.listStockHistory, { params: { id: material.id } })
    expect(history.data).toEqual([])
  })

  test('[RAW-01] cannot be deleted while it is on hand or in a bill of materials; once deleted, it can be restored', async () => {
    const material = await stocked(3, { sku: 'RM-GONE' })
    const remove = () => admin.call(deleteRawMaterial, { params: { id: material.id } })
    expect((await remove()).body.error).toContain('3 pieces are on hand')
    await admin.do(reduceStock, { params: { id: material.id }, body: { quantity: 3, reason: 'lost_stock' } })
    const product = await addProduct(admin, place, {
      name: 'Bag',
      billOfMaterials: [{ rawMaterialId: material.id, quantity: 2 }],
    })
    const inBag = { id: product.id, name: 'Bag', sku: product.sku, kind: 'product', quantity: 2 }
    expect((await read(material.id)).usedIn).toEqual([inBag])
    const components = [{ itemId: material.id, quantity: 3 }]
    const body = { name: 'Set of bags', price: '9.00', warehouse: place.warehouse.id, components }
    const { kit } = await admin.do(kitsApi.createKit, { body })
    expect((await read(material.id)).usedIn).toEqual([
      inBag,
      { id: kit.id, name: 'Set of bags', sku: kit.sku, kind: 'kit', quantity: 3 },
    ])
    await admin.do(kitsApi.deleteKit, { params: { id: kit.id } })
    const used = await remove()
    expect([used.status, used.body.error]).toEqual([409, 'It is in the bill of materials of Bag.'])
    await admin.do(
      inventoryApi.updateProduct,
      { params: { id: product.id }, body: productBody(place, { name: 'Bag' }) },
      { version: product.version },
    )
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
    expect((await admin.call(getRawMaterial, { params: { id: material.id } })).status).toBe(404)
    const restore = () => admin.call(deletedApi.restore, { params: { kind: 'rawMaterial', id: material.id }, body: {} })
    expect((await restore()).status).toBe(200)
    expect(await read(material.id)).toMatchObject({ sku: 'RM-GONE', onHand: 0 })
    await admin.do(deleteRawMaterial, { params: { id: material.id } })
    await stocked(0, { sku: 'RM-GONE' })
    const taken = await restore()
    expect([taken.status, taken.body.code]).toEqual([409, 'ALREADY_EXISTS'])
  })

  test('[RAW-01] deleting is refused with the reason if transfers or kits have reserved it', async () => {
    const { id } = await stocked(2_000)
    const warehouse = place.warehouse.id
    const kit = { name: 'Wired kit', price: '5', warehouse, components: [{ itemId: id, quantity: 1_500 }], quantity: 1 }
    await admin.do(kitsApi.createKit, { body: kit })
    const refused = await admin.call(deleteRawMaterial, { params: { id } })
    expect([refused.status, refused.body.error]).toEqual([409, '1,500 pieces are reserved for transfers or kits.'])
  })

  test('[RAW-01] race of deleting it and using it in a bill of materials: only one of both succeeds', async () => {
    for (let round = 0; round < 6; round += 1) {
      const material = await stocked(0)
      const [gone, made] = await Promise.all([
        admin.call(deleteRawMaterial, { params: { id: material.id } }),
        admin.call(inventoryApi.createProduct, {
          body: productBody(place, { billOfMaterials: [{ rawMaterialId: material.id, quantity: 1 }] }),
        }),
      ])
      expect([gone.status, made.status]).toEqual(gone.status === 204 ? [204, 422] : [409, 201])
    }
  })
})

test('[RAW-01] a manually changed cost applies from that day on: the stock value of earlier days does not change', async () => {
  let now = new Date('2026-03-02T10:00:00Z')
  const own = await startServer({ clock: () => now })
  const boss = await own.as('admin')
  const { warehouse } = await addPlace(boss)
  const body = { name: 'Wire', materialType: 'Metal', location: warehouse.id }
  const { id, version } = await boss.do(createRawMaterial, { body: { ...body, cost: '2.00', quantity: 10 } })
  now = new Date('2026-03-05T10:00:00Z')
  await boss.do(updateRawMaterial, { params: { id }, body: { ...body, cost: '3.50' } }, { version })
  const worth = async (end: string) => {
    const query = { from: '2026-03-01', until: end }
    const { rows } = await boss.do(journalApi.trialBalance, { query })
    const { value } = await boss.do(inventoryReportsApi.stock, { query: { start: '2026-03-01', end } })
    return [rows.find(({ account }) => account === '1400')?.closing, value.end]
  }
  expect(await worth('2026-03-04')).toEqual(['20.00', '20.00'])
  expect(await worth('2026-03-05')).toEqual(['35.00', '35.00'])
  expect(await brokenInvariants(own.database.db)).toEqual({})
})

test('[RAW-01] a cost change that an older version did not record applies from the upgrade on', async () => {
  const own = await startServer()
  const boss = await own.as('admin')
  const { warehouse } = await addPlace(boss)
  const body = { name: 'Foil', materialType: 'Metal', location: warehouse.id, cost: '2.00', quantity: 10 }
  const { id } = await boss.do(createRawMaterial, { body })
  const lots = [{ quantity: 10, unitCost: '4.00' }]
  await boss.do(rawMaterialsApi.addStockLots, { params: { id }, body: { reason: 'purchase_order', lots } })
  await sql`update items set cost = 50000 where id = ${id}`.execute(own.database.db)
  const day = new Date().toISOString().slice(0, 10)
  const worth = async () => {
    const { value } = await boss.do(inventoryReportsApi.stock, { query: { start: day, end: day } })
    return value.end
  }
  expect(await worth()).toBe('60.00')
  const upgrade = await readFile('server/db/migrations/0130_costs_by_hand.sql', 'utf8')
  for (const _ of [1, 2]) await sql.raw(upgrade).execute(own.database.db)
  expect(await worth()).toBe('100.00')
  const { rows } = await sql<{
    old_amount: number
    new_amount: number
  }>`select old_amount, new_amount from price_changes
    where item_id = ${id} order by id`.execute(own.database.db)
  expect(rows.map((row) => [row.old_amount, row.new_amount])).toEqual([
    [20_000, 30_000],
    [30_000, 50_000],
  ])
})
