import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { defaultSettings, settingsApi } from '#shared/settings/api.ts'
import type { Connection } from '#server/db/database.ts'
import { type FaultProxy, faultProxy } from '#test/fault-proxy.ts'
import { startServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'

describe('API description, settings and logs', () => {
  test('the OpenAPI 3.1 document lists every route, and /api/docs shows it', async () => {
    const server = await startServer()
    const { body } = await server.nobody.send('GET', '/api/openapi.json')
    const document = body as unknown as {
      openapi: string
      paths: Record<string, Record<string, { responses: object }>>
    }
    expect(document.openapi).toBe('3.1.0')
    const named = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(named.toSorted()).toEqual(
      server.app.routes.map((route) => `${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}`).toSorted(),
    )
    expect(document.paths['/api/sales-orders/{id}/confirmation']?.['post']?.responses).toHaveProperty('409')
    const page = await server.nobody.send('GET', '/api/docs/')
    expect([page.status, String(page.body)]).toEqual([200, expect.stringContaining('swagger')])
    const own = await server.nobody.send('GET', '/api/docs/json')
    expect(own.body).toEqual(body)
    const style = await server.nobody.send('GET', '/api/docs/static/swagger-ui.css')
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
    const etag = style.headers.get('etag') ?? ''
    const again = await server.nobody.send('GET', '/api/docs/static/swagger-ui.css', undefined, {
      'if-none-match': etag,
    })
    expect([etag, again.status]).toEqual([expect.stringMatching(/./), 304])
    expect((await server.nobody.send('GET', '/api/docs/static/none.css')).status).toBe(404)
  })

  test('[SET-01] every signed-in user reads settings, administrators change them, and changes apply immediately; invalid values get 422', async () => {
    const server = await startServer()
    const admin = await server.as('admin')
    const driver = await server.as('driver')
    const forDrivers = {
      inventory: null,
      purchasing: null,
      numbering: null,
      tax: null,
      reminders: null,
      security: null,
    }
    expect((await driver.do(settingsApi.getSettings, {})).data).toEqual({ ...defaultSettings, ...forDrivers })
    const changed = {
      ...defaultSettings,
      lowStockThreshold: 25,
      timeZone: 'Pacific/Apia',
      company: { ...defaultSettings.company, name: 'Harbour Medical' },
    }
    expect((await changeSettings(admin, changed)).data).toEqual(changed)
    expect((await driver.do(settingsApi.getSettings, {})).data).toEqual({ ...changed, ...forDrivers })
    expect(server.announced).toContainEqual({ name: 'settings_updated', payload: changed })
    for (const [field, value] of [
      ['lowStockThreshold', -1],
      ['lowStockThreshold', 2.5],
      ['currency', 'dollars'],
      ['timeZone', 'Mars/Olympus'],
      ['inventory', { nearExpiryDays: 90, minimumShelfLifeDays: -1 }],
      ['inventory', { nearExpiryDays: 1.5, minimumShelfLifeDays: 0 }],
      ['inventory', { nearExpiryDays: 3651, minimumShelfLifeDays: 0 }],
      ['secret', 1],
    ] as const) {
      const answer = await admin.send('PUT', '/api/settings', { ...changed, [field]: value }, { 'if-match': '"v2"' })
      const named = Object.keys(answer.body.fields ?? {}).map((path) => path.split('.')[0])
      expect([field, answer.status, named]).toEqual([field, 422, [field]])
    }
  })

  test('each request logs one line with route, actor, status and statement count, but no secrets', async () => {
    const server = await startServer()
    const admin = await server.as('admin')
    server.logs.length = 0
    const answer = await admin.call(inventoryApi.listProducts, { query: { q: 'canary-in-a-query' } })
    expect(answer.headers.get('server-timing')).toMatch(/^db;dur=[\d.]+;desc="2", trips;desc="\d"$/)
    await admin.send('POST', '/api/auth/login', { email: 'x@example.com', password: 'canary-in-a-password' })
    const lines = server.logs.map((line) => JSON.parse(line))
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatchObject({
      method: 'GET',
      route: '/api/products',
      status: 200,
      actor: admin.userId,
      queries: 2,
    })
    expect(lines[1]).toMatchObject({ route: '/api/auth/login', status: 401, code: 'WRONG_CREDENTIALS' })
    for (const secret of ['canary', admin.cookie]) expect(server.logs.join('')).not.toContain(secret)
  })
})

describe('when the database fails', () => {
  test('a lost connection gets 503 with Retry-After, and the next request works', async () => {
    const server = await startServer()
    const admin = await server.as('admin')
    expect((await admin.send('GET', '/health/ready')).status).toBe(200)
    const { rows } = await sql<{
      pid: number
    }>`select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      server.database.db,
    )
    for (const { pid } of rows) await sql`select pg_terminate_backend(${pid})`.execute(server.database.db)
    const answers = await Promise.all(Array.from({ length: 20 }, () => admin.send('GET', '/api/products')))
    expect(
      answers.every(
        (answer) => answer.status === 200 || (answer.status === 503 && answer.headers.get('retry-after') === '1'),
      ),
    ).toBe(true)
    expect((await admin.send('GET', '/api/products')).status).toBe(200)
  })

  test('without a database the server is live but not ready, and API requests get 503', async () => {
    let proxy: FaultProxy | undefined
    const through = async (connection: Connection) => (proxy = await faultProxy(connection)).connection
    const server = await startServer({ through })
    const admin = await server.as('admin')
    proxy?.shut()
    expect((await admin.send('GET', '/health/live')).status).toBe(200)
    expect((await admin.send('GET', '/health/ready')).status).toBe(503)
    expect((await admin.send('GET', '/api/products')).status).toBe(503)
  })

  test('a row lock that is not released gets a retryable 409 instead of a hanging request', async () => {
    const server = await startServer()
    const admin = await server.as('admin')
    const category = await admin.do(inventoryApi.createCategory, { body: { name: 'Held' } })
    const holder = await server.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select 1 from categories where id = $1 for update', [category.id])
      const started = Date.now()
      const answer = await admin.call(
        inventoryApi.updateCategory,
        { params: { id: category.id }, body: { name: 'Free' } },
        { version: 1 },
      )
      expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
        409,
        'REQUEST_IN_PROGRESS',
        '1',
      ])
      expect(Date.now() - started).toBeLessThan(10_000)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  })
})
