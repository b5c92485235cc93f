import { beforeAll, expect, test } from 'vitest'
import { roleDefaults } from '#shared/access/roles.ts'
import { partnersApi } from '#shared/crm/partners/partners-api.ts'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { shipToApi } from '#shared/sales/orders/ship-to-api.ts'
import { addAccount, addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { portalUser } from '#test/portal.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  admin = await server.as('admin')
  place = await addPlace(admin)
})

const newShipTo = { name: 'Outpatient tent', address: '7 Quarry Road\nKumasi', country: 'Ghana' }

async function customer() {
  const account = await addAccount(admin, { address: '1 Harbour Street', country: 'Ghana' })
  const product = await addProduct(admin, place, { quantity: 100 })
  const owner = await portalUser(server, admin, account.id)
  return { account, owner, lines: [{ productId: product.id, quantity: 2 }] }
}
const addressesOf = async (id: string) => (await admin.send('GET', `/api/accounts/${id}/addresses`)).body

test('[CUS-01, CRM-02] a new portal address ships with its order, stays after confirmation, and the office can save it once', async () => {
  const { account, owner, lines } = await customer()
  const { order } = await owner.do(portalOrdersApi.placeOrder, { body: { lines, newShipTo } })
  const params = { id: order?.id ?? '' }
  expect(order).toMatchObject({ shipTo: { id: null, ...newShipTo }, isNewShipTo: true })
  expect(await admin.do(salesApi.getOrder, { params })).toMatchObject({
    newShipTo: 'open',
    shipTo: { id: null, ...newShipTo },
    billTo: { address: '1 Harbour Street' },
  })
  const confirmed = await admin.do(salesApi.confirm, { params, body: {} })
  expect(confirmed).toMatchObject({ newShipTo: 'open', shipTo: newShipTo })

  const seller = await server.as('sales_rep', { ...roleDefaults.sales_rep, crm: { view: true } })
  expect((await seller.call(shipToApi.addNewShipTo, { params })).status).toBe(403)
  expect((await owner.call(shipToApi.addNewShipTo, { params })).status).toBe(403)
  const added = await admin.do(shipToApi.addNewShipTo, { params })
  expect(added).toMatchObject({ newShipTo: null, shipTo: newShipTo, status: 'CONFIRMED' })
  const { timeline } = await admin.do(salesApi.getOrder, { params })
  expect(timeline.map(({ move }) => move)).toContain('newAddressAdded')
  expect(await addressesOf(account.id)).toMatchObject({
    data: [{ id: added.shipTo.id, kind: 'shipping', ...newShipTo }],
  })
  expect((await admin.call(shipToApi.addNewShipTo, { params })).status).toBe(409)
  expect((await admin.call(shipToApi.dismissNewShipTo, { params })).status).toBe(409)

  // With other spacing and case it is the same address.
  const again = { ...newShipTo, address: '7 quarry road   KUMASI' }
  const second = await owner.do(portalOrdersApi.placeOrder, { body: { lines, newShipTo: again } })
  expect(second.order).toMatchObject({ shipTo: { id: added.shipTo.id }, isNewShipTo: false })
})

test('[CUS-01, SO-01] an order keeps an address that the office added to the customer and later deleted', async () => {
  const { owner, lines } = await customer()
  const { order } = await owner.do(portalOrdersApi.placeOrder, { body: { lines, newShipTo } })
  const params = { id: order?.id ?? '' }
  await admin.do(salesApi.confirm, { params, body: {} })
  const { shipTo } = await admin.do(shipToApi.addNewShipTo, { params })
  await admin.do(partnersApi.deleteAddress, { params: { id: shipTo.id ?? '' } })
  const pending = await admin.do(salesApi.unconfirm, { params, body: { reason: 'Other lines' } })
  expect(pending.shipTo).toEqual({ id: null, ...newShipTo })
})

test('[CUS-01, SO-01] a dismissed address stays on its order through edits until another is chosen; refuses invalid addresses', async () => {
  const { account, owner, lines } = await customer()
  const { order } = await owner.do(portalOrdersApi.placeOrder, { body: { lines, newShipTo } })
  const params = { id: order?.id ?? '' }
  const ignored = await admin.do(shipToApi.dismissNewShipTo, { params })
  expect(ignored).toMatchObject({ newShipTo: 'dismissed', shipTo: { id: null, ...newShipTo } })
  expect(await addressesOf(account.id)).toMatchObject({ data: [] })
  const body = { accountId: account.id, lines, charges: [], discount: null, reference: 'Edited', notes: null }
  const edited = await admin.do(salesApi.updateOrder, { params, body }, { version: ignored.version })
  expect(edited).toMatchObject({ newShipTo: 'dismissed', shipTo: newShipTo })
  const changed = await owner.do(
    portalOrdersApi.changeOrder,
    { params, body: { lines, newShipTo: { ...newShipTo, name: null } } },
    { version: edited.version },
  )
  expect(changed).toMatchObject({ isNewShipTo: true, shipTo: { name: null } })
  const shown = await admin.do(salesApi.getOrder, { params })
  expect(shown.newShipTo).toBe('open')
  const chosen = await admin.do(salesApi.updateOrder, { params, body: { ...body, shipToId: null } }, shown)
  expect(chosen).toMatchObject({ newShipTo: null, shipTo: { id: null, address: '1 Harbour Street' } })

  const placeOrder = (more: object) => owner.call(portalOrdersApi.placeOrder, { body: { lines, ...more } })
  expect((await placeOrder({ newShipTo: { address: ' ' } })).status).toBe(422)
  expect((await placeOrder({ newShipTo: { ...newShipTo, kind: 'billing' } })).status).toBe(422)
  expect((await placeOrder({ newShipTo, shipToId: null })).body).toMatchObject({
    fields: { newShipTo: expect.any(String) },
  })
  const office = { ...body, newShipTo }
  expect((await admin.call(salesApi.createOrder, { body: office })).status).toBe(422)
})

test('[CUS-01] an order that waits for approval keeps the entered address until it is placed', async () => {
  const { account, owner, lines } = await customer()
  const buyer = await portalUser(server, admin, account.id, 'orderer', '0.01')
  const { requisition } = await buyer.do(portalOrdersApi.placeOrder, { body: { lines, newShipTo } })
  expect(requisition).toMatchObject({ status: 'Waiting', shipTo: newShipTo })
  const approved = await owner.do(portalOrdersApi.approve, { params: { id: requisition?.id ?? '' }, body: {} })
  const order = await admin.do(salesApi.getOrder, { params: { id: approved.order?.id ?? '' } })
  expect(order).toMatchObject({ newShipTo: 'open', shipTo: newShipTo })
})

test('[CUS-01, CRM-02] of concurrent decisions on an address only one succeeds; unknown orders are not found', async () => {
  const { account, owner, lines } = await customer()
  const { order } = await owner.do(portalOrdersApi.placeOrder, { body: { lines, newShipTo } })
  const params = { id: order?.id ?? '' }
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => admin.call(shipToApi.addNewShipTo, { params })),
    admin.call(shipToApi.dismissNewShipTo, { params }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409, 409])
  const { data } = (await addressesOf(account.id)) as unknown as { data: unknown[] }
  expect(data).toHaveLength(answers[6]?.status === 200 ? 0 : 1)
  const unknown = { params: { id: crypto.randomUUID() } }
  expect((await admin.call(shipToApi.addNewShipTo, unknown)).status).toBe(404)
  expect((await admin.call(shipToApi.dismissNewShipTo, unknown)).status).toBe(404)
})
