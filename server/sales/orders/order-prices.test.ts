import { beforeAll, expect, test } from 'vitest'
import { serviceTypesApi } from '#shared/inventory/catalogue/service-types-api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
})

test('a price entered by a user with permission survives a change by a user without it', async () => {
  const product = await addProduct(admin, await addPlace(admin), { price: '10' })
  const account = await addAccount(admin)
  const line = { productId: product.id, quantity: 2, unitPrice: '7.5' }
  const order = await admin.do(salesApi.createOrder, { body: { accountId: account.id, lines: [line] } })
  const seller = await server.as('sales_rep')
  const change = (unitPrice: string, version: number) =>
    seller.call(
      salesApi.updateOrder,
      {
        params: { id: order.id },
        body: { accountId: account.id, notes: 'Call first', lines: [{ ...line, quantity: 3, unitPrice }] },
      },
      { version },
    )

  const repriced = await change('7.50', order.version)
  expect([repriced.status, repriced.body.total]).toEqual([200, '22.50'])
  const lowered = await change('7.49', order.version + 1)
  expect([lowered.status, lowered.body.fields]).toEqual([
    422,
    { 'lines.0.unitPrice': 'can only be set by people who can edit products' },
  ])
})

test('[SO-02, EST-01] a deleted service stays on documents that use it, but cannot be added to others', async () => {
  const product = await addProduct(admin, await addPlace(admin), { price: '10' })
  const account = await addAccount(admin)
  const service = { name: 'Install', description: null, unit: 'hour', price: '50.00' }
  const { id: serviceTypeId } = await admin.do(serviceTypesApi.createServiceType, { body: service })
  const body = {
    accountId: account.id,
    lines: [{ productId: product.id, quantity: 5 }],
    charges: [{ serviceTypeId, quantity: 2 }],
  }
  const estimateOf = { ...body, validUntil: '2099-01-01' }
  const draft = await admin.do(estimatesApi.createEstimate, { body: estimateOf })
  const estimate = await admin.do(estimatesApi.createEstimate, { body: estimateOf })
  const params = { id: estimate.id }
  await admin.do(estimatesApi.sendEstimate, { params, body: { to: 'buyer@hospital.example' } })
  await admin.do(estimatesApi.acceptEstimate, { params, body: { name: 'Dr. Kone' } })
  const order = await admin.do(salesApi.createOrder, { body })
  await admin.do(serviceTypesApi.deleteServiceType, { params: { id: serviceTypeId } })

  const converted = await admin.do(estimatesApi.convertEstimate, { params, body: {} })
  const made = await admin.do(salesApi.getOrder, { params: { id: converted.order?.id ?? '' } })
  expect([made.total, made.charges.map(({ name, total }) => [name, total])]).toEqual([
    estimate.total,
    [['Install', '100.00']],
  ])
  const edited = await admin.do(
    salesApi.updateOrder,
    { params: { id: order.id }, body: { ...body, notes: 'Call first' } },
    { version: order.version },
  )
  expect(edited.total).toBe(order.total)
  await admin.do(
    estimatesApi.updateEstimate,
    { params: { id: draft.id }, body: { ...estimateOf, notes: 'Call first' } },
    { version: draft.version },
  )
  expect(await admin.call(salesApi.createOrder, { body })).toMatchObject({
    status: 422,
    body: { fields: { 'charges.0.serviceTypeId': 'is not a service type' } },
  })
})
