import { beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, productBody, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { movableClock } from '#test/movable-clock.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

const time = movableClock()
import { changeSettings } from '#test/settings.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer({ clock: time.clock })
  admin = await server.as('admin')
  place = await addPlace(admin)
})

const read = (id: string) => admin.do(inventoryApi.getProduct, { params: { id } })

describe('a product', () => {
  test('[INV-01] stores every field of the specification', async () => {
    const steel = await admin.do(rawMaterialsApi.createRawMaterial, {
      body: { name: 'Steel wire', materialType: 'Metal' },
    })
    const body = productBody(place, {
      name: 'Scalpel no. 11',
      sku: 'SC-11',
      price: '12.3456',
      cost: 7,
      priceTiers: { retail: '12.00', wholesale: '11.5', distributor: '10', highVolume: '9.9999' },
      moq: 10,
      pcsPerCase: 100,
      casesPerBale: 4,
      details: { size: '11', color: 'steel', weight: '0.015', note: 'Sterile' },
      barcode: '4006381333931',
      coldChain: true,
      controlled: true,
      supplierCode: 'S-99/11',
      leadTimeDays: 21,
      reorderPoint: 25,
      billOfMaterials: [{ rawMaterialId: steel.id, quantity: 2 }],
      quantity: 40,
    })
    const made = await admin.do(inventoryApi.createProduct, { body })
    expect(await read(made.id)).toEqual({
      attributes: [],
      id: made.id,
      sku: 'SC-11',
      name: 'Scalpel no. 11',
      description: 'For tests',
      category: place.category.name,
      supplier: { id: place.supplier.id, name: place.supplier.name },
      warehouse: { id: place.warehouse.id, name: place.warehouse.name, type: 'Warehouse' },
      price: '12.3456',
      cost: '7.00',
      priceTiers: { retail: '12.00', wholesale: '11.50', distributor: '10.00', highVolume: '9.9999' },
      moq: 10,
      pcsPerCase: 100,
      casesPerBale: 4,
      details: { size: '11', color: 'steel', weight: '0.015', note: 'Sterile' },
      barcode: '4006381333931',
      coldChain: true,
      controlled: true,
      supplierCode: 'S-99/11',
      leadTimeDays: 21,
      cover: null,
      images: [],
      position: 1,
      lastAudit: null,
      lotControlled: false,
      reorderPoint: 25,
      billOfMaterials: [{ rawMaterialId: steel.id, name: 'Steel wire', quantity: 2 }],
      quantity: 40,
      onHand: 40,
      committed: 0,
      available: 40,
      stockStatus: 'inStock',
      unfit: { blocked: 0, expired: 0 },
      stock: [
        {
          location: { id: place.warehouse.id, name: place.warehouse.name, type: 'Warehouse' },
          lotId: made.id,
          lotNumber: 'none',
          consignee: null,
          lotStatus: 'AVAILABLE',
          expiryDate: null,
          onHand: 40,
          committed: 0,
          available: 40,
          inTransit: 0,
        },
      ],
      createdAt: made.createdAt,
      updatedAt: made.updatedAt,
      version: 1,
    })
  })

  test('[INV-02] reports each required field by name when all are missing, and no other', async () => {
    const answer = await admin.send('POST', '/api/products', {})
    expect([answer.status, Object.keys(answer.body.fields ?? {}).toSorted()]).toEqual([
      422,
      [
        'billOfMaterials',
        'category',
        'cost',
        'description',
        'name',
        'pcsPerCase',
        'price',
        'quantity',
        'supplier',
        'warehouse',
      ],
    ])
    expect(new Set(Object.values(answer.body.fields ?? {}))).toEqual(new Set(['is required']))
  })

  test.each([
    ['quantity', 1.5],
    ['quantity', -1],
    ['quantity', '3'],
    ['quantity', 1_000_000_001],
    ['pcsPerCase', 0],
    ['price', '-1'],
    ['price', '1.00001'],
    ['price', '1e3'],
    ['cost', 'free'],
    ['moq', 0],
    ['name', ' '],
    ['name', 'x'.repeat(301)],
    ['supplier', 'nobody'],
    ['category', 'No such category'],
    ['warehouse', '01890000-0000-7000-8000-000000000000'],
    ['supplier', '01890000-0000-7000-8000-000000000000'],
    ['barcode', '4006381333932'],
    ['leadTimeDays', -1],
    ['leadTimeDays', 1.5],
    ['leadTimeDays', 4000],
    ['supplierCode', 'x'.repeat(61)],
    ['controlled', 'yes'],
    ['committed', 5],
    ['isAdmin', true],
  ])('[INV-02] %s can not be %j', async (field, value) => {
    const answer = await admin.send('POST', '/api/products', { ...productBody(place), [field]: value })
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]])
  })

  test('updating needs the current version: none is refused (428), an outdated one conflicts (412)', async () => {
    const product = await addProduct(admin, place)
    const { quantity: _, ...change } = productBody(place, { name: 'Renamed' })
    const put = (version?: number) =>
      admin.call(
        inventoryApi.updateProduct,
        { params: { id: product.id }, body: change },
        version === undefined ? {} : { version },
      )
    expect((await put()).status).toBe(428)
    expect((await put(1)).body).toMatchObject({ name: 'Renamed', version: 2 })
    const late = await put(1)
    expect([late.status, late.body.code, late.body.details]).toEqual([
      412,
      'VERSION_CONFLICT',
      expect.objectContaining({ version: 2, by: 'admin under test' }),
    ])
  })

  test('[INV-02] books a changed quantity as an adjustment, never below the committed quantity', async () => {
    const product = await addProduct(admin, place, { quantity: 1_020 })
    const account = await addAccount(admin)
    const order = await addOrder(admin, account.id, [[product.id, 1_008]])
    await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
    const body = productBody(place)
    const put = (quantity: number, version: number) =>
      admin.call(inventoryApi.updateProduct, { params: { id: product.id }, body: { ...body, quantity } }, { version })
    expect((await put(1_007, 1)).body).toMatchObject({
      code: 'INSUFFICIENT_STOCK',
      fields: { quantity: 'must be at least 1,008' },
    })
    expect((await put(1_008, 1)).body).toMatchObject({ quantity: 1_008, available: 0, stockStatus: 'outOfStock' })
    expect((await put(1_030, 2)).body).toMatchObject({ quantity: 1_030, available: 22 })
    const refused = await admin.call(inventoryApi.deleteProduct, { params: { id: product.id } })
    expect(refused.body.error).toContain('1,008 pieces are reserved for orders, transfers or kits.')
  })

  test('[INV-02] refuses a changed quantity if on hand differs from the quantity that the form was opened with', async () => {
    const product = await addProduct(admin, place, { quantity: 100 })
    const params = { id: product.id }
    await admin.do(inventoryApi.reduceStock, { params, body: { quantity: 20, reason: 'sales_order' } })
    const put = (quantityBefore: number) =>
      admin.call(
        inventoryApi.updateProduct,
        { params, body: { ...productBody(place), quantity: 95, quantityBefore } },
        { version: 1 },
      )
    const late = await put(100)
    expect([late.status, late.body.fields]).toEqual([
      422,
      { quantity: 'was 100 when this form was opened and is 80 now: leave it at 100, or reload' },
    ])
    expect(await read(product.id)).toMatchObject({ onHand: 80, version: 1 })
    expect((await put(80)).body).toMatchObject({ onHand: 95, version: 2 })
  })

  test('SKUs and category names are unique, case-insensitively, also for concurrent requests', async () => {
    await addProduct(admin, place, { sku: 'Unique-1' })
    const duplicate = await admin.send('POST', '/api/products', productBody(place, { sku: 'UNIQUE-1' }))
    expect([duplicate.status, duplicate.body.code, duplicate.body.fields]).toEqual([
      409,
      'ALREADY_EXISTS',
      { sku: 'is taken' },
    ])
    const category = await admin.send('POST', '/api/categories', { name: place.category.name.toUpperCase() })
    expect([category.status, category.body.fields]).toEqual([409, { name: 'is taken' }])
    const both = await Promise.all([1, 2].map(() => admin.send('POST', '/api/categories', { name: 'At once' })))
    expect(both.map((answer) => answer.status).toSorted()).toEqual([201, 409])
  })

  test('can be deleted only with no stock on hand, and can be restored', async () => {
    const product = await addProduct(admin, place, { quantity: 1 })
    const params = { id: product.id }
    expect((await admin.call(inventoryApi.deleteProduct, { params })).body).toMatchObject({
      code: 'IN_USE',
      error: '1 piece is on hand. Reduce the stock first.',
    })
    await admin.do(inventoryApi.reduceStock, { params, body: { quantity: 1, reason: 'damaged_quantity' } })
    expect((await admin.call(inventoryApi.deleteProduct, { params })).status).toBe(204)
    expect((await admin.call(inventoryApi.getProduct, { params })).status).toBe(404)
    expect((await admin.call(inventoryApi.deleteProduct, { params })).status).toBe(404)
    const deleted = { kind: 'product', id: product.id } as const
    await admin.do(deletedApi.restore, { params: deleted, body: {} })
    expect(await admin.do(inventoryApi.getProduct, { params })).toMatchObject({ id: product.id })
    expect((await admin.call(deletedApi.restore, { params: deleted, body: {} })).status).toBe(404)
  })
})

describe('manual stock changes', () => {
  test('[INV-05, INV-06, INV-08] adds and reduces stock by reason; the history explains every figure', async () => {
    const product = await addProduct(admin, place)
    const params = { id: product.id }
    await admin.do(inventoryApi.addStock, { params, body: { quantity: 30, reason: 'purchase_order' } })
    await admin.do(inventoryApi.addStock, {
      params,
      body: { quantity: 5, reason: 'other', customReason: 'Found behind a shelf' },
    })
    await admin.do(inventoryApi.reduceStock, { params, body: { quantity: 4, reason: 'damaged_quantity' } })
    const { data } = await admin.do(inventoryApi.listStockHistory, { params })
    expect(
      data.map(({ effect, onHandChange, onHandAfter, reason, customReason, actor, location, document }) => ({
        effect,
        onHandChange,
        onHandAfter,
        reason,
        customReason,
        actor,
        location,
        type: document.type,
      })),
    ).toEqual(
      [
        { effect: 'REDUCE', onHandChange: -4, onHandAfter: 31, reason: 'damaged_quantity', customReason: null },
        { effect: 'ADD', onHandChange: 5, onHandAfter: 35, reason: 'other', customReason: 'Found behind a shelf' },
        { effect: 'ADD', onHandChange: 30, onHandAfter: 30, reason: 'purchase_order', customReason: null },
      ].map((one) => ({ ...one, actor: 'admin under test', location: place.warehouse.name, type: 'adjustment' })),
    )
    expect(data.every((one) => /^ADJ-\d{4}-\d{6}$/.test(one.document.number ?? ''))).toBe(true)
    const paged: number[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await admin.do(inventoryApi.listStockHistory, {
        params,
        query: { limit: 1, ...(cursor ? { cursor } : {}) },
      })
      paged.push(...page.data.map((one) => one.onHandAfter))
      if (!page.nextCursor) break
      cursor = page.nextCursor
    }
    expect(paged).toEqual([31, 35, 30])
  })

  test.each([
    ['stock-additions', { quantity: 0, reason: 'return' }, 'quantity'],
    ['stock-additions', { quantity: 1.5, reason: 'return' }, 'quantity'],
    ['stock-additions', { quantity: 1, reason: 'lost_stock' }, 'reason'],
    ['stock-additions', { quantity: 1, reason: 'other' }, 'customReason'],
    ['stock-additions', { quantity: 1, reason: 'return', customReason: 'Why' }, 'customReason'],
    ['stock-additions', { quantity: 1, reason: 'return', lotNumber: 'L1' }, 'lotNumber'],
    [
      'stock-additions',
      { quantity: 1, reason: 'return', locationId: '01890000-0000-7000-8000-000000000000' },
      'locationId',
    ],
    ['stock-reductions', { quantity: 1, reason: 'purchase_order' }, 'reason'],
    ['stock-reductions', { quantity: -3, reason: 'lost_stock' }, 'quantity'],
    ['stock-reductions', { quantity: 1, reason: 'lost_stock', committed: 1 }, 'committed'],
  ])('[INV-05, INV-06] %s %j is refused because of its %s', async (path, body, field) => {
    const product = await addProduct(admin, place, { quantity: 5 })
    const answer = await admin.send('POST', `/api/products/${product.id}/${path}`, body, {
      'idempotency-key': crypto.randomUUID(),
    })
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]])
    expect((await read(product.id)).onHand).toBe(5)
  })

  test('[INV-06] refuses to reduce more than available and names the maximum', async () => {
    const product = await addProduct(admin, place, { quantity: 5 })
    const answer = await admin.call(inventoryApi.reduceStock, {
      params: { id: product.id },
      body: { quantity: 6, reason: 'lost_stock' },
    })
    expect([answer.status, answer.body.code, answer.body.fields]).toEqual([
      409,
      'INSUFFICIENT_STOCK',
      { quantity: 'must be at most 5' },
    ])
  })

  test('refuses (422) stock beyond the maximum balance instead of failing with a server error', async () => {
    const product = await addProduct(admin, place)
    const add = () =>
      admin.call(inventoryApi.addStock, {
        params: { id: product.id },
        body: { quantity: 1_000_000_000, reason: 'return' },
      })
    expect([(await add()).status, (await add()).status, (await add()).status]).toEqual([200, 200, 422])
    await admin.do(inventoryApi.reduceStock, {
      params: { id: product.id },
      body: { quantity: 1_000_000_000, reason: 'lost_stock' },
    })
  })
})

describe('lots', () => {
  test('[LOT-01] lot tracking cannot be turned on while an order has the product packed, as it may be unpacked without a lot', async () => {
    const product = await addProduct(admin, place, { quantity: 5 })
    const order = await addOrder(admin, (await addAccount(admin)).id, [[product.id, 5]])
    const at = { params: { id: order.id }, body: {} }
    await admin.do(salesApi.confirm, at)
    await admin.do(salesApi.ready, at)
    const track = async () => {
      const { version, name, sku } = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
      const { quantity: _, ...body } = productBody(place, { name, sku, lotControlled: true })
      return admin.call(inventoryApi.updateProduct, { params: { id: product.id }, body }, { version })
    }
    const refused = await track()
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      { lotControlled: 'can only be changed while no order has it packed' },
    ])
    await admin.do(salesApi.assign, { ...at, body: { method: 'own_driver' } })
    await admin.do(salesApi.handOver, at)
    await admin.do(salesApi.deliver, { ...at, body: { receivedBy: 'Ward', reason: 'Signed slip' } })
    expect((await track()).status).toBe(200)
  })
  test('lot-tracked goods are received with a lot and allocated first-expiring first; expired lots are never allocated', async () => {
    const product = await addProduct(admin, place, { lotControlled: true })
    const params = { id: product.id }
    const add = (quantity: number, lotNumber: string, expiryDate: string) =>
      admin.call(inventoryApi.addStock, { params, body: { quantity, reason: 'purchase_order', lotNumber, expiryDate } })
    const without = await admin.send(
      'POST',
      `/api/products/${product.id}/stock-additions`,
      { quantity: 1, reason: 'return' },
      { 'idempotency-key': crypto.randomUUID() },
    )
    expect(without.body.fields).toEqual({ lotNumber: 'is required: this product is lot-tracked' })
    await add(10, 'EXPIRED', '2020-01-01')
    await add(5, 'LATE', '2099-12-31')
    await add(5, 'SOON', '2098-01-31')
    expect((await add(1, 'SOON', '2098-02-28')).body.fields).toEqual({
      expiryDate: 'lot SOON expires on 31 Jan 2098',
    })

    const account = await addAccount(admin)
    const order = await addOrder(admin, account.id, [[product.id, 7]])
    const confirmed = await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
    expect(confirmed.orderLines[0]?.allocations.map((one) => [one.lotNumber, one.quantity])).toEqual([
      ['SOON', 5],
      ['LATE', 2],
    ])
    const more = await addOrder(admin, account.id, [[product.id, 4]])
    const refused = await admin.call(salesApi.confirm, { params: { id: more.id }, body: {} })
    expect([refused.status, refused.body.details]).toEqual([
      409,
      [{ itemId: product.id, name: product.name, wanted: 4, available: 3 }],
    ])

    // A lot that was received later and expires sooner is allocated first when picking starts.
    await add(6, 'SOONER', '2097-06-30')
    const picked = await admin.do(salesApi.startPicking, { params: { id: order.id }, body: {} })
    expect(picked.orderLines[0]?.allocations.map((one) => [one.lotNumber, one.quantity])).toEqual([
      ['SOONER', 6],
      ['SOON', 1],
    ])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('a customer with a minimum shelf life gets only lots that meet it', async () => {
    const product = await addProduct(admin, place, { lotControlled: true })
    const soon = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10)
    await admin.do(inventoryApi.addStock, {
      params: { id: product.id },
      body: { quantity: 9, reason: 'purchase_order', lotNumber: 'SHORT', expiryDate: soon },
    })
    const strict = await addAccount(admin, { minShelfLifeDays: 90 })
    const order = await addOrder(admin, strict.id, [[product.id, 1]])
    expect(order.orderLines[0]?.available).toBe(0)
    expect((await admin.call(salesApi.confirm, { params: { id: order.id }, body: {} })).body.code).toBe(
      'INSUFFICIENT_STOCK',
    )
    const easy = await addAccount(admin, { minShelfLifeDays: 30 })
    const other = await addOrder(admin, easy.id, [[product.id, 1]])
    expect((await admin.call(salesApi.confirm, { params: { id: other.id }, body: {} })).status).toBe(200)
  })

  test('goods whose lot expired after they were allocated cannot be packed (409)', async () => {
    const product = await addProduct(admin, place, { lotControlled: true })
    await admin.do(inventoryApi.addStock, {
      params: { id: product.id },
      body: {
        quantity: 2,
        reason: 'purchase_order',
        lotNumber: 'OLD',
        expiryDate: addDays(new Date().toISOString().slice(0, 10), 20),
      },
    })
    const account = await addAccount(admin)
    const order = await addOrder(admin, account.id, [[product.id, 2]])
    await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
    const answer = await time.after(22, () => admin.call(salesApi.ready, { params: { id: order.id }, body: {} }))
    expect([answer.status, answer.body.error]).toEqual([409, expect.stringContaining('lot OLD')])
  })
})

describe('product list', () => {
  test('[INV-04, INV-09] filters by category, stock status and supplier, searches, and pages without gaps', async () => {
    const other = await addPlace(admin)
    const names = Array.from({ length: 23 }, (_one, index) => `Listed ${String(index).padStart(2, '0')}`)
    for (const [index, name] of names.entries()) {
      await addProduct(admin, other, {
        name,
        sku: `LST-${index}`,
        quantity: index,
        reorderPoint: index % 2 === 0 ? 12 : null,
      })
    }
    const list = (query: object) =>
      admin.do(inventoryApi.listProducts, { query: { supplier: other.supplier.id, limit: 200, ...query } })
    const all = await list({})
    expect([all.data.map((one) => one.name), all.total]).toEqual([names, 23])
    const paged: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await list({ limit: 5, sort: '-name', ...(cursor ? { cursor } : {}) })
      paged.push(...page.data.map((one) => one.name))
      if (!page.nextCursor) break
      cursor = page.nextCursor
    }
    expect(paged).toEqual(names.toReversed())
    // The default threshold is 10; a product's own reorder point takes precedence.
    const low = names.filter((_name, index) => index > 0 && index <= (index % 2 === 0 ? 12 : 10))
    expect((await list({ stockStatus: 'lowStock' })).data.map((one) => one.name)).toEqual(low)
    expect((await list({ stockStatus: 'outOfStock' })).data.map((one) => one.name)).toEqual(['Listed 00'])
    await changeSettings(admin, { lowStockThreshold: 3 })
    expect((await list({ stockStatus: 'lowStock' })).data.map((one) => one.name)).toEqual(
      names.filter((_name, index) => index > 0 && index <= (index % 2 === 0 ? 12 : 3)),
    )
    expect((await list({ category: other.category.name.toUpperCase() })).total).toBe(23)
    expect((await list({ q: 'lst-7' })).data.map((one) => one.name)).toEqual(['Listed 07'])
    expect((await list({ q: '%' })).total).toBe(0)
    expect((await list({ q: "_'; drop table items; --" })).total).toBe(0)
  })

  test('(Z4) hides costs from sales users without inventory permission', async () => {
    await addProduct(admin, place, { cost: '4.4321' })
    const rep = await server.as('sales_rep')
    const answer = await rep.call(inventoryApi.listProducts, { query: {} })
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.body)).not.toMatch(/4\.4321|"cost":"/)
  })
})
