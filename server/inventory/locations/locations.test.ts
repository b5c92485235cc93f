import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { countsApi } from '#shared/inventory/counts/api.ts'
import { placesApi, type ZoneInput } from '#shared/inventory/locations/api.ts'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { productListApi } from '#shared/inventory/products/product-list-api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import type { z } from 'zod'
import { addAccount, addOrder, addPlace, addProduct, productBody } from '#test/builders.ts'
import { consignmentLocation } from '#test/consignment.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
})

const nowhere = '00000000-0000-4000-8000-000000000000'
const addZone = (id: string, body: z.input<typeof ZoneInput>) =>
  admin.do(placesApi.createZone, { params: { id }, body })
const read = (id: string) => admin.do(placesApi.getLocation, { params: { id } })
const listStock = (id: string, query: { zone?: string; q?: string; sort?: 'zone' | '-onHand' } = {}) =>
  admin.do(placesApi.listStanding, { params: { id }, query })
const keep = (id: string, zoneId: string | null, goods: { itemId: string; lotId?: string }[], client = admin) =>
  client.call(placesApi.keepGoods, { params: { id }, body: { zoneId, goods } })
const dropZone = (id: string, zoneId: string, moveTo?: string) =>
  admin.call(placesApi.deleteZone, { params: { id, zoneId }, query: { ...(moveTo && { moveTo }) } })

describe('zones', () => {
  test('[LOC-01] creates and updates zones; names are unique per location, updates need the current version', async () => {
    const [place, other] = [await addPlace(admin), await addPlace(admin)]
    const id = place.warehouse.id
    const made = await addZone(id, { name: 'Cold room', purpose: 'cold', description: '2 to 8 °C' })
    expect(made).toMatchObject({ name: 'Cold room', purpose: 'cold', items: 0, onHand: 0, kept: 0, version: 1 })
    await addZone(other.warehouse.id, { name: 'Cold room' })
    const duplicate = await admin.call(placesApi.createZone, { params: { id }, body: { name: 'cold ROOM' } })
    expect([duplicate.status, duplicate.body.fields]).toEqual([409, { name: 'is taken' }])
    const params = { id, zoneId: made.id }
    const body = { name: 'Fridge' }
    expect((await admin.call(placesApi.updateZone, { params, body })).status).toBe(428)
    expect((await admin.call(placesApi.updateZone, { params, body }, { version: 7 })).status).toBe(412)
    const strange = { id: other.warehouse.id, zoneId: made.id }
    expect((await admin.call(placesApi.updateZone, { params: strange, body }, { version: 1 })).status).toBe(404)
    const saved = await admin.do(placesApi.updateZone, { params, body }, { version: 1 })
    expect(saved).toMatchObject({ name: 'Fridge', purpose: 'storage', description: null, version: 2 })
    expect((await read(id)).zones).toEqual([saved])
    expect((await admin.call(placesApi.createZone, { params: { id: nowhere }, body })).status).toBe(404)
    for (const [wrong, fields] of [
      [{ name: '' }, { name: 'is required' }],
      [{ name: 'x', purpose: 'attic' }, undefined],
      [{ name: 'x', unknown: 1 }, undefined],
    ] as const) {
      const refused = await admin.call(placesApi.createZone, { params: { id }, body: wrong as never })
      expect(refused.status).toBe(422)
      if (fields) expect(refused.body.fields).toEqual(fields)
    }
  })

  test('[LOC-01] lists stock by zone: an item with all its lots, one lot in another zone, and stock without a zone', async () => {
    const place = await addPlace(admin)
    const id = place.warehouse.id
    const gloves = await addProduct(admin, place, { name: 'Gloves', quantity: 40, cost: '2.00' })
    const drops = await addProduct(admin, place, { name: 'Drops', lotControlled: true })
    for (const [lotNumber, quantity] of [
      ['D1', 5],
      ['D2', 7],
    ] as const)
      await admin.do(inventoryApi.addStock, {
        params: { id: drops.id },
        body: { quantity, reason: 'purchase_order', lotNumber, expiryDate: '2031-01-31' },
      })
    const [rack, cage] = [
      await addZone(id, { name: 'Rack' }),
      await addZone(id, { name: 'Cage', purpose: 'quarantine' }),
    ]
    expect(await read(id)).toMatchObject({ items: 2, onHand: 52, committed: 0, value: '152.00', unzoned: 2 })
    expect((await keep(id, rack.id, [{ itemId: drops.id }])).status).toBe(204)
    const found = (await listStock(id, { q: 'D2' })).data
    const d2 = found.find(({ lotNumber }) => lotNumber === 'D2')?.id ?? ''
    expect((await keep(id, cage.id, [{ itemId: drops.id, lotId: d2 }])).status).toBe(204)
    const zones = async () => (await read(id)).zones.map(({ name, items, onHand, kept }) => [name, items, onHand, kept])
    expect(await zones()).toEqual([
      ['Cage', 1, 7, 1],
      ['Rack', 1, 5, 1],
    ])
    const rows = (await listStock(id, { sort: 'zone' })).data
    expect(rows.map(({ item, lotNumber, zone, onHand }) => [item.name, lotNumber, zone?.name ?? null, onHand])).toEqual(
      [
        ['Drops', 'D2', 'Cage', 7],
        ['Drops', 'D1', 'Rack', 5],
        ['Gloves', 'none', null, 40],
      ],
    )
    expect((await listStock(id, { zone: rack.id })).data.map(({ lotNumber }) => lotNumber)).toEqual(['D1'])
    expect((await listStock(id, { zone: 'none' })).data.map(({ item }) => item.id)).toEqual([gloves.id])
    expect((await listStock(id, { sort: '-onHand' })).data.map(({ onHand }) => onHand)).toEqual([40, 7, 5])
    // The lot is in its item's zone again; then the item with all its lots moves to the cage.
    expect((await keep(id, null, [{ itemId: drops.id, lotId: d2 }])).status).toBe(204)
    expect(await zones()).toEqual([
      ['Cage', 0, 0, 0],
      ['Rack', 1, 12, 1],
    ])
    await keep(id, cage.id, [{ itemId: drops.id }, { itemId: drops.id }])
    expect(await zones()).toEqual([
      ['Cage', 1, 12, 1],
      ['Rack', 0, 0, 0],
    ])
    expect((await keep(id, null, [{ itemId: drops.id }])).status).toBe(204)
    expect(await read(id)).toMatchObject({ unzoned: 2, onHand: 52 })
  })

  test('[LOC-01] refuses unknown zones, items, lots and locations', async () => {
    const [place, other] = [await addPlace(admin), await addPlace(admin)]
    const id = place.warehouse.id
    const [product, second] = [await addProduct(admin, place), await addProduct(admin, place)]
    const zone = await addZone(other.warehouse.id, { name: 'Far' })
    expect((await keep(id, zone.id, [{ itemId: product.id }])).body.fields).toEqual({
      zoneId: 'is not a zone of this location',
    })
    const wrong = { goods: 'names an item or lot that does not exist' }
    expect((await keep(id, null, [{ itemId: nowhere }])).body.fields).toEqual(wrong)
    expect((await keep(id, null, [{ itemId: product.id, lotId: second.id }])).body.fields).toEqual(wrong)
    expect((await keep(nowhere, null, [{ itemId: product.id }])).status).toBe(404)
    expect((await keep(id, null, [])).status).toBe(422)
    expect((await admin.call(placesApi.listStanding, { params: { id: nowhere } })).status).toBe(404)
  })

  test('[LOC-01] (B23) zones with goods or an open count cannot be deleted unless the goods move to another zone', async () => {
    const place = await addPlace(admin)
    const id = place.warehouse.id
    const product = await addProduct(admin, place, { quantity: 3 })
    const [rack, shelf] = [await addZone(id, { name: 'Rack' }), await addZone(id, { name: 'Shelf' })]
    await keep(id, rack.id, [{ itemId: product.id }])
    const refused = await dropZone(id, rack.id)
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      409,
      'IN_USE',
      '1 item is kept in this zone.',
    ])
    expect(refused.body.details).toEqual({ uses: [{ kind: 'product', id: product.id, name: product.name }], count: 1 })
    for (const moveTo of [rack.id, nowhere])
      expect((await dropZone(id, rack.id, moveTo)).body.fields).toEqual({
        moveTo: 'is not another zone of this location',
      })
    expect((await dropZone(id, rack.id, shelf.id)).status).toBe(204)
    expect((await listStock(id)).data[0]?.zone).toEqual({ id: shelf.id, name: 'Shelf' })
    const count = await admin.do(countsApi.planCount, { body: { zoneId: shelf.id } })
    const counted = await dropZone(id, shelf.id, 'none')
    expect([counted.status, counted.body.error]).toEqual([409, '1 count of this zone is open.'])
    // The request was refused as a whole: the goods are still in their zone.
    expect((await listStock(id)).data[0]?.zone?.id).toBe(shelf.id)
    await admin.do(countsApi.cancelCount, { params: { id: count.id }, body: { reason: 'Not now' } })
    expect((await dropZone(id, shelf.id, 'none')).status).toBe(204)
    expect((await listStock(id)).data[0]?.zone).toBeNull()
    expect((await dropZone(id, shelf.id)).status).toBe(404)
  })

  test('[LOC-01, REP-04] restores zones, alone or with their location; refuses if the location has another zone of that name', async () => {
    const [place, other] = [await addPlace(admin), await addPlace(admin)]
    const id = place.warehouse.id
    const zone = await addZone(id, { name: 'Loft' })
    await addZone(other.warehouse.id, { name: 'Loft' })
    expect((await dropZone(id, zone.id)).status).toBe(204)
    const restore = (body: { as?: string; withParents?: boolean } = {}) =>
      admin.call(deletedApi.restore, { params: { kind: 'zone', id: zone.id }, body })
    const duplicate = await addZone(id, { name: 'loft' })
    expect((await restore()).status).toBe(409)
    expect((await dropZone(id, duplicate.id)).status).toBe(204)
    expect((await admin.call(inventoryApi.deleteLocation, { params: { id } })).status).toBe(204)
    expect((await restore()).body.code).toBe('IN_USE')
    expect((await restore({ withParents: true })).status).toBe(200)
    expect((await read(id)).zones.map(({ name }) => name)).toEqual(['Loft'])
  })
})

describe('locations', () => {
  test('[LOC-01] (B23) refuses to delete a location that is a default, has stock or open documents, and lists these uses', async () => {
    const [place, other] = [await addPlace(admin), await addPlace(admin)]
    const id = place.warehouse.id
    const product = await addProduct(admin, place, { name: 'Homely', quantity: 9 })
    const transfer = await admin.do(transfersApi.createTransfer, {
      body: { sourceId: id, destinationId: other.warehouse.id, lines: [{ itemId: product.id, quantity: 2 }] },
    })
    const count = await admin.do(countsApi.planCount, { body: { locationId: id } })
    const remove = (moveTo?: string) =>
      admin.call(inventoryApi.deleteLocation, { params: { id }, query: { ...(moveTo && { moveTo }) } })
    const refused = await remove()
    expect(refused.body.error).toBe(
      'This is the default location of 1 item. There is stock in this location: 1 item. 1 stock transfer is pending from here. 1 count is open here.',
    )
    expect(refused.body.details).toEqual({
      uses: [
        { kind: 'product', id: product.id, name: 'Homely' },
        { kind: 'product', id: product.id, name: 'Homely: 9' },
        { kind: 'stockTransfer', id: transfer.id, name: transfer.number },
        { kind: 'stockCount', id: count.id, name: count.number },
      ],
      count: 4,
    })
    expect((await admin.call(inventoryApi.deleteLocation, { params: { id: other.warehouse.id } })).body.error).toBe(
      '1 stock transfer is pending to here.',
    )
    await admin.do(countsApi.cancelCount, { params: { id: count.id }, body: { reason: 'Closing' } })
    await admin.do(transfersApi.cancelTransfer, { params: { id: transfer.id }, body: { reason: 'Closing' } })
    await admin.do(inventoryApi.reduceStock, {
      params: { id: product.id },
      body: { quantity: 9, reason: 'lost_stock' },
    })
    expect((await remove()).body.error).toBe('This is the default location of 1 item.')
    for (const wrong of [id, nowhere])
      expect((await remove(wrong)).body.fields).toEqual({ moveTo: 'is not another location' })
    expect((await remove(other.warehouse.id)).status).toBe(204)
    const moved = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
    expect(moved.warehouse.id).toBe(other.warehouse.id)
    expect((await admin.call(placesApi.getLocation, { params: { id } })).status).toBe(404)
  })

  test('[LOC-01] (B23) race of deleting a location and planning its count: only one of both succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { warehouse } = await addPlace(admin)
      const [deleted, planned] = await Promise.all([
        admin.call(inventoryApi.deleteLocation, { params: { id: warehouse.id } }),
        admin.call(countsApi.planCount, { body: { locationId: warehouse.id } }),
      ])
      expect([deleted.status, planned.status]).toEqual(planned.status === 201 ? [409, 201] : [204, 422])
    }
  })

  test('[LOC-01, SO-01] a location with a packed order cannot be deleted or assigned to a customer while the order can be cancelled', async () => {
    const place = await addPlace(admin)
    const { id } = await admin.do(inventoryApi.createLocation, { body: { name: 'Packing room', type: 'Warehouse' } })
    const product = await addProduct(admin, place)
    const goods = { quantity: 10, reason: 'purchase_order', locationId: id } as const
    await admin.do(inventoryApi.addStock, { params: { id: product.id }, body: goods })
    const account = await addAccount(admin)
    const order = await addOrder(admin, account.id, [[product.id, 10]])
    await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
    await admin.do(salesApi.ready, { params: { id: order.id }, body: {} })
    const { version } = await read(id)
    for (const refused of [
      await admin.call(inventoryApi.deleteLocation, { params: { id } }),
      await admin.call(placesApi.setConsignee, { params: { id }, body: { accountId: account.id } }, { version }),
    ])
      expect([refused.status, refused.body]).toMatchObject([
        409,
        { error: '1 order is packed from here.', details: { uses: [{ kind: 'salesOrder', id: order.id }] } },
      ])
    await admin.do(salesApi.cancel, { params: { id: order.id }, body: { reason: 'Ordered twice' } })
    expect(await read(id)).toMatchObject({ onHand: 10 })
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[LOC-01] a consignment location cannot be the default location of products, materials or kits', async () => {
    const place = await addPlace(admin)
    const id = await consignmentLocation(admin, (await addAccount(admin)).id)
    const product = await addProduct(admin, place)
    const material = { name: 'Film', materialType: 'Film', location: id }
    const kit = { name: 'Set', price: '1.00', warehouse: id, components: [{ itemId: product.id, quantity: 1 }] }
    for (const refused of [
      await admin.call(inventoryApi.createProduct, { body: productBody(place, { warehouse: id }) }),
      await admin.call(productListApi.changeProduct, { params: { id: product.id }, body: { warehouse: id } }),
      await admin.call(rawMaterialsApi.createRawMaterial, { body: material }),
      await admin.call(kitsApi.createKit, { body: kit }),
      await admin.call(inventoryApi.deleteLocation, { params: { id: place.warehouse.id }, query: { moveTo: id } }),
    ])
      expect([refused.status, Object.values(refused.body.fields ?? {})]).toEqual([
        422,
        ['is a consignment location: choose one of your own'],
      ])
  })

  test('[LOC-01, PO-01] refuses purchase orders for, and receipts into, a consignment location', async () => {
    const place = await addPlace(admin)
    const product = await addProduct(admin, place)
    const account = await addAccount(admin)
    const id = await consignmentLocation(admin, account.id)
    const why = 'is a consignment location: choose one of your own'
    const body = (locationId: string) => ({
      supplierId: place.supplier.id,
      locationId,
      lines: [{ itemId: product.id, quantity: 5, unitCost: '1' }],
    })
    const draft = await admin.do(purchasingApi.createPurchaseOrder, { body: body(place.warehouse.id) })
    const refused = [
      await admin.call(purchasingApi.createPurchaseOrder, { body: body(id) }),
      await admin.call(
        purchasingApi.updatePurchaseOrder,
        { params: { id: draft.id }, body: body(id) },
        { version: draft.version },
      ),
    ]
    for (const answer of refused) expect([answer.status, answer.body.fields]).toEqual([422, { locationId: why }])
    await admin.do(purchasingApi.submit, { params: { id: draft.id }, body: {} })
    const lineId = draft.orderLines[0]?.id ?? ''
    const received = await admin.call(purchasingApi.receive, {
      params: { id: draft.id },
      body: {
        lines: [
          { lineId, quantity: 1 },
          { lineId, quantity: 1, locationId: id },
        ],
      },
    })
    expect([received.status, received.body.fields]).toEqual([422, { 'lines.1.locationId': why }])
    // A location with open purchase orders can't become a consignment location either.
    const { version } = await read(place.warehouse.id)
    const lend = { params: { id: place.warehouse.id }, body: { accountId: account.id } }
    const other = await addPlace(admin)
    await admin.do(productListApi.changeProduct, {
      params: { id: product.id },
      body: { warehouse: other.warehouse.id },
    })
    const lent = await admin.call(placesApi.setConsignee, lend, { version })
    expect([lent.status, lent.body]).toMatchObject([
      409,
      { error: '1 purchase order is to be received here.', details: { uses: [{ id: draft.id }] } },
    ])
    // If an older version allowed that, the receipt is refused with the reason.
    await sql`update locations set consignee_id = ${account.id} where id = ${place.warehouse.id}`.execute(
      server.database.db,
    )
    const late = await admin.call(purchasingApi.receive, {
      params: { id: draft.id },
      body: { lines: [{ lineId, quantity: 1 }] },
    })
    expect([late.status, late.body.fields]).toEqual([422, { 'lines.0.locationId': why }])
    const elsewhere = { lines: [{ lineId, quantity: 5, locationId: other.warehouse.id }] }
    await admin.do(purchasingApi.receive, { params: { id: draft.id }, body: elsewhere })
    const lentNow = await admin.do(inventoryApi.listLocations, { query: { q: place.warehouse.name } })
    expect(lentNow.data[0]?.consignee).toEqual({ id: account.id, name: account.name })
    const file = await admin.send('GET', `/api/exports/locations?q=${place.warehouse.name}&columns=name,consignee`)
    expect(file.body).toContain(`${place.warehouse.name},${account.name}`)
    const named = async (query: object) =>
      (await admin.do(inventoryApi.listLocations, { query: { limit: 200, ...query } })).data.map((one) => one.id)
    expect(await named({})).toEqual(expect.arrayContaining([id, other.warehouse.id]))
    const own = await named({ own: 'true' })
    expect([own.includes(id), own.includes(other.warehouse.id)]).toEqual([false, true])
  })

  test('[LOC-01] refuses to restore a product whose default location has become a consignment location', async () => {
    const location = await admin.do(inventoryApi.createLocation, { body: { name: 'Lent ward', type: 'Warehouse' } })
    const { id } = await addProduct(admin, { ...(await addPlace(admin)), warehouse: location })
    await admin.do(inventoryApi.deleteProduct, { params: { id } })
    const account = await addAccount(admin)
    const lend = (accountId: string | null, version: number) =>
      admin.do(placesApi.setConsignee, { params: { id: location.id }, body: { accountId } }, { version })
    const { version } = await lend(account.id, location.version)
    const restore = () => admin.call(deletedApi.restore, { params: { kind: 'product', id }, body: {} })
    const { data } = await admin.do(deletedApi.listDeleted, { query: { kind: 'product' } })
    const shown = data.find((item) => item.id === id)?.notRestorable
    const refused = await restore()
    expect(shown).toBe(refused.body.error)
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      409,
      'NOT_RESTORABLE',
      'Its default location Lent ward is now a consignment location. Restore it once the location is your own again.',
    ])
    await lend(null, version)
    expect((await restore()).status).toBe(200)
  })

  test('[LOC-01] the map shows locations with coordinates and the transfers between them within 90 days', async () => {
    const at = async (name: string, latitude?: number, longitude?: number) =>
      admin.do(inventoryApi.createLocation, { body: { name, type: 'Warehouse', latitude, longitude } })
    const [east, west, lost] = [await at('Mapped East', 5, 6), await at('Mapped West', 7, -3), await at('Mapped Lost')]
    const place = { ...(await addPlace(admin)), warehouse: east }
    const product = await addProduct(admin, place, { quantity: 12 })
    const transfer = await admin.do(transfersApi.createTransfer, {
      body: { sourceId: east.id, destinationId: west.id, lines: [{ itemId: product.id, quantity: 5 }] },
    })
    const map = (query: { q?: string; type?: 'Factory' } = {}) =>
      admin.do(placesApi.mapLocations, { query: { q: 'Mapped', ...query } })
    expect(await map()).toMatchObject({ unplaced: 1, ways: [] })
    await sql`update stock_transfers set status = 'completed', completed_at = moment() - interval '80 days'
      where id = ${transfer.id}`.execute(server.database.db)
    expect(await map()).toEqual({
      places: [
        {
          id: east.id,
          name: 'Mapped East',
          type: 'Warehouse',
          address: null,
          latitude: 5,
          longitude: 6,
          items: 1,
          onHand: 12,
        },
        {
          id: west.id,
          name: 'Mapped West',
          type: 'Warehouse',
          address: null,
          latitude: 7,
          longitude: -3,
          items: 0,
          onHand: 0,
        },
      ],
      unplaced: 1,
      ways: [{ from: east.id, to: west.id, transfers: 1, pieces: 5, underway: 0 }],
    })
    await sql`update stock_transfers set completed_at = moment() - interval '91 days' where id = ${transfer.id}`.execute(
      server.database.db,
    )
    expect((await map()).ways).toEqual([])
    expect((await map({ q: 'East' })).places.map(({ id }) => id)).toEqual([east.id])
    expect((await map({ type: 'Factory' })).places).toEqual([])
    expect(lost.latitude).toBeNull()
  })
})

test('[LOC-01, CNT-01] a count of a zone contains the lines of that zone; refuses a zone of another location', async () => {
  const [place, other] = [await addPlace(admin), await addPlace(admin)]
  const id = place.warehouse.id
  const [inside, outside] = [
    await addProduct(admin, place, { quantity: 4 }),
    await addProduct(admin, place, { quantity: 6 }),
  ]
  const zone = await addZone(id, { name: 'Rack' })
  await keep(id, zone.id, [{ itemId: inside.id }])
  expect(await admin.do(countsApi.previewCount, { query: { zoneId: zone.id } })).toEqual({ lines: 1 })
  const wrong = await admin.call(countsApi.planCount, { body: { zoneId: zone.id, locationId: other.warehouse.id } })
  expect(wrong.body.fields).toEqual({ zoneId: 'is not a zone of the location' })
  const count = await admin.do(countsApi.planCount, { body: { zoneId: zone.id } })
  expect(count).toMatchObject({
    zone: { id: zone.id, name: 'Rack' },
    location: { id },
    category: null,
  })
  await admin.do(countsApi.startCount, { params: { id: count.id }, body: {} })
  const { data } = await admin.do(countsApi.listCountLines, { params: { id: count.id } })
  expect(data.map(({ product }) => product.id)).toEqual([inside.id])
  expect(outside.onHand).toBe(6)
})

test('[ATT-01, REP-04] an attribute is deleted and restored together with its values', async () => {
  const { attributesApi } = await import('#shared/inventory/catalogue/attributes-api.ts')
  const attribute = await admin.do(attributesApi.createAttribute, { body: { name: 'Shade', kind: 'text' } })
  const product = await addProduct(admin, await addPlace(admin), { attributes: { [attribute.id]: 'Blue' } })
  const values = async () =>
    (await admin.do(inventoryApi.getProduct, { params: { id: product.id } })).attributes.map(({ shown }) => shown)
  const remove = (withValues: 'true' | 'false') =>
    admin.call(attributesApi.deleteAttribute, { params: { id: attribute.id }, query: { withValues } })
  expect((await remove('false')).body.error).toBe('1 product has a value of this attribute.')
  expect((await remove('true')).status).toBe(204)
  expect(await values()).toEqual([])
  const params = { kind: 'attribute', id: attribute.id } as const
  expect((await admin.call(deletedApi.restore, { params, body: {} })).status).toBe(200)
  expect(await values()).toEqual(['Blue'])
  await remove('true')
  expect((await admin.call(deletedApi.purge, { params })).status).toBe(204)
  expect(await values()).toEqual([])
})
