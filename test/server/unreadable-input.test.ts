import { beforeAll, describe, expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  admin = await server.as('admin')
})

const readable = () =>
  server.app.routes.filter(({ method, path, spec }) => method === 'GET' && !path.includes(':') && !spec.download)

describe('meaningless input is refused and breaks nothing', () => {
  test('__proto__ and similar names in a query: 422 (I5)', async () => {
    for (const { path, spec } of readable()) {
      for (const name of ['__proto__', '__proto__[x]', 'constructor', 'constructor.prototype', 'hasOwnProperty']) {
        const { status, body } = await admin.send('GET', `${path}?${name}=1`)
        // Routes without parameters ignore the query. Some answer 404 before they read it, such as the setup of a company
        // that has an administrator.
        expect([path, name, status < 500]).toEqual([path, name, true])
        if (!spec.query || status === 404) continue
        expect([path, name, status, body.code]).toEqual([path, name, 422, 'INVALID'])
        expect(Object.keys(body.fields ?? {})).toContain(name)
      }
    }
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  test('invalid UTF-8 in the path, query or body: 400 (I9)', async () => {
    for (const bytes of ['%FF', '%C3%28', '%ED%A0%80', '%F8%A1%A1%A1', '%E2%82', '%']) {
      for (const { path } of readable().slice(0, 40)) {
        expect([path, bytes, (await admin.send('GET', `${path}?q=${bytes}`)).status]).toEqual([path, bytes, 400])
      }
      expect([bytes, (await admin.send('GET', `/api/accounts?${bytes}=1`)).status]).toEqual([bytes, 400])
      expect([bytes, (await admin.send('GET', `/api/accounts/${bytes}`)).status]).toEqual([bytes, 400])
    }
    for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf8, 0xa1, 0xa1, 0xa1], [0xe2, 0x82]]) {
      const body = new Uint8Array([...new TextEncoder().encode('{"name":"Clinic '), ...bytes, 0x22, 0x7d])
      const answer = await admin.send('POST', '/api/accounts', body, { 'content-type': 'application/json' })
      expect([bytes, answer.status, answer.body.code]).toEqual([bytes, 400, 'MALFORMED'])
    }
    expect((await admin.do(crmApi.listAccounts, { query: {} })).data).toEqual([])
    const name = 'Clínica 中 🧪'
    expect((await admin.do(crmApi.createAccount, { body: { name } })).name).toBe(name)
    expect((await admin.do(crmApi.listAccounts, { query: { q: 'Clínica 中' } })).total).toBe(1)
  })
})
