import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { accountPartsApi, partnersApi } from '#shared/crm/partners/partners-api.ts'
import { postalAddressesApi } from '#shared/crm/partners/postal-addresses-api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { invoiceDocumentsApi } from '#shared/invoicing/documents-api.ts'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { shipmentDocumentsApi } from '#shared/logistics/shipments/documents-api.ts'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { shipToApi } from '#shared/sales/orders/ship-to-api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { clientOf } from '#test/client.ts'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import { deliveryScene, plannedRoute, type Scene, shipmentOf } from '#test/deliveries.ts'
import { deliveryOf, phoneOf } from '#test/driver-phone.ts'
import { inDays } from '#test/lots.ts'
import { pdfText } from '#test/pdf-text.ts'
import { portalUser } from '#test/portal.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let scene: Scene
let admin: Client
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  scene = await deliveryScene(server)
  admin = scene.admin
})

const addAddress = (accountId: string, kind: 'shipping' | 'billing', name: string, address: string, latitude = 51) =>
  admin.do(accountPartsApi.addAddress, {
    params: { id: accountId },
    body: { kind, name, address, country: 'Ireland', latitude, longitude: -1 },
  })

/** A customer with a main, a billing and two shipping addresses. */
async function customer() {
  const account = await addAccount(admin, { address: 'Main Street 1', country: 'Ireland', taxNumber: 'IE1234567T' })
  const dock = await addAddress(account.id, 'shipping', 'Dock 3', 'Harbour Road 9')
  const ward = await addAddress(account.id, 'shipping', 'Ward B', 'Hospital Lane 4', 52)
  const books = await addAddress(account.id, 'billing', 'Accounts', 'Ledger Square 2')
  return { account, dock, ward, books }
}

const orderFor = (accountId: string, more: object = {}) =>
  admin.do(salesApi.createOrder, {
    body: { accountId, lines: [{ productId: scene.productId, quantity: 2 }], ...more },
  })
const orderOf = (id: string) => admin.do(salesApi.getOrder, { params: { id } })
async function pdf(path: string) {
  const file = await fetch(server.url + path, { headers: { cookie: admin.cookie } })
  return pdfText(new Uint8Array(await file.arrayBuffer()))
}

test("[SO-01, CRM-01] an order uses the customer's default addresses, selected ones, or the main address", async () => {
  const { account, dock, ward, books } = await customer()
  const offered = await admin.do(postalAddressesApi.listPostalAddresses, { params: { id: account.id } })
  expect(
    offered.data.map(({ name, isShippingDefault, isBillingDefault }) => [name, isShippingDefault, isBillingDefault]),
  ).toEqual([
    [null, false, false],
    ['Dock 3', true, false],
    ['Ward B', false, false],
    ['Accounts', false, true],
  ])
  const usual = await orderFor(account.id)
  expect(usual.shipTo).toEqual({ id: dock.id, name: 'Dock 3', address: 'Harbour Road 9', country: 'Ireland' })
  expect(usual.billTo).toMatchObject({ id: books.id, address: 'Ledger Square 2' })
  const chosen = await orderFor(account.id, { shipToId: ward.id, billToId: null })
  expect(chosen.shipTo.id).toBe(ward.id)
  expect(chosen.billTo).toEqual({ id: null, name: null, address: 'Main Street 1', country: 'Ireland' })
  // An update without addresses keeps them; after a change, the history has the old and the new one.
  const body = { accountId: account.id, lines: [{ productId: scene.productId, quantity: 2 }] }
  const params = { id: chosen.id }
  const updated = await admin.do(salesApi.updateOrder, { params, body }, { version: chosen.version })
  expect([updated.shipTo.id, updated.billTo.id]).toEqual([ward.id, null])
  await admin.do(salesApi.updateOrder, { params, body: { ...body, shipToId: dock.id } }, { version: updated.version })
  expect((await orderOf(chosen.id)).timeline[0]?.changes).toEqual([
    { field: 'shipTo', item: null, from: 'Ward B, Hospital Lane 4, Ireland', to: 'Dock 3, Harbour Road 9, Ireland' },
  ])
  const foreign = (await customer()).dock.id
  for (const field of ['shipToId', 'billToId']) {
    const answer = await admin.call(salesApi.createOrder, { body: { ...body, [field]: foreign } })
    expect([answer.status, answer.body.fields]).toEqual([422, { [field]: 'is not an address of the customer' }])
  }
  // A pending order follows changes in the address book; an address that it ships to can't be deleted.
  await admin.do(
    partnersApi.updateAddress,
    {
      params: { id: dock.id },
      body: { kind: 'shipping', name: 'Dock 4', address: 'Harbour Road 10' },
    },
    { version: dock.version },
  )
  expect((await orderOf(chosen.id)).shipTo.name).toBe('Dock 4')
  const refused = await admin.call(partnersApi.deleteAddress, { params: { id: dock.id } })
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([409, 'IN_USE', '2 pending orders go there.'])
})

test('[SO-01, CRM-02] bills to the shipping address of a customer without a main or billing address', async () => {
  const account = await addAccount(admin, { address: null })
  const dock = await addAddress(account.id, 'shipping', 'Dock 3', 'Harbour Road 9')
  const usual = await orderFor(account.id)
  expect([usual.shipTo.id, usual.billTo.id]).toEqual([dock.id, dock.id])
  const { data } = await admin.do(postalAddressesApi.listPostalAddresses, { params: { id: account.id } })
  expect(data.find(({ id }) => id === dock.id)).toMatchObject({ isShippingDefault: true, isBillingDefault: true })
  const books = await addAddress(account.id, 'billing', 'Accounts', 'Ledger Square 2')
  expect((await orderFor(account.id)).billTo.id).toBe(books.id)
})

test('[SO-01, INV-01] a confirmed order and its invoice keep their addresses on screen and in PDFs', async () => {
  const { account, dock } = await customer()
  const { id } = await orderFor(account.id)
  const confirmed = await admin.do(salesApi.confirm, { params: { id }, body: {} })
  const edited = { kind: 'shipping' as const, name: 'Dock 99', address: 'Elsewhere 5' }
  await admin.do(partnersApi.updateAddress, { params: { id: dock.id }, body: edited }, { version: dock.version })
  await admin.do(
    crmApi.updateAccount,
    { params: { id: account.id }, body: { name: account.name, address: 'Moved 7', taxNumber: 'IE7654321X' } },
    { version: account.version },
  )
  expect((await orderOf(id)).shipTo).toEqual({ ...confirmed.shipTo })
  const invoiceId = confirmed.invoice?.id ?? ''
  const invoice = await admin.do(invoicingApi.getInvoice, { params: { id: invoiceId } })
  expect(invoice.shipTo.address).toBe('Harbour Road 9')
  expect(invoice.billTo).toMatchObject({ name: 'Accounts', address: 'Ledger Square 2', taxNumber: 'IE1234567T' })
  const printed = await pdf(invoiceDocumentsApi.printInvoice.path.replace(':id', invoiceId))
  for (const text of ['Ledger Square 2', 'Harbour Road 9', 'Dock 3', 'IE1234567T']) expect(printed).toContain(text)
  expect(printed).not.toContain('Elsewhere')
  // Shipment and delivery note have the order's address.
  const { shipments } = await admin.do(salesApi.ready, { params: { id }, body: {} })
  const shipmentId = shipments[0]?.id ?? ''
  expect(await shipmentOf(scene, shipmentId)).toMatchObject({
    address: 'Dock 3\nHarbour Road 9\nIreland',
    latitude: 51,
  })
  const note = await pdf(
    shipmentDocumentsApi.printShipment.path.replace(':id', shipmentId).replace(':kind', 'delivery-note'),
  )
  expect(note).toContain('Dock 3')
  expect(note).toContain('Harbour Road 9')
  expect(note).toContain('Ireland')
  // So have its stop, the route sheet and the driver's phone, and the proof of delivery.
  const driver = await scene.server.as('driver')
  const route = await plannedRoute(scene, [shipmentId], driver)
  expect(route.routeStops).toMatchObject([{ address: 'Dock 3\nHarbour Road 9\nIreland' }])
  expect(await pdf(`/api/routes/${route.id}/documents/route-sheet`)).toContain('Ireland')
  await admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
  const onPhone = await driver.do(driverApi.getDriverRoute, { params: { id: route.id } })
  const [stop] = onPhone.data.driverStops
  expect(stop?.address).toBe('Dock 3\nHarbour Road 9\nIreland')
  const phone = phoneOf(driver)
  await phone.send(deliveryOf(phone.make, route.id, stop!))
  const proof = await pdf(`/api/shipments/${shipmentId}/proof.pdf`)
  for (const text of ['Dock 3', 'Harbour Road 9', 'Ireland']) expect(proof).toContain(text)
  // The address can be deleted now: the order has its own copy.
  expect((await admin.call(partnersApi.deleteAddress, { params: { id: dock.id } })).status).toBe(204)
  expect((await orderOf(id)).shipTo).toMatchObject({ id: null, name: 'Dock 3', address: 'Harbour Road 9' })
})

test('[SO-01] an order that is pending again keeps its shipping address, even if that was deleted from the address book', async () => {
  const { account, dock, ward } = await customer()
  const again = async (shipToId: string, away: (params: { id: string }) => Promise<unknown>) => {
    const { id } = await orderFor(account.id, { shipToId })
    await away({ id })
    return { id }
  }
  const unconfirmed = await again(dock.id, (params) => admin.do(salesApi.confirm, { params, body: {} }))
  await admin.do(salesApi.startPicking, { params: unconfirmed, body: {} })
  const reopened = await again(ward.id, (params) => admin.do(salesApi.cancel, { params, body: { reason: 'Fair' } }))
  for (const { id } of [dock, ward]) await admin.do(partnersApi.deleteAddress, { params: { id } })
  await admin.do(salesApi.stopPicking, { params: unconfirmed, body: {} })
  const first = await admin.do(salesApi.unconfirm, { params: unconfirmed, body: { reason: 'Other lines' } })
  expect(first.shipTo).toEqual({ id: null, name: 'Dock 3', address: 'Harbour Road 9', country: 'Ireland' })
  expect((await admin.do(salesApi.reopen, { params: reopened, body: {} })).shipTo.address).toBe('Hospital Lane 4')
  // An edit without an address keeps it, and so does confirming and unconfirming again.
  const body = { accountId: account.id, lines: [{ productId: scene.productId, quantity: 2 }] }
  await admin.do(salesApi.updateOrder, { params: unconfirmed, body }, { version: first.version })
  await admin.do(salesApi.confirm, { params: unconfirmed, body: {} })
  const second = await admin.do(salesApi.unconfirm, { params: unconfirmed, body: { reason: 'Once more' } })
  expect([second.shipTo.address, second.newShipTo]).toEqual(['Harbour Road 9', 'dismissed'])
})

test('[SO-01] a deleted order keeps its shipping address on restore if that was deleted, or follows its change', async () => {
  const { account, dock, ward } = await customer()
  const deleted = async (shipToId: string) => {
    const { id } = await orderFor(account.id, { shipToId })
    await admin.do(salesApi.deleteOrder, { params: { id } })
    return id
  }
  const [lost, changed, older] = [await deleted(dock.id), await deleted(ward.id), await deleted(dock.id)]
  // The third order is stored as an older version left a deleted order.
  const { db } = server.database
  await sql`update sales_orders set ship_to = null, bill_to = null where id = ${older}`.execute(db)
  await sql.raw(await readFile('server/db/migrations/0151_addresses_of_deleted_orders.sql', 'utf8')).execute(db)
  await admin.do(partnersApi.deleteAddress, { params: { id: dock.id } })
  const edited = { kind: 'shipping' as const, name: 'Ward B', address: 'Hospital Lane 40' }
  await admin.do(partnersApi.updateAddress, { params: { id: ward.id }, body: edited }, { version: ward.version })
  for (const id of [lost, changed, older])
    await admin.do(deletedApi.restore, { params: { kind: 'salesOrder', id }, body: {} })
  const dockAsItWas = { id: null, name: 'Dock 3', address: 'Harbour Road 9', country: 'Ireland' }
  for (const id of [lost, older]) expect((await orderOf(id)).shipTo).toEqual(dockAsItWas)
  expect((await orderOf(changed)).shipTo).toMatchObject({ id: ward.id, address: 'Hospital Lane 40' })
  const confirmed = await admin.do(salesApi.confirm, { params: { id: lost }, body: {} })
  expect(confirmed.shipTo.address).toBe('Harbour Road 9')
})

test('[SO-01] an order set back to pending follows the address book again', async () => {
  const { account, dock } = await customer()
  const { id } = await orderFor(account.id)
  await admin.do(salesApi.confirm, { params: { id }, body: {} })
  await admin.do(salesApi.unconfirm, { params: { id }, body: { reason: 'Other lines' } })
  const edited = { kind: 'shipping' as const, name: 'Dock 5', address: 'Harbour Road 11' }
  await admin.do(partnersApi.updateAddress, { params: { id: dock.id }, body: edited }, { version: dock.version })
  expect((await orderOf(id)).shipTo.name).toBe('Dock 5')
})

test('[SO-01] the shipping address can be changed until the goods leave, with a reason, by users who may edit orders', async () => {
  const { account, dock, ward } = await customer()
  const order = await orderFor(account.id)
  const params = { id: order.id }
  const change = (version: number, body: object, client = admin) =>
    client.call(
      shipToApi.changeShipTo,
      { params, body: { shipToId: ward.id, reason: 'Ward asked', ...body } },
      { version },
    )
  expect((await change(order.version, {})).body.error).toBe('The order is pending. Edit it instead.')
  const { version, invoice } = await admin.do(salesApi.confirm, { params, body: {} })
  expect((await change(version - 1, {})).status).toBe(412)
  expect((await change(version, { reason: '' })).body.fields).toEqual({ reason: 'is required' })
  const foreign = (await customer()).dock.id
  expect((await change(version, { shipToId: foreign })).body.fields).toEqual({
    shipToId: 'is not an address of the customer',
  })
  expect((await change(version, {}, server.nobody)).status).toBe(401)
  expect((await change(version, {}, scene.driver)).status).toBe(403)
  const nowhere = { params: { id: crypto.randomUUID() }, body: { shipToId: null, reason: 'x' } }
  expect((await admin.call(shipToApi.changeShipTo, nowhere, { version: 1 })).status).toBe(404)
  const changed = (await change(version, {})).body
  expect(changed.shipTo).toMatchObject({ id: ward.id, address: 'Hospital Lane 4' })
  expect((await orderOf(order.id)).timeline[0]).toMatchObject({
    move: 'shipToChanged',
    reason: 'Ward asked',
    changes: [{ field: 'shipTo', from: 'Dock 3, Harbour Road 9, Ireland', to: 'Ward B, Hospital Lane 4, Ireland' }],
  })
  const issued = await admin.do(invoicingApi.getInvoice, { params: { id: invoice?.id ?? '' } })
  expect(issued.shipTo.address).toBe('Harbour Road 9')
  const ready = await admin.do(salesApi.ready, { params, body: {} })
  const shipmentId = ready.shipments[0]?.id ?? ''
  // A stop on a route has a position and a time, so the shipment must be taken off the route first.
  const route = await plannedRoute(scene, [shipmentId])
  expect(route.routeStops[0]).toMatchObject({ address: 'Ward B\nHospital Lane 4\nIreland', latitude: 52 })
  const onRoute = await change((await orderOf(order.id)).version, { shipToId: dock.id })
  expect([onRoute.status, onRoute.body.code]).toEqual([409, 'IN_USE'])
  expect(onRoute.body.error).toContain(route.number)
})

test('[EST-01] an estimate passes its addresses on to the order', async () => {
  const { account, ward } = await customer()
  const estimate = await admin.do(estimatesApi.createEstimate, {
    body: {
      accountId: account.id,
      shipToId: ward.id,
      billToId: null,
      validUntil: inDays(10),
      lines: [{ productId: scene.productId, quantity: 1 }],
    },
  })
  expect([estimate.shipTo.id, estimate.billTo.id]).toEqual([ward.id, null])
  const printed = await pdf(estimatesApi.printEstimate.path.replace(':id', estimate.id))
  for (const text of ['Main Street 1', 'Ward B', 'Hospital Lane 4']) expect(printed).toContain(text)
  const params = { id: estimate.id }
  const copy = await admin.do(estimatesApi.duplicateEstimate, { params, body: {} })
  expect(copy.shipTo.id).toBe(ward.id)
  await admin.do(estimatesApi.sendEstimate, { params, body: { to: 'ward@example.com' } })
  await admin.do(estimatesApi.acceptEstimate, { params, body: { name: 'Ana' } })
  const { order } = await admin.do(estimatesApi.convertEstimate, { params, body: {} })
  const made = await orderOf(order?.id ?? '')
  expect([made.shipTo.id, made.billTo.id]).toEqual([ward.id, null])
})

test('[EST-01] restored or revised estimates keep their shipping address, even if it was deleted from the address book', async () => {
  const { account, dock } = await customer()
  const lines = [{ productId: scene.productId, quantity: 1 }]
  const body = { accountId: account.id, shipToId: dock.id, validUntil: inDays(10), lines }
  const draft = await admin.do(estimatesApi.createEstimate, { body })
  const cancelled = await admin.do(estimatesApi.createEstimate, { body })
  const [params, closed] = [{ id: draft.id }, { id: cancelled.id }]
  await admin.do(estimatesApi.deleteEstimate, { params })
  await admin.do(estimatesApi.cancelEstimate, { params: closed, body: { reason: 'Too dear' } })
  await admin.do(partnersApi.deleteAddress, { params: { id: dock.id } })
  await admin.do(deletedApi.restore, { params: { kind: 'estimate', id: draft.id }, body: {} })

  const dockAsItWas = { id: null, name: 'Dock 3', address: 'Harbour Road 9', country: 'Ireland' }
  const restored = await admin.do(estimatesApi.getEstimate, { params })
  expect([restored.shipTo, restored.isOwnShipTo]).toEqual([dockAsItWas, true])
  const revision = await admin.do(estimatesApi.reviseEstimate, { params: closed, body: {} })
  const copy = await admin.do(estimatesApi.duplicateEstimate, { params, body: {} })
  for (const one of [await admin.do(estimatesApi.getEstimate, { params: closed }), revision, copy])
    expect([one.shipTo, one.isOwnShipTo]).toEqual([dockAsItWas, true])
  // An edit keeps the address or chooses another.
  const { shipToId: _, ...kept } = body
  const edited = await admin.do(estimatesApi.updateEstimate, { params, body: kept }, { version: restored.version })
  expect(edited.shipTo).toEqual(dockAsItWas)
  const main = { ...body, shipToId: null }
  const changed = await admin.do(
    estimatesApi.updateEstimate,
    { params: { id: copy.id }, body: main },
    { version: copy.version },
  )
  expect([changed.shipTo.address, changed.isOwnShipTo]).toEqual(['Main Street 1', false])
  // Its order has the same address, but not marked as entered by the customer.
  await admin.do(estimatesApi.sendEstimate, { params, body: { to: 'ward@example.com' } })
  await admin.do(estimatesApi.acceptEstimate, { params, body: { name: 'Ana' } })
  const { order } = await admin.do(estimatesApi.convertEstimate, { params, body: {} })
  const made = await orderOf(order?.id ?? '')
  expect([made.shipTo, made.newShipTo]).toEqual([dockAsItWas, 'dismissed'])
})

test('[CUS-01] a customer chooses among their own addresses, also for an order that waits for approval', async () => {
  const { account, ward } = await customer()
  const owner = await portalUser(server, admin, account.id)
  const product = await addProduct(admin, await addPlace(admin), { quantity: 50, price: '10.00' })
  const { data } = await owner.do(portalOrdersApi.listAddresses, { query: {} })
  expect(data.map(({ name }) => name)).toEqual([null, 'Dock 3', 'Ward B'])
  const lines = [{ productId: product.id, quantity: 2 }]
  const { order } = await owner.do(portalOrdersApi.placeOrder, { body: { lines, shipToId: ward.id } })
  expect(order?.shipTo).toMatchObject({ id: ward.id, address: 'Hospital Lane 4' })
  const foreign = (await customer()).dock.id
  const refused = await owner.call(portalOrdersApi.placeOrder, { body: { lines, shipToId: foreign } })
  expect([refused.status, refused.body.fields]).toEqual([422, { shipToId: 'is not an address of the customer' }])
  const orderer = await portalUser(server, admin, account.id, 'orderer', '5.00')
  const requested = await orderer.do(portalOrdersApi.placeOrder, { body: { lines, shipToId: ward.id } })
  expect(requested.requisition?.shipTo.id).toBe(ward.id)
  const params = { id: requested.requisition?.id ?? '' }
  const used = await admin.call(partnersApi.deleteAddress, { params: { id: ward.id } })
  expect(used.status).toBe(409)
  expect(used.body.error).toContain('1 order that waits for the customer’s approval would go there.')
  const approved = await owner.do(portalOrdersApi.approve, { params, body: {} })
  expect((await orderOf(approved.order?.id ?? '')).shipTo.id).toBe(ward.id)
})

test("[CUS-01] a customer's chosen address is frozen on confirmation; users who may not order cannot change it", async () => {
  const { account, ward, dock } = await customer()
  const owner = await portalUser(server, admin, account.id)
  const viewer = await portalUser(server, admin, account.id, 'viewer')
  const stranger = await portalUser(server, admin, (await customer()).account.id)
  const product = await addProduct(admin, await addPlace(admin), { quantity: 50, price: '10.00' })
  const lines = [{ productId: product.id, quantity: 2 }]
  const { order } = await owner.do(portalOrdersApi.placeOrder, { body: { lines, shipToId: ward.id } })
  const params = { id: order?.id ?? '' }
  const { version = 0 } = order ?? {}
  const body = { lines, shipToId: dock.id }
  const nobody = clientOf(server.url, '', '')
  const statuses = [
    (await nobody.call(portalOrdersApi.changeOrder, { params, body }, { version })).status,
    (await viewer.call(portalOrdersApi.changeOrder, { params, body }, { version })).status,
    (await stranger.call(portalOrdersApi.changeOrder, { params, body: { lines } }, { version })).status,
    (await owner.call(portalOrdersApi.changeOrder, { params, body: { lines, shipToId: params.id } }, { version }))
      .status,
    (await nobody.call(portalOrdersApi.listAddresses, { query: {} })).status,
    (await viewer.call(portalOrdersApi.placeOrder, { body })).status,
  ]
  expect(statuses).toEqual([401, 403, 404, 422, 401, 403])
  expect((await owner.do(portalOrdersApi.getOrder, { params, query: {} })).shipTo.id).toBe(ward.id)

  const changed = await owner.do(portalOrdersApi.changeOrder, { params, body }, { version })
  expect(changed.shipTo.id).toBe(dock.id)
  await admin.do(salesApi.confirm, { params, body: {} })
  const before = await owner.do(portalOrdersApi.getOrder, { params, query: {} })
  await sql`update addresses set address = 'Moved away 9' where id = ${dock.id}`.execute(server.database.db)
  const after = await owner.do(portalOrdersApi.getOrder, { params, query: {} })
  expect([after.shipTo, after.canChange]).toEqual([before.shipTo, false])
  const { data } = await owner.do(portalOrdersApi.listAddresses, { query: {} })
  expect(data.find(({ id }) => id === dock.id)?.address).toBe('Moved away 9')
})
