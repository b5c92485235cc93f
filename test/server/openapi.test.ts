import OpenAPIClientAxios from 'openapi-client-axios'
import { describe, expect, test } from 'vitest'
import { startServer } from '#test/server.ts'

type Operation = { operationId?: string; responses: Record<string, object> }
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

const server = await startServer()
const admin = await server.as('admin')
const document = (await admin.send('GET', '/api/openapi.json')).body as unknown as Document

describe('the OpenAPI document', () => {
  test('names every operation once, and has schemas as components', () => {
    expect(document.openapi).toMatch(/^3\.1/)
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    const ids = operations.map(({ operationId }) => operationId ?? '')
    // Routes of list files and reports are generated, with names from their paths; all other names come from
    // server/contracts.ts.
    const byPath = ids.filter((id) => !id || /^(get|post|put|patch|delete)[A-Z]/.test(id))
    expect(byPath.filter((id) => !/^get(Exports|Reports)[A-Z]/.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
    expect(operations.length).toBe(server.app.routes.length)
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Refusal', 'Account', 'Supplier', 'OrderInput']),
    )
  })

  test('works with a generated client that reads and writes', async () => {
    const api = new OpenAPIClientAxios({
      definition: document as never,
      axiosConfigDefaults: {
        baseURL: server.url,
        headers: { cookie: admin.cookie, 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
      },
    })
    const client = (await api.init()) as unknown as Record<
      string,
      (params?: unknown, body?: unknown) => Promise<{ status: number; data: never }>
    >
    const call = (operation: string, params?: unknown, body?: unknown) => {
      const method = client[operation]
      if (!method) throw new Error(`The document has no ${operation}.`)
      return method(params, body)
    }
    const created = await call('inventoryCreateCategory', null, { name: 'Made by a generated client' })
    expect(created.status).toBe(201)
    const read = await call('inventoryListCategories', { q: 'generated' })
    expect(read.data).toMatchObject({ data: [{ name: 'Made by a generated client' }] })
  })
})
