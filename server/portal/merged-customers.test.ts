import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { mergeApi } from '#shared/crm/partners/merge-api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { accountConsignmentApi, consignmentApi } from '#shared/portal/consignment-api.ts'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import { portalRecallsApi } from '#shared/portal/recalls-api.ts'
import { shelfApi } from '#shared/portal/shelf-api.ts'
import { portalUsersApi } from '#shared/portal/users-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, deliveredOrder } from '#test/builders.ts'
import { consignmentOf } from '#test/consignment.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { addLots } from '#test/lots.ts'
import { portalUser } from '#test/portal.ts'
import { startServer } from '#test/server.ts'
import { listen, until } from '#test/socket.ts'

const query = {}

test('[CUS-01, CRM-02] after a merge of two customers, the portal shows shelves, consignments, counts and recalls of both', async () => {
  const server = await startServer({ rateLimits: false })
  const admin = await server.as('admin')
  const place = await addPlace(admin)
  const { product, lot } = await addLots(
    admin,
    place,
    [
      ['R-1', 100, 6],
      ['C-1', 300, 200],
    ],
    { price: '10.00' },
  )
  const side = async (counted: number) => {
    const account = await addAccount(admin)
    const owner = await portalUser(server, admin, account.id)
    await deliveredOrder(admin, account.id, [[product.id, 3]])
    const body = { name: 'Ward 3', items: [{ productId: product.id, par: 20 }] }
    const { data } = await owner.do(shelfApi.addShelf, { body })
    const shelf = data[0]?.id ?? ''
    const countId = randomUUID()
    await owner.do(shelfApi.sendCount, {
      params: { id: shelf },
      body: { countId, countedAt: new Date().toISOString(), lines: [{ productId: product.id, counted }] },
    })
    const consignment = await consignmentOf(admin, place, account.id, product.id, lot('C-1'))
    const countedAt = new Date().toISOString()
    const used = { countId: randomUUID(), countedAt, lines: [{ lotId: lot('C-1'), counted: 15 }] }
    await owner.do(consignmentApi.countConsignment, { params: { id: consignment }, body: used })
    return { account, owner, shelf, countId, consignment, used: used.countId }
  }
  const [primary, other] = [await side(4), await side(7)]
  const { recall } = await admin.do(recallsApi.startRecall, {
    body: { lotIds: [lot('R-1')], reason: 'Fault', instruction: 'Send back' },
  })
  const read = (id: string) => admin.do(crmApi.getAccount, { params: { id } })
  const merged = await admin.call(
    mergeApi.mergeAccounts,
    {
      params: { id: primary.account.id },
      body: { otherId: other.account.id, otherVersion: (await read(other.account.id)).version, take: [] },
    },
    { version: (await read(primary.account.id)).version },
  )
  expect(merged.status).toBe(200)

  // Users of both see the same, and the moved shelf has the name of its former customer added.
  for (const { owner } of [primary, other]) {
    const { data: shelves } = await owner.do(shelfApi.listShelves, { query })
    expect(shelves.map(({ id, items }) => [id, items[0]?.counted]).toSorted()).toEqual(
      [
        [primary.shelf, 4],
        [other.shelf, 7],
      ].toSorted(),
    )
    expect(new Set(shelves.map(({ name }) => name)).size).toBe(2)
    const { data: places, counts } = await owner.do(consignmentApi.listConsignments, { query })
    expect(places.map(({ id }) => id).toSorted()).toEqual([primary.consignment, other.consignment].toSorted())
    expect(counts.map(({ id, status }) => [id, status]).toSorted()).toEqual(
      [
        [primary.used, 'To review'],
        [other.used, 'To review'],
      ].toSorted(),
    )
    const { data: recalls } = await owner.do(portalRecallsApi.listRecalls, { query })
    expect(recalls.map(({ id }) => id)).toEqual([recall.id])
  }
  // The top-up from the merged customer's count is ordered for the remaining customer.
  const { order } = await primary.owner.do(portalOrdersApi.placeOrder, {
    body: { lines: [{ productId: product.id, quantity: 20 }], shelfCountId: other.countId },
  })
  const sold = await admin.do(salesApi.getOrder, { params: { id: order?.id ?? '' } })
  expect(sold).toMatchObject({ account: { id: primary.account.id }, status: 'PENDING' })
  expect(sold.orderLines.map((line) => [line.product.id, line.quantity])).toEqual([[product.id, 20]])
  const { data: after } = await other.owner.do(shelfApi.listShelves, { query })
  expect(after.find(({ id }) => id === other.shelf)?.isOrdered).toBe(true)
  // A consignment count from before the merge is posted and invoiced to the remaining customer.
  const posted = await admin.call(accountConsignmentApi.postConsignmentCount, { params: { id: other.used }, body: {} })
  expect(posted.status).toBe(200)
  const { data: invoices } = await admin.do(invoicingApi.listInvoices, { query: { account: primary.account.id } })
  expect(invoices.map(({ total }) => total).toSorted()).toEqual(['30.00', '30.00', '50.00'])
  expect(await brokenInvariants(server.database.db)).toEqual({})
})

test('[CUS-01, CRM-02] after a merge the portal lists each email once, and reconnected pages get events of the new customer', async () => {
  const server = await startServer({ rateLimits: false })
  const admin = await server.as('admin')
  const [one, other] = [await addAccount(admin), await addAccount(admin)]
  const [owner, joining] = [await portalUser(server, admin, one.id), await portalUser(server, admin, other.id)]
  const invite = (by: typeof owner, email: string) =>
    by.do(portalUsersApi.inviteUser, { body: { name: 'Same', email, role: 'viewer' } })
  await invite(joining, owner.email)
  await invite(owner, joining.email)
  const open = await listen(server.url, joining.cookie)
  const [into, from] = await Promise.all([one, other].map(({ id }) => admin.do(crmApi.getAccount, { params: { id } })))
  const body = { otherId: other.id, otherVersion: from!.version, take: [] }
  await admin.do(mergeApi.mergeAccounts, { params: { id: one.id }, body }, { version: into!.version })
  const { data } = await owner.do(portalUsersApi.listUsers, { query: {} })
  expect(data.map(({ email, role }) => [email, role]).toSorted()).toEqual(
    [owner, joining].map(({ email }) => [email, 'owner']).toSorted(),
  )
  await open.ended
  const again = await listen(server.url, joining.cookie)
  const product = await addProduct(admin, await addPlace(admin), { quantity: 5 })
  const order = await addOrder(admin, one.id, [[product.id, 1]])
  await until(() => again.received.some(({ payload }) => payload['salesOrderId'] === order.id))
})
