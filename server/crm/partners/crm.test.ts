import { beforeAll, describe, expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { type Client, startServer } from '#test/server.ts'

let admin: Client
beforeAll(async () => {
  admin = await (await startServer()).as('admin')
})

const full = {
  email: 'desk@example.com',
  phone: '+225 01 02',
  address: '1 Harbour Road',
  country: 'Côte d’Ivoire',
  status: 'inactive' as const,
  labels: ['public', 'priority'],
  notes: 'Calls on Mondays',
}

describe('customers and suppliers', () => {
  test('[CRM-02] store every field, are found by name, code, label and status, and are updated with a version', async () => {
    const made = await admin.do(crmApi.createAccount, {
      body: {
        name: 'Zanzibar Clinic',
        code: 'ZC-1',
        priceTier: 'highVolume',
        paymentTermsDays: 45,
        minShelfLifeDays: 90,
        ...full,
      },
    })
    expect(await admin.do(crmApi.getAccount, { params: { id: made.id } })).toMatchObject({
      name: 'Zanzibar Clinic',
      code: 'ZC-1',
      priceTier: 'highVolume',
      paymentTermsDays: 45,
      minShelfLifeDays: 90,
      orders: 0,
      lastOrderDate: null,
      version: 1,
      ...full,
    })
    const found = async (query: object) => (await admin.do(crmApi.listAccounts, { query })).data.map((one) => one.name)
    expect([
      await found({ q: 'zanz' }),
      await found({ q: 'zc-1' }),
      await found({ label: 'priority' }),
      await found({ status: 'inactive' }),
    ]).toEqual(Array.from({ length: 4 }, () => ['Zanzibar Clinic']))
    const put = (version: number) =>
      admin.call(crmApi.updateAccount, { params: { id: made.id }, body: { name: 'Zanzibar Hospital' } }, { version })
    expect((await put(1)).body).toMatchObject({ name: 'Zanzibar Hospital', version: 2, status: 'active', labels: [] })
    expect((await put(1)).status).toBe(412)

    const supplier = await admin.do(crmApi.createSupplier, { body: { name: 'Acme Pharma', ...full } })
    expect(await admin.do(crmApi.getSupplier, { params: { id: supplier.id } })).toMatchObject({
      name: 'Acme Pharma',
      products: 0,
      ...full,
    })
    expect((await admin.send('POST', '/api/suppliers', { name: 'ACME pharma' })).body.fields).toEqual({
      name: 'is taken',
    })
    expect(
      (await admin.call(crmApi.updateSupplier, { params: { id: supplier.id }, body: { name: 'Acme' } }, { version: 2 }))
        .status,
    ).toBe(412)
  })

  test.each([
    ['name', ''],
    ['email', 'nobody'],
    ['priceTier', 'cheap'],
    ['paymentTermsDays', -1],
    ['paymentTermsDays', 1.5],
    ['labels', 'public'],
    ['lastOrderDate', '2026-01-01'],
  ])('a customer’s %s %j is refused (422)', async (field, value) => {
    const answer = await admin.send('POST', '/api/accounts', { name: 'Someone', [field]: value })
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]])
  })

  test('[CRM-02] a customer’s last order date is the date of the newest order', async () => {
    const place = await addPlace(admin)
    const product = await addProduct(admin, place, { quantity: 5 })
    const account = await addAccount(admin)
    const order = await addOrder(admin, account.id, [[product.id, 1]])
    expect(await admin.do(crmApi.getAccount, { params: { id: account.id } })).toMatchObject({
      orders: 1,
      lastOrderDate: order.orderDate,
    })
  })

  test('deleting a customer, supplier, category or location in use is refused (409) and the reason states the number of uses', async () => {
    const place = await addPlace(admin)
    const product = await addProduct(admin, place, { quantity: 3 })
    const account = await addAccount(admin)
    const order = await addOrder(admin, account.id, [[product.id, 1]])
    const inUse = [
      await admin.call(crmApi.deleteAccount, { params: { id: account.id } }),
      await admin.call(crmApi.deleteSupplier, { params: { id: place.supplier.id } }),
      await admin.call(inventoryApi.deleteCategory, { params: { id: place.category.id } }),
      await admin.call(inventoryApi.deleteLocation, { params: { id: place.warehouse.id } }),
    ]
    expect(inUse.map((answer) => [answer.status, answer.body.code])).toEqual(
      Array.from({ length: 4 }, () => [409, 'IN_USE']),
    )
    expect(inUse.every((answer) => /\d/.test(answer.body.error))).toBe(true)
    const whyNot = await Promise.all([
      admin.do(crmApi.getAccountDeletion, { params: { id: account.id } }),
      admin.do(crmApi.getSupplierDeletion, { params: { id: place.supplier.id } }),
    ])
    expect(whyNot, 'said before in the same words').toEqual(
      inUse.slice(0, 2).map((answer) => ({ reason: answer.body.error })),
    )
    await admin.do(salesApi.deleteOrder, { params: { id: order.id } })
    expect(await admin.do(crmApi.getAccountDeletion, { params: { id: account.id } })).toEqual({ reason: null })
    expect((await admin.call(crmApi.deleteAccount, { params: { id: account.id } })).status).toBe(204)
    expect((await admin.call(crmApi.getAccount, { params: { id: account.id } })).status).toBe(404)
    for (const path of ['accounts', 'suppliers'])
      for (const id of [account.id, 'none'])
        expect((await admin.send('GET', `/api/${path}/${id}/deletion`)).status, `${path} ${id}`).toBe(404)
  })

  test('[CAT-01] a category needs a name; its description is optional', async () => {
    const plain = await admin.do(inventoryApi.createCategory, { body: { name: 'Gloves' } })
    expect(plain).toMatchObject({ name: 'Gloves', description: null, products: 0, version: 1 })
    const named = await admin.do(
      inventoryApi.updateCategory,
      { params: { id: plain.id }, body: { name: 'Gloves', description: 'Nitrile and latex' } },
      { version: 1 },
    )
    expect(named).toMatchObject({ description: 'Nitrile and latex', version: 2 })
    expect((await admin.send('POST', '/api/categories', { description: 'Nameless' })).body.fields).toEqual({
      name: 'is required',
    })
    expect((await admin.call(inventoryApi.deleteCategory, { params: { id: plain.id } })).status).toBe(204)
    expect((await admin.do(inventoryApi.listCategories, { query: { q: 'glov' } })).data).toEqual([])
  })

  test('a location has both coordinates or none', async () => {
    const half = await admin.send('POST', '/api/locations', { name: 'Harbour', type: 'Factory', latitude: 5.3 })
    expect(half.body.fields).toEqual({ longitude: 'is required together with the latitude' })
    const body = { name: 'Harbour', type: 'Factory', latitude: 5.3, longitude: -4.01, address: 'Quay 2' } as const
    expect(await admin.do(inventoryApi.createLocation, { body })).toMatchObject(body)
    expect((await admin.send('POST', '/api/locations', { ...body, name: 'Off the map', latitude: 91 })).status).toBe(
      422,
    )
    expect((await admin.send('POST', '/api/locations', { ...body, name: 'Shop', type: 'Shop' })).status).toBe(422)
  })
})
