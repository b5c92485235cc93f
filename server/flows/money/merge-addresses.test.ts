import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { mergeApi } from '#shared/crm/partners/merge-api.ts'
import { accountPartsApi } from '#shared/crm/partners/partners-api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { patient, startServer } from '#test/server.ts'

const today = new Date().toISOString().slice(0, 10)

async function scene() {
  const admin = patient(await (await startServer()).as('admin'))
  const product = await addProduct(admin, await addPlace(admin), { quantity: 100 })
  const north = await addAccount(admin, { name: 'Lakeside North', address: '1 North Road', country: 'Ghana' })
  const south = await addAccount(admin, { name: 'Lakeside South', address: '2 South Road', country: 'Togo' })
  const orders = {
    north: await addOrder(admin, north.id, [[product.id, 1]]),
    south: await addOrder(admin, south.id, [[product.id, 1]]),
  }
  const account = (id: string) => admin.do(crmApi.getAccount, { params: { id } })
  async function merge(take: 'address'[]) {
    const other = await account(south.id)
    const body = { otherId: south.id, otherVersion: other.version, take }
    await admin.do(
      mergeApi.mergeAccounts,
      { params: { id: north.id }, body },
      { version: (await account(north.id)).version },
    )
  }
  const shipTo = async (id: string) => (await admin.do(salesApi.getOrder, { params: { id } })).shipTo
  return { admin, product, north, south, orders, merge, shipTo }
}

test('[CRM-02] [SO-01] after a merge, pending orders and estimates keep their former shipping address', async () => {
  const { admin, product, north, south, orders, merge, shipTo } = await scene()
  const input = { accountId: south.id, validUntil: addDays(today, 9), lines: [{ productId: product.id, quantity: 1 }] }
  const { id } = await admin.do(estimatesApi.createEstimate, { body: input })
  await merge([])
  expect(await shipTo(orders.north.id)).toMatchObject({ id: null, address: '1 North Road' })
  const former = { address: '2 South Road', country: 'Togo' }
  expect(await shipTo(orders.south.id)).toMatchObject(former)
  expect(await admin.do(estimatesApi.getEstimate, { params: { id } })).toMatchObject({ shipTo: former, billTo: former })
  const { data } = await admin.do(accountPartsApi.listAddresses, { params: { id: north.id } })
  expect(data).toMatchObject([{ kind: 'other', name: 'Lakeside South', ...former }])
  const later = await addOrder(admin, north.id, [[product.id, 1]])
  expect(await shipTo(later.id)).toMatchObject({ id: null, address: '1 North Road' })
})

test('[CRM-02] [SO-01] if the other customer’s address is taken, orders of the remaining customer keep their old address', async () => {
  const { orders, merge, shipTo } = await scene()
  await merge(['address'])
  expect(await shipTo(orders.north.id)).toMatchObject({ address: '1 North Road', country: 'Ghana' })
  expect(await shipTo(orders.south.id)).toMatchObject({ id: null, address: '2 South Road', country: 'Togo' })
})
