import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#shared/http/route.ts'
import { listViewsApi } from '#shared/settings/list-views-api.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

const { listViews, createView, updateView, deleteView, setDefaultView } = listViewsApi
type Body = Call<(typeof createView)['spec']>['body']
let server: TestServer
let ana: Client
let ben: Client
let rep: Client
beforeAll(async () => {
  server = await startServer()
  ana = await server.as('staff')
  ben = await server.as('staff')
  rep = await server.as('sales_rep')
})
const content = { query: 'sort=-name&status=Active', choice: { columns: ['sku', 'price'], compact: true } }
const add = (client: Client, name: string, more: Partial<Body> = {}) =>
  client.do(createView, { body: { list: 'products', name, content, ...more } })
const seen = async (client: Client, list = 'products') => (await client.do(listViews, { query: { list } })).data
const names = async (client: Client) => (await seen(client)).map(({ name }) => name)
const put = (client: Client, id: string, version: number, more: Partial<Omit<Body, 'list'>> = {}) =>
  client.call(updateView, { params: { id }, body: { name: 'Changed', content, ...more } }, { version })

describe('saved views of a list (L4)', () => {
  test('[UI-02] are private until shared with a role, and belong to one list', async () => {
    const view = await add(ana, 'Mine alone')
    expect(view).toMatchObject({
      name: 'Mine alone',
      content,
      sharedWith: [],
      isOwn: true,
      isDefault: false,
      version: 1,
    })
    expect(await seen(ana, 'orders')).toEqual([])
    expect(await names(ana)).toEqual(['Mine alone'])
    expect(await names(ben)).toEqual([])
    const shared = await put(ana, view.id, 1, { name: 'For reps', sharedWith: ['sales_rep'] })
    expect(shared.body).toMatchObject({ name: 'For reps', sharedWith: ['sales_rep'], version: 2 })
    expect(await names(ben)).toEqual([])
    expect(await seen(rep)).toMatchObject([{ name: 'For reps', content, isOwn: false, version: 2 }])
    await put(ana, view.id, 2, { name: 'For reps' })
    expect(await names(rep)).toEqual([])
  })

  test('can be changed and deleted only by their owner; views that are not shared are not found by others', async () => {
    const view = await add(ana, 'Held', { sharedWith: ['sales_rep'] })
    expect((await put(rep, view.id, 1)).status).toBe(403)
    expect((await put(ben, view.id, 1)).status).toBe(404)
    expect((await rep.call(deleteView, { params: { id: view.id } })).status).toBe(403)
    expect((await ben.call(deleteView, { params: { id: view.id } })).status).toBe(404)
    expect((await (await server.as('admin')).call(deleteView, { params: { id: view.id } })).status).toBe(404)
    expect((await put(ana, view.id, 7)).status).toBe(412)
    expect((await ana.call(deleteView, { params: { id: view.id } })).status).toBe(204)
    expect((await put(ana, view.id, 1)).status).toBe(404)
    expect((await ana.call(deleteView, { params: { id: view.id } })).status).toBe(404)
  })

  test('have unique names per user and list, and a maximum number per user', async () => {
    const cara = await server.as('staff')
    const view = await add(cara, 'Cold chain')
    await add(cara, 'Other')
    await add(ben, 'Cold chain')
    const duplicate = await cara.call(createView, { body: { list: 'products', name: 'COLD chain', content } })
    expect([duplicate.status, duplicate.body.fields]).toEqual([409, { name: 'is the name of another view' }])
    expect((await put(cara, view.id, 1, { name: 'other' })).status).toBe(409)
    expect((await put(cara, view.id, 1, { name: 'COLD CHAIN' })).status).toBe(200)
    const race = await Promise.all(
      Array.from({ length: 6 }, () => cara.call(createView, { body: { list: 'orders', name: 'Once', content } })),
    )
    expect(race.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    for (let n = 0; n < 48; n += 1) await add(cara, `View ${n}`)
    expect((await cara.call(createView, { body: { list: 'products', name: 'One more', content } })).status).toBe(409)
  })

  test('one can be the default of a list, as long as the user may see it', async () => {
    const view = await add(ana, 'Default', { sharedWith: ['sales_rep'] })
    const set = (client: Client, id: string | null, list = 'products') =>
      client.call(setDefaultView, { params: { list }, body: { view: id } })
    const defaults = async (client: Client) => (await seen(client)).filter((one) => one.isDefault).map(({ id }) => id)
    expect((await set(rep, view.id)).status).toBe(204)
    expect((await set(ben, view.id)).status).toBe(404)
    expect((await set(ana, view.id, 'orders')).status).toBe(404)
    expect((await set(ana, randomUUID())).status).toBe(404)
    expect(await defaults(rep)).toEqual([view.id])
    expect(await defaults(ana)).toEqual([])
    const other = await add(rep, 'My own')
    await set(rep, other.id)
    expect(await defaults(rep)).toEqual([other.id])
    await set(rep, null)
    expect(await defaults(rep)).toEqual([])
    await set(rep, view.id)
    await put(ana, view.id, 1, { name: 'Default', sharedWith: [] })
    await put(ana, view.id, 2, { name: 'Default', sharedWith: ['sales_rep'] })
    expect(await defaults(rep)).toEqual([])
    await set(rep, view.id)
    await ana.do(deleteView, { params: { id: view.id } })
    expect(await defaults(rep)).toEqual([])
  })

  test('refuses invalid views, and customers', async () => {
    const bad = async (body: Record<string, unknown>) =>
      (await ana.send('POST', '/api/list-views', JSON.stringify({ list: 'products', name: 'X', content, ...body })))
        .status
    expect(await bad({ name: '' })).toBe(422)
    expect(await bad({ list: '../x' })).toBe(422)
    expect(await bad({ sharedWith: ['customer'] })).toBe(422)
    expect(await bad({ content: { query: 'x'.repeat(2001), choice: null } })).toBe(422)
    expect(await bad({ owner: 'me' })).toBe(422)
    const customer = await server.as('customer')
    expect((await customer.call(listViews, { query: { list: 'products' } })).status).toBe(403)
    expect((await customer.call(createView, { body: { list: 'products', name: 'X', content } })).status).toBe(403)
    expect((await ana.call(updateView, { params: { id: randomUUID() }, body: { name: 'X', content } })).status).toBe(
      428,
    )
  })
})
