import { beforeAll, expect, test } from 'vitest'
import { serviceTypesApi } from '#shared/inventory/catalogue/service-types-api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { type Client, startServer } from '#test/server.ts'

let admin: Client
beforeAll(async () => {
  admin = await (await startServer()).as('admin')
})

test('[SVC-01] creates, searches, deletes and restores service types; updating needs the current version', async () => {
  const body = { name: 'Installation', unit: 'hour', price: '85.5', description: 'On site' }
  const made = await admin.do(serviceTypesApi.createServiceType, { body })
  expect(made).toMatchObject({ name: 'Installation', unit: 'hour', price: '85.50', description: 'On site', version: 1 })
  const duplicate = await admin.call(serviceTypesApi.createServiceType, { body: { ...body, name: 'installation' } })
  expect([duplicate.status, duplicate.body.fields]).toEqual([409, { name: 'is taken' }])
  const params = { id: made.id }
  const change = { name: 'Training', unit: 'visit', price: '0.0125' }
  expect((await admin.call(serviceTypesApi.updateServiceType, { params, body: change })).status).toBe(428)
  expect((await admin.call(serviceTypesApi.updateServiceType, { params, body: change }, { version: 4 })).status).toBe(
    412,
  )
  const saved = await admin.do(serviceTypesApi.updateServiceType, { params, body: change }, { version: 1 })
  expect(saved).toMatchObject({ name: 'Training', price: '0.0125', description: null, version: 2 })
  const list = async (q: string) => (await admin.do(serviceTypesApi.listServiceTypes, { query: { q } })).data
  expect(await list('train')).toEqual([saved])
  expect((await admin.call(serviceTypesApi.deleteServiceType, { params })).status).toBe(204)
  expect(await list('train')).toEqual([])
  expect((await admin.call(serviceTypesApi.deleteServiceType, { params })).status).toBe(404)
  const restored = await admin.call(deletedApi.restore, { params: { kind: 'serviceType', id: made.id }, body: {} })
  expect(restored.status).toBe(200)
  expect((await list('train')).map(({ id }) => id)).toEqual([made.id])
})

test('[SVC-01] validates name, unit and price', async () => {
  const call = (body: object) => admin.call(serviceTypesApi.createServiceType, { body: body as never })
  expect((await call({ name: '', unit: '', price: 'x' })).body.fields).toEqual({
    name: 'is required',
    unit: 'is required',
    price: 'is not an amount with at most 4 decimals',
  })
  expect((await call({ name: 'A', unit: 'h', price: '-1' })).body.fields).toEqual({ price: 'must not be negative' })
  expect((await call({ name: 'A', unit: 'h', price: '1', cost: '1' })).status).toBe(422)
})
