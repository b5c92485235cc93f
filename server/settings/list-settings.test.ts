import { beforeAll, describe, expect, test } from 'vitest'
import { listSettingsApi } from '#shared/settings/list-settings-api.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

const { getListSettings, putListSettings, forgetListSettings } = listSettingsApi
let server: TestServer
let ana: Client
beforeAll(async () => {
  server = await startServer()
  ana = await server.as('staff')
})
const put = (client: Client, list: string, columns: string[], compact = false) =>
  client.call(putListSettings, { params: { list }, body: { columns, compact } })
const storedSettings = async (client: Client) => (await client.do(getListSettings, {})).data

describe('list settings of a user (L5)', () => {
  test('[INV-01] are stored per user, replaced and deleted, and are not visible to other users', async () => {
    const ben = await server.as('staff')
    expect(await storedSettings(ana)).toEqual([])
    expect((await put(ana, 'products', ['sku', 'price'], true)).status).toBe(204)
    expect((await put(ana, 'products', ['price', 'sku'])).status).toBe(204)
    expect((await put(ana, 'orders', [])).status).toBe(204)
    expect(await storedSettings(ana)).toEqual([
      { list: 'orders', columns: [], compact: false },
      { list: 'products', columns: ['price', 'sku'], compact: false },
    ])
    expect(await storedSettings(ben)).toEqual([])
    for (let twice = 0; twice < 2; twice += 1)
      expect((await ana.call(forgetListSettings, { params: { list: 'orders' } })).status).toBe(204)
    expect((await storedSettings(ana)).map(({ list }) => list)).toEqual(['products'])
  })

  test('refuses invalid columns and lists, customers, and more lists than the limit', async () => {
    expect((await put(ana, 'products', ['<script>'])).body.fields).toEqual({ 'columns.0': 'is not a name' })
    expect(
      (
        await put(
          ana,
          'products',
          Array.from({ length: 61 }, (_, n) => `c${n}`),
        )
      ).status,
    ).toBe(422)
    expect((await put(ana, '../etc', [])).status).toBe(404)
    expect((await put(await server.as('customer'), 'products', [])).status).toBe(403)
    const many = await server.as('staff')
    for (let n = 0; n < 100; n += 1) await put(many, `list${n}`, [])
    expect((await put(many, 'list100', [])).status).toBe(409)
    expect((await put(many, 'list7', ['sku'])).status).toBe(204)
  })
})
