import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { contactsApi } from '#shared/crm/contacts/api.ts'
import { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import { attributesApi } from '#shared/inventory/catalogue/attributes-api.ts'
import { serviceTypesApi } from '#shared/inventory/catalogue/service-types-api.ts'
import { kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { placesApi } from '#shared/inventory/locations/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { type DeletedKind, deletedKindNames } from '#shared/reports/deleted-kinds.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { accountShelvesApi } from '#shared/portal/shelf-api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, addPurchase, type TestPlace } from '#test/builders.ts'
import { consignmentLocation } from '#test/consignment.ts'
import { aVehicle, deliveryScene, packedOrder, plannedRoute } from '#test/deliveries.ts'
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

const listed = async (query: object = {}) =>
  (await admin.do(deletedApi.listDeleted, { query: { limit: 200, ...query } })).data
const find = async (id: string) => (await listed()).find((row) => row.id === id)
const restore = (client: Client, kind: DeletedKind, id: string, body: object = {}) =>
  client.call(deletedApi.restore, { params: { kind, id }, body })
const purge = (client: Client, kind: DeletedKind, id: string) => client.call(deletedApi.purge, { params: { kind, id } })

const film = { name: 'Film of nobody', materialType: 'Plastic' }
const service = { name: 'Repair', unit: 'hour', price: '80' }
const zoneIn = ({ warehouse: { id } }: TestPlace) => ({
  params: { id },
  body: { name: 'Cold', purpose: 'cold' as const },
})
const forNewCustomer = async () => ({ accountId: (await addAccount(admin)).id })
const deal = async () => ({ title: 'Beds', value: '10', ...(await forNewCustomer()) })

async function deletedCategory(name: string) {
  const { id } = await admin.do(inventoryApi.createCategory, { body: { name } })
  await admin.do(inventoryApi.deleteCategory, { params: { id } })
  return id
}

describe('deleted items', () => {
  test('[REP-04, NAV-13] are listed with user and time; filters by kind, user, time and search text', async () => {
    const other = await server.as('admin')
    const mine = await deletedCategory('Gauze of mine')
    const { id: theirs } = await admin.do(crmApi.createSupplier, { body: { name: 'Gauze supplier', country: 'Peru' } })
    await other.do(crmApi.deleteSupplier, { params: { id: theirs } })
    expect(await find(theirs)).toMatchObject({
      kind: 'supplier',
      name: 'Gauze supplier',
      detail: 'Peru',
      deletedBy: { id: other.userId },
      notRestorable: null,
      kept: null,
    })
    expect((await listed({ q: 'gauze' })).map((row) => row.id)).toEqual([theirs, mine])
    expect((await listed({ q: 'peru' })).map((row) => row.id)).toEqual([theirs])
    expect((await listed({ q: 'gauze', sort: 'name' })).map((row) => row.id)).toEqual([mine, theirs])
    expect((await listed({ q: 'gauze', kind: 'category' })).map((row) => row.id)).toEqual([mine])
    expect((await listed({ by: other.userId })).map((row) => row.id)).toEqual([theirs])
    await sql`update categories set deleted_at = moment() - interval '8 days' where id = ${mine}`.execute(
      server.database.db,
    )
    expect((await listed({ q: 'gauze', within: '7' })).map((row) => row.id)).toEqual([theirs])
    expect((await listed({ q: 'gauze', within: '30' })).map((row) => row.id)).toEqual([theirs, mine])
    const people = (await admin.do(deletedApi.listDeleters, {})).data.map(({ id }) => id)
    expect(people.toSorted()).toEqual([admin.userId, other.userId].toSorted())
    const staff = await server.as('staff')
    expect((await staff.call(deletedApi.listDeleted, {})).status).toBe(403)
  })

  test('[REP-04] are paged by a cursor, across kinds, each once', async () => {
    for (let at = 0; at < 7; at += 1) {
      await deletedCategory(`Paged category ${at}`)
      const { id } = await addAccount(admin, { name: `Paged customer ${at}` })
      await admin.do(crmApi.deleteAccount, { params: { id } })
    }
    for (const sort of ['-deletedAt', 'name'] as const) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await admin.do(deletedApi.listDeleted, {
          query: { q: 'Paged', limit: 4, sort, ...(cursor && { cursor }) },
        })
        seen.push(...page.data.map((row) => row.id))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      expect([seen.length, new Set(seen).size]).toEqual([14, 14])
    }
  })

  test('[REP-04] are restored unchanged; a second restore is not found (404)', async () => {
    const product = await addProduct(admin, place, { name: 'Back again' })
    await admin.do(inventoryApi.deleteProduct, { params: { id: product.id } })
    expect(await find(product.id)).toMatchObject({ kind: 'product', detail: product.sku })
    expect((await restore(admin, 'rawMaterial', product.id)).status).toBe(404)
    const both = await Promise.all([1, 2, 3, 4].map(() => restore(admin, 'product', product.id)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404])
    expect(await admin.do(inventoryApi.getProduct, { params: { id: product.id } })).toMatchObject({ sku: product.sku })
    expect(await find(product.id)).toBeUndefined()
  })

  test('[REP-04] restoring is refused if the name or SKU is in use by now; it succeeds with another one', async () => {
    const id = await deletedCategory('Twin')
    await admin.do(inventoryApi.createCategory, { body: { name: 'TWIN' } })
    const refused = await restore(admin, 'category', id)
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      'ALREADY_EXISTS',
      { label: 'Name', value: 'Twin' },
    ])
    expect((await restore(admin, 'category', id, { as: 'twin' })).status).toBe(409)
    expect((await restore(admin, 'category', id, { as: 'x'.repeat(161) })).status).toBe(422)
    const done = await admin.do(deletedApi.restore, { params: { kind: 'category', id }, body: { as: 'Twin two' } })
    expect(done.restored).toEqual([{ kind: 'category', id, name: 'Twin two' }])
    const product = await addProduct(admin, place, { sku: 'SKU-TWIN', name: 'Keeps its name' })
    await admin.do(inventoryApi.deleteProduct, { params: { id: product.id } })
    await addProduct(admin, place, { sku: 'sku-twin' })
    expect((await restore(admin, 'product', product.id)).body.details).toEqual({ label: 'SKU', value: 'SKU-TWIN' })
    const back = await restore(admin, 'product', product.id, { as: 'SKU-TWIN-2' })
    expect(back.body.restored.at(-1)?.name).toBe('Keeps its name')
  })

  test('[REP-04] of two with the same name restored concurrently, only one succeeds', async () => {
    const ids = [await deletedCategory('Race for a name'), await deletedCategory('Race for a name')]
    const answers = await Promise.all(ids.map((id) => restore(admin, 'category', id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('[REP-04] restoring needs the records it belongs to, or restores them with it', async () => {
    const own = await addPlace(admin)
    const product = await addProduct(admin, own)
    await admin.do(inventoryApi.deleteProduct, { params: { id: product.id } })
    await admin.do(inventoryApi.deleteCategory, { params: { id: own.category.id } })
    await admin.do(crmApi.deleteSupplier, { params: { id: own.supplier.id } })
    const refused = await restore(admin, 'product', product.id)
    expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE'])
    expect((refused.body.details as { needs: { id: string }[] }).needs.map(({ id }) => id).toSorted()).toEqual(
      [own.category.id, own.supplier.id].toSorted(),
    )
    const stock = await server.as('staff', { inventory: { delete: true } })
    expect((await restore(stock, 'product', product.id, { withParents: true })).status).toBe(403)
    expect((await restore(admin, 'product', product.id, { withParents: true })).body.restored).toHaveLength(3)
    expect((await admin.call(crmApi.getSupplier, { params: { id: own.supplier.id } })).status).toBe(200)
  })

  test('[REP-04, RTE-01] a route is restored for its driver, unless that user is no longer a driver', async () => {
    const scene = { server, admin, place, driver: await server.as('driver'), productId: '', accountId: '' }
    const { id } = await plannedRoute(scene, [])
    const drop = () => admin.do(routesApi.deleteRoute, { params: { id } })
    await drop()
    expect((await restore(admin, 'route', id)).status).toBe(200)
    const { timeline } = await admin.do(routesApi.getRoute, { params: { id } })
    expect(timeline.map(({ act }) => act).slice(0, 2)).toEqual(['restored', 'deleted'])
    await drop()
    const driver = { params: { id: scene.driver.userId } }
    const { version, name } = await admin.do(usersApi.get, driver)
    expect(await find(id)).toMatchObject({ notRestorable: null })
    await admin.do(usersApi.remove, driver, { version })
    const why = `Its driver ${name} is no longer a driver. Plan a new route instead.`
    expect(await find(id)).toMatchObject({ notRestorable: why })
    expect((await restore(admin, 'route', id)).body).toMatchObject({
      code: 'NOT_RESTORABLE',
      error: why,
    })
  })

  test('[REP-04, LOC-01] a consignment location of a deleted customer is restored together with the customer', async () => {
    const account = await addAccount(admin)
    const id = await consignmentLocation(admin, account.id)
    await admin.do(inventoryApi.deleteLocation, { params: { id } })
    await admin.do(crmApi.deleteAccount, { params: { id: account.id } })
    expect((await restore(admin, 'location', id)).body.code).toBe('IN_USE')
    expect((await restore(admin, 'location', id, { withParents: true })).body.restored).toHaveLength(2)
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[REP-04] restoring and purging need the delete permission of their module', async () => {
    const id = await deletedCategory('Guarded')
    const wrong = await server.as('staff', { crm: { delete: true }, invoices: { view: true } })
    expect((await restore(wrong, 'category', id)).status).toBe(403)
    expect((await purge(wrong, 'category', id)).status).toBe(403)
    const right = await server.as('staff', { inventory: { delete: true } })
    expect((await restore(right, 'category', id)).status).toBe(200)
  })

  test('[INV-10, REP-04] are removed permanently by purging, only if nothing refers to them', async () => {
    const id = await deletedCategory('For good')
    expect((await purge(admin, 'category', place.category.id)).status).toBe(404)
    expect((await purge(admin, 'category', id)).status).toBe(204)
    expect((await purge(admin, 'category', id)).status).toBe(404)
    expect((await restore(admin, 'category', id)).status).toBe(404)
    const product = await addProduct(admin, place)
    await admin.do(inventoryApi.deleteProduct, { params: { id: product.id } })
    expect((await purge(admin, 'product', product.id)).status).toBe(204)
    const left = await sql`select 1 from lots where item_id = ${product.id}`.execute(server.database.db)
    expect(left.rows).toEqual([])
    const purged =
      await sql`select 1 from audit_log where act = 'product.purged' and entity_id = ${product.id}`.execute(
        server.database.db,
      )
    expect(purged.rows).toHaveLength(1)
  })

  test('[REP-04] of every kind without a number can be purged if nothing refers to them', async () => {
    const own = await addPlace(admin)
    const { id: productId } = await addProduct(admin, own)
    const goods = { warehouse: own.warehouse.id, components: [{ itemId: productId, quantity: 1 }] }
    const made: Partial<Record<DeletedKind, readonly [path: string, { id: string }]>> = {
      product: ['products', await addProduct(admin, own)],
      rawMaterial: ['raw-materials', await admin.do(rawMaterialsApi.createRawMaterial, { body: film })],
      kit: ['kits', (await admin.do(kitsApi.createKit, { body: { name: 'Set', price: '9', ...goods } })).kit],
      category: ['categories', (await addPlace(admin)).category],
      attribute: ['attributes', await admin.do(attributesApi.createAttribute, { body: { name: 'Fit', kind: 'text' } })],
      location: ['locations', (await addPlace(admin)).warehouse],
      serviceType: ['service-types', await admin.do(serviceTypesApi.createServiceType, { body: service })],
      zone: [`locations/${own.warehouse.id}/zones`, await admin.do(placesApi.createZone, zoneIn(own))],
      supplier: ['suppliers', (await addPlace(admin)).supplier],
      customer: ['accounts', await addAccount(admin)],
      prospect: ['prospects', await admin.do(prospectsApi.createProspect, { body: { name: 'Clinic' } })],
      opportunity: ['opportunities', await admin.do(opportunitiesApi.createOpportunity, { body: await deal() })],
      contact: [
        'contacts',
        await admin.do(contactsApi.createContact, { body: { name: 'Ama', ...(await forNewCustomer()) } }),
      ],
      vehicle: ['vehicles', await admin.do(vehiclesApi.createVehicle, { body: aVehicle })],
    }
    const numbered: DeletedKind[] = ['stockTransfer', 'kitOrder', 'estimate', 'salesOrder', 'invoice', 'purchaseOrder']
    expect([...Object.keys(made), ...numbered, 'shipment', 'route'].toSorted()).toEqual(deletedKindNames.toSorted())
    const all = (Object.entries(made) as [DeletedKind, readonly [string, { id: string }]][]).map(
      ([kind, [path, { id }]]) => ({ kind, path, id }),
    )
    const left = async () => new Map((await listed()).map((row) => [row.id, row]))
    for (const { kind, path, id } of all)
      expect([kind, (await admin.send('DELETE', `/api/${path}/${id}`)).status]).toEqual([kind, 204])
    const before = await left()
    for (const { kind, id } of all) {
      expect(before.get(id)).toMatchObject({ kind, kept: null })
      expect([kind, (await purge(admin, kind, id)).status]).toEqual([kind, 204])
      expect([kind, (await restore(admin, kind, id)).status]).toEqual([kind, 404])
    }
    const after = await left()
    expect(all.filter(({ id }) => after.has(id))).toEqual([])
  })

  test('[REP-04] show why they cannot be purged if only an estimate, a setting, a payment or a shelf refers to them', async () => {
    const { id: productId } = await addProduct(admin, place)
    const { id: serviceTypeId } = await admin.do(serviceTypesApi.createServiceType, {
      body: { ...service, name: 'Only estimated' },
    })
    const [billed, paid, lent, shelved] = [
      await forNewCustomer(),
      await forNewCustomer(),
      await forNewCustomer(),
      await forNewCustomer(),
    ]
    const offer = { ...(await forNewCustomer()), validUntil: '2099-12-31', lines: [{ productId, quantity: 1 }] }
    await admin.do(estimatesApi.createEstimate, { body: { ...offer, charges: [{ serviceTypeId, quantity: 1 }] } })
    const billing = { taxExempt: true, reminders: true }
    await admin.do(balancesApi.putBilling, { params: { id: billed.accountId }, body: billing }, { version: 1 })
    const payment = { method: 'cash' as const, receivedDate: '2026-01-31', reference: null, keepRest: true, parts: [] }
    const { id } = await admin.do(paymentsApi.takePayment, { body: { ...payment, ...paid, amount: '10.00' } })
    await admin.do(paymentsApi.voidPayment, { params: { id }, body: { reason: 'Bounced' } })
    const location = await consignmentLocation(admin, lent.accountId)
    await admin.do(inventoryApi.deleteLocation, { params: { id: location } })
    await admin.do(accountShelvesApi.addAccountShelf, {
      params: { id: shelved.accountId },
      body: { name: 'Ward 1', items: [{ productId, par: 3 }] },
    })
    const used = [
      ['serviceType', 'service-types', serviceTypeId, 'Estimates use it.'],
      ['customer', 'accounts', billed.accountId, 'It has billing settings.'],
      ['customer', 'accounts', paid.accountId, 'It has payments.'],
      ['customer', 'accounts', lent.accountId, 'It has consignment locations, including deleted ones.'],
      ['customer', 'accounts', shelved.accountId, 'It has shelves.'],
    ] as const
    for (const [, path, one, why] of used)
      expect([why, (await admin.send('DELETE', `/api/${path}/${one}`)).status]).toEqual([why, 204])
    const rows = await listed()
    for (const [kind, , one, why] of used) {
      const error = `${why} It stays archived.`
      expect(rows.find((row) => row.id === one)?.kept).toBe(error)
      expect((await purge(admin, kind, one)).body).toMatchObject({ code: 'IN_USE', error })
    }
  })

  test('[REP-04] cannot be purged if they are documents: their numbers stay without gaps', async () => {
    const scene = await deliveryScene(server)
    const { orderId, shipmentId } = await packedOrder(scene)
    const { invoice } = await admin.do(salesApi.getOrder, { params: { id: orderId } })
    const lines = [{ productId: scene.productId, quantity: 1 }]
    const estimate = await admin.do(estimatesApi.createEstimate, {
      body: { accountId: scene.accountId, lines, validUntil: '2099-12-31' },
    })
    const purchase = await addPurchase(admin, scene.place, [[scene.productId, 1, '1']])
    const { kit } = await admin.do(kitsApi.createKit, {
      body: {
        name: 'Set for an order',
        price: '9',
        warehouse: scene.place.warehouse.id,
        components: [{ itemId: scene.productId, quantity: 1 }],
      },
    })
    const packing = await admin.do(kitOrdersApi.createKitOrder, {
      body: { kitId: kit.id, locationId: scene.place.warehouse.id, quantity: 1 },
    })
    const transfer = await admin.do(transfersApi.createTransfer, {
      body: {
        sourceId: scene.place.warehouse.id,
        destinationId: place.warehouse.id,
        lines: [{ itemId: scene.productId, quantity: 1 }],
      },
    })
    const route = await plannedRoute(scene, [])
    const documents = {
      salesOrder: ['sales-orders', orderId],
      invoice: ['', invoice?.id ?? ''],
      shipment: ['', shipmentId],
      estimate: ['estimates', estimate.id],
      purchaseOrder: ['purchase-orders', purchase.id],
      kitOrder: ['kit-orders', packing.id],
      stockTransfer: ['stock-transfers', transfer.id],
      route: ['routes', route.id],
    } as const
    const error = 'Documents keep their numbers so that there are no gaps. It stays archived.'
    const all = Object.entries(documents) as [DeletedKind, [string, string]][]
    // Deleting an order deletes its invoice and shipment, too.
    for (const [kind, [path, id]] of all)
      if (path) expect([kind, (await admin.send('DELETE', `/api/${path}/${id}`)).status]).toEqual([kind, 204])
    const rows = await listed()
    for (const [kind, [, id]] of all) {
      expect(rows.find((row) => row.id === id)).toMatchObject({ kind, kept: error })
      expect([kind, (await purge(admin, kind, id)).body]).toMatchObject([kind, { code: 'IN_USE', error }])
    }
  })

  test('[INV-10, REP-04] (B23) records referred to by ledger entries or documents cannot be purged and show the reason', async () => {
    const own = await addPlace(admin)
    const product = await addProduct(admin, own, { quantity: 3 })
    const params = { id: product.id }
    await admin.do(inventoryApi.reduceStock, { params, body: { quantity: 3, reason: 'lost_stock' } })
    await admin.do(inventoryApi.deleteProduct, { params })
    await admin.do(inventoryApi.deleteCategory, { params: { id: own.category.id } })
    await admin.do(crmApi.deleteSupplier, { params: { id: own.supplier.id } })
    await admin.do(inventoryApi.deleteLocation, { params: { id: own.warehouse.id } })
    for (const [kind, id, why] of [
      ['product', product.id, 'It has stock movements.'],
      ['category', own.category.id, 'Products use it, including deleted ones.'],
      ['supplier', own.supplier.id, 'It has products, including deleted ones.'],
      ['location', own.warehouse.id, 'Stock movements use it.'],
    ] as const) {
      const error = `${why} It stays archived.`
      expect([kind, await purge(admin, kind, id)]).toMatchObject([
        kind,
        { status: 409, body: { code: 'IN_USE', error } },
      ])
      expect((await find(id))?.kept).toBe(error)
    }
    const { rows } = await sql`select 1 from stock_entry where item_id = ${product.id}`.execute(server.database.db)
    expect(rows).toHaveLength(2)
  })
})

describe('a deleted order', () => {
  const ways = {
    PENDING: [],
    CONFIRMED: [salesApi.confirm],
    PROCESSING: [salesApi.confirm, salesApi.startPicking],
    READY_FOR_SHIPPING: [salesApi.confirm, salesApi.ready],
  } as const

  test.each(Object.entries(ways))(
    '[REP-04, SO-04] is restored as pending from %s, without reserved stock',
    async (_, moves) => {
      const product = await addProduct(admin, place, { quantity: 20 })
      const account = await addAccount(admin)
      const { id } = await addOrder(admin, account.id, [[product.id, 5]])
      for (const move of moves) await admin.do(move, { params: { id }, body: {} })
      const { invoice } = await admin.do(salesApi.getOrder, { params: { id } })
      await admin.do(salesApi.deleteOrder, { params: { id } })
      expect((await restore(admin, 'salesOrder', id)).status).toBe(200)
      const back = await admin.do(salesApi.getOrder, { params: { id } })
      expect(back).toMatchObject({ status: 'PENDING', invoice: null })
      expect(await admin.do(inventoryApi.getProduct, { params: { id: product.id } })).toMatchObject({
        onHand: 20,
        committed: 0,
      })
      if (invoice) {
        const refused = await restore(admin, 'invoice', invoice.id)
        expect([refused.status, refused.body.code]).toEqual([409, 'NOT_RESTORABLE'])
        expect((await find(invoice.id))?.notRestorable).toContain('Deleted invoices stay void')
      }
      await admin.do(salesApi.confirm, { params: { id }, body: {} })
      const again = await admin.do(salesApi.getOrder, { params: { id } })
      const shown = await admin.do(invoicingApi.getInvoice, { params: { id: again.invoice?.id ?? '' } })
      expect(shown.paymentStatus).toBe('Unpaid')
      expect(await brokenInvariants(server.database.db)).toEqual({})
    },
  )

  test('[REP-04] of a deleted customer is restored together with the customer', async () => {
    const product = await addProduct(admin, place)
    const account = await addAccount(admin)
    const { id } = await addOrder(admin, account.id, [[product.id, 1]])
    await admin.do(salesApi.deleteOrder, { params: { id } })
    await admin.do(crmApi.deleteAccount, { params: { id: account.id } })
    expect((await restore(admin, 'salesOrder', id)).body.code).toBe('IN_USE')
    const { restored } = (await restore(admin, 'salesOrder', id, { withParents: true })).body
    expect(restored.map(({ kind }) => kind)).toEqual(['customer', 'salesOrder'])
  })
})
