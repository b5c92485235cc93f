import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import type { PortalRole } from '#shared/portal/portal-user.ts'
import { accountShelvesApi, shelfApi } from '#shared/portal/shelf-api.ts'
import { shelfProductsApi } from '#shared/portal/shelf-products-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { addLots, advance, confirmed, inDays, packCancelAndConfirm } from '#test/lots.ts'
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

const query = {}
const moment = (secondsAgo = 0) => new Date(Date.now() - secondsAgo * 1000).toISOString()

/** A customer whose ward should have 40 pieces of a product in packs of 10, at 10.00 each. */
async function ward(role: PortalRole = 'owner', limit: string | null = null) {
  const account = await addAccount(admin)
  const user = await portalUser(server, admin, account.id, role, limit)
  const product = await addProduct(admin, place, { quantity: 1000 })
  const body = { name: 'Ward 3', items: [{ productId: product.id, par: 40 }] }
  const { data } = await user.do(shelfApi.addShelf, { body })
  const id = data[0]?.id ?? ''
  const countOf = (counted: number, more: { countId?: string; countedAt?: string } = {}) => ({
    params: { id },
    body: { countId: randomUUID(), countedAt: moment(), lines: [{ productId: product.id, counted }], ...more },
  })
  const shown = async () => (await user.do(shelfApi.listShelves, { query })).data[0]
  return { account, user, product, id, countOf, shown }
}

test('[CUS-01] a shelf stores its par levels; the office sees and changes the same shelf', async () => {
  const { account, user, product, id } = await ward()
  const office = await admin.do(accountShelvesApi.listAccountShelves, { params: { id: account.id } })
  expect(office.data).toMatchObject([
    { id, name: 'Ward 3', items: [{ par: 40, unit: 'piece', packSize: 10, counted: null, topUp: null, onOrder: 0 }] },
  ])
  const other = await addProduct(admin, place)
  const items = [
    { productId: other.id, par: 5, unit: 'pack' as const },
    { productId: product.id, par: 60 },
  ]
  const params = { id: account.id, shelfId: id }
  const change = (version: number) =>
    admin.call(accountShelvesApi.changeAccountShelf, { params, body: { name: 'Ward 4', items } }, { version })
  expect((await change(9)).status).toBe(412)
  expect((await change(1)).status).toBe(200)
  const { data } = await user.do(shelfApi.listShelves, { query })
  expect(data[0]?.items.map((item) => [item.product.id, item.par, item.unit])).toEqual([
    [other.id, 5, 'pack'],
    [product.id, 60, 'piece'],
  ])
  const add = (body: object) => user.send('POST', '/api/customer-portal/shelves', body)
  expect((await add({ name: 'ward 4', items: [] })).status).toBe(409)
  const wrong = [
    { name: '', items: [] },
    { name: 'A', items: [{ productId: product.id, par: 0 }] },
    { name: 'A', items: [{ productId: randomUUID(), par: 1 }] },
    { name: 'A', items: [...items, { productId: other.id, par: 1 }] },
    { name: 'A', items: [], colour: 'red' },
  ]
  for (const body of wrong) expect([body, (await add(body)).status]).toEqual([body, 422])
  expect(
    (
      await admin.call(accountShelvesApi.addAccountShelf, {
        params: { id: randomUUID() },
        body: { name: 'A', items: [] },
      })
    ).status,
  ).toBe(404)
  await admin.do(accountShelvesApi.removeAccountShelf, { params })
  expect((await user.do(shelfApi.listShelves, { query })).data).toEqual([])
  expect((await user.call(shelfApi.removeShelf, { params: { id } })).status).toBe(404)
})

test('[CUS-01] a count proposes a top-up in whole packs minus what is on order; it can be ordered once, within the limit', async () => {
  const { user, product, countOf, shown } = await ward('orderer', '500.00')
  const count = countOf(13)
  await user.do(shelfApi.sendCount, count)
  expect(await shown()).toMatchObject({
    isOrdered: false,
    lastCount: { id: count.body.countId },
    items: [{ counted: 13, onOrder: 0, topUp: 30 }],
  })
  const order = (shelfCountId: string) =>
    user.call(portalOrdersApi.placeOrder, {
      body: { lines: [{ productId: product.id, quantity: 30 }], shelfCountId },
    })
  // Two requests order from it at the same time.
  const statuses = (await Promise.all([order(count.body.countId), order(count.body.countId)])).map((one) => one.status)
  expect(statuses.toSorted()).toEqual([201, 409])
  expect(await shown()).toMatchObject({ isOrdered: true, items: [{ onOrder: 30, topUp: 0 }] })
  const { data } = await user.do(portalOrdersApi.listOrders, { query })
  expect(data).toHaveLength(1)
  // It arrives after the count, so the count doesn't include it; the next one does.
  const params = { id: data[0]?.id ?? '' }
  await admin.do(salesApi.confirm, { params, body: {} })
  await advance(admin, params.id, 'DELIVERED')
  expect(await shown()).toMatchObject({ items: [{ onOrder: 30, topUp: 0 }] })
  await user.do(shelfApi.sendCount, countOf(41))
  expect(await shown()).toMatchObject({ items: [{ counted: 41, onOrder: 0, topUp: 0 }] })
  expect((await order(randomUUID())).status).toBe(404)
})

test('[CUS-01] a top-up above the limit waits for an owner and counts as ordered; if declined, it can be ordered again', async () => {
  const { account, user, product, countOf, shown } = await ward('orderer', '50.00')
  const owner = await portalUser(server, admin, account.id)
  const count = countOf(0)
  await user.do(shelfApi.sendCount, count)
  const order = () =>
    user.do(portalOrdersApi.placeOrder, {
      body: { lines: [{ productId: product.id, quantity: 40 }], shelfCountId: count.body.countId },
    })
  const { requisition } = await order()
  expect(await shown()).toMatchObject({ isOrdered: true, items: [{ onOrder: 40, topUp: 0 }] })
  const refusal = { params: { id: requisition?.id ?? '' }, body: { reason: 'Too early' } }
  await owner.do(portalOrdersApi.decline, refusal)
  expect(await shown()).toMatchObject({ isOrdered: false, items: [{ onOrder: 0, topUp: 40 }] })
  const again = await order()
  const { order: placed } = await owner.do(portalOrdersApi.approve, {
    params: { id: again.requisition?.id ?? '' },
    body: {},
  })
  expect(await shown()).toMatchObject({ isOrdered: true, items: [{ onOrder: 40, topUp: 0 }] })
  await owner.do(portalOrdersApi.cancelOrder, { params: { id: placed?.id ?? '' }, body: { reason: 'Not needed' } })
  expect(await shown()).toMatchObject({ isOrdered: false, items: [{ onOrder: 0, topUp: 40 }] })
})

test('[CUS-01] a count sent from several devices is stored once; an older count that arrives later changes nothing', async () => {
  const { account, user, countOf, shown } = await ward()
  const nurse = await portalUser(server, admin, account.id, 'orderer')
  const count = countOf(7, { countedAt: moment(60) })
  const sent = await Promise.all([user, nurse, user].map((client) => client.call(shelfApi.sendCount, count)))
  expect(sent.map((one) => one.status)).toEqual([201, 201, 201])
  await nurse.do(shelfApi.sendCount, countOf(30, { countedAt: moment(600) }))
  expect(await shown()).toMatchObject({ lastCount: { id: count.body.countId }, items: [{ counted: 7 }] })
  // A count time in the future, from a device clock that is ahead, is treated as now.
  await nurse.do(shelfApi.sendCount, countOf(9, { countedAt: moment(-3600) }))
  await user.do(shelfApi.sendCount, countOf(8))
  expect((await shown())?.items[0]?.counted).toBe(8)
  const late = await user.call(shelfApi.sendCount, countOf(1, { countedAt: moment(15 * 86_400) }))
  expect(late.status).toBe(409)
})

test("[CUS-01] refuses counts by viewers, for other customers' shelves, with duplicate or unknown products", async () => {
  const { account, user, product, countOf, id } = await ward()
  const viewer = await portalUser(server, admin, account.id, 'viewer')
  const stranger = await ward()
  expect((await server.nobody.call(shelfApi.sendCount, countOf(1))).status).toBe(401)
  expect((await viewer.call(shelfApi.sendCount, countOf(1))).status).toBe(403)
  expect((await stranger.user.call(shelfApi.sendCount, countOf(1))).status).toBe(404)
  const send = (lines: object[]) =>
    user.send(
      'POST',
      `/api/customer-portal/shelves/${id}/counts`,
      { countId: randomUUID(), countedAt: moment(), lines },
      { 'idempotency-key': randomUUID() },
    )
  const line = { productId: product.id, counted: 1 }
  for (const [lines, fields] of [
    [[], { lines: 'needs at least one line' }],
    [[line, line], { 'lines.1.productId': 'is counted twice' }],
    [[{ ...line, counted: -1 }], { 'lines.0.counted': 'must not be negative' }],
    [[line, { ...line, productId: randomUUID() }], { 'lines.1.productId': 'is not a product' }],
  ] as const)
    expect((await send([...lines])).body.fields).toEqual(fields)
  // The id of another customer's count has no effect, here or there.
  const theirs = stranger.countOf(5)
  await stranger.user.do(shelfApi.sendCount, theirs)
  expect((await user.call(shelfApi.sendCount, countOf(6, { countId: theirs.body.countId }))).status).toBe(404)
  const lines = [{ productId: product.id, quantity: 10 }]
  const placed = await user.call(portalOrdersApi.placeOrder, { body: { lines, shelfCountId: theirs.body.countId } })
  expect(placed.status).toBe(404)
})

test('[CUS-01] shows lots that expire soon on the shelf, calculated from delivered lots and the count', async () => {
  const { account, user } = await ward()
  const { product } = await addLots(admin, place, [
    ['SOON', 20, 30],
    ['LATER', 60, 30],
    ['NEXT-YEAR', 400, 30],
  ])
  const { id: orderId } = await confirmed(admin, account.id, [[product.id, 90]])
  await packCancelAndConfirm(admin, orderId)
  await advance(admin, orderId, 'DELIVERED')
  const { orderLines } = await user.do(portalOrdersApi.getOrder, { params: { id: orderId } })
  expect(orderLines[0]?.lots.map((one) => [one.lotNumber, one.quantity])).toEqual([
    ['SOON', 30],
    ['LATER', 30],
    ['NEXT-YEAR', 30],
  ])
  const { data } = await user.do(shelfApi.addShelf, {
    body: { name: 'Theatre', items: [{ productId: product.id, par: 90 }] },
  })
  const id = data.find((one) => one.name === 'Theatre')?.id ?? ''
  const count = async (counted: number) => {
    const body = { countId: randomUUID(), countedAt: moment(), lines: [{ productId: product.id, counted }] }
    const { data: shelves } = await user.do(shelfApi.sendCount, { params: { id }, body })
    return shelves.find((one) => one.id === id)?.items[0]?.expiring
  }
  // The lots that expire first are assumed to be used first.
  expect(await count(70)).toEqual([
    { lotNumber: 'SOON', expiryDate: inDays(20), quantity: 10 },
    { lotNumber: 'LATER', expiryDate: inDays(60), quantity: 30 },
  ])
  expect(await count(40)).toEqual([{ lotNumber: 'LATER', expiryDate: inDays(60), quantity: 10 }])
  expect(await count(30)).toEqual([])
  const sold = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
  expect(sold.onHand).toBe(0)
})

test('[CUS-01] finds the products of pasted rows by SKU, barcode and name, case-insensitively', async () => {
  const { user } = await ward()
  const duplicateName = `Cannula ${randomUUID()}`
  const [one, two] = [
    await addProduct(admin, place, { name: `Gauze ${randomUUID()}`, barcode: `B${randomUUID().slice(0, 12)}` }),
    await addProduct(admin, place, { name: duplicateName }),
  ]
  const three = await addProduct(admin, place, { name: duplicateName.toUpperCase() })
  const deleted = await addProduct(admin, place)
  await sql`update items set deleted_at = now() where id = ${deleted.id}`.execute(server.database.db)
  const names = [
    one.sku.toLowerCase(),
    one.barcode ?? '',
    one.name.toUpperCase(),
    duplicateName,
    deleted.sku,
    'None such',
  ]
  const { data } = await user.do(shelfProductsApi.findProducts, { body: { names } })
  const found = data.map((all) => all.map(({ id }) => id).toSorted())
  expect(found).toEqual([[one.id], [one.id], [one.id], [two.id, three.id].toSorted(), [], []])
  expect(data[0]).toEqual([{ id: one.id, name: one.name, sku: one.sku, packSize: 10 }])
  expect((await admin.do(shelfProductsApi.findForOffice, { body: { names } })).data).toEqual(data)
  const wrong = [{}, { names: [] }, { names: [''] }, { names: ['x'.repeat(201)] }, { names: ['a'], colour: 'red' }]
  for (const body of wrong) {
    expect((await user.send('POST', '/api/customer-portal/shelf-products', body)).status).toBe(422)
    expect((await admin.send('POST', '/api/shelf-products', body)).status).toBe(422)
  }
})
