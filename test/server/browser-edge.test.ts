import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { pathOf } from '#test/client.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

/* Response headers for browsers, and what a page of another site can't make a browser do (reliability 3.3). */

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
})

const json = 'application/json'
const ours = { 'x-requested-with': 'XMLHttpRequest' }
const form = 'application/x-www-form-urlencoded'

/** Requests that a page of another site can make a browser send, with the session cookie of the user. */
const forged: [string, Record<string, string>, string][] = [
  ['a form', { 'content-type': form, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 'name=Forged'],
  ['a form of an old browser', { 'content-type': form, origin: 'https://evil.example' }, 'name=Forged'],
  ['a form without an origin', { 'content-type': form }, 'name=Forged'],
  ['a form of files', { 'content-type': 'multipart/form-data; boundary=x', 'sec-fetch-site': 'cross-site' }, '--x--'],
  ['a form of plain text', { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' }, '{"name":"Forged"}'],
  ['JSON as plain text', { 'content-type': 'text/plain', ...ours }, '{"name":"Forged"}'],
  [
    'fetch in mode no-cors',
    { 'content-type': 'text/plain', 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'cross-site' },
    '{"name":"Forged"}',
  ],
  ['JSON without X-Requested-With', { 'content-type': json }, '{"name":"Forged"}'],
  ['JSON from another site', { 'content-type': json, ...ours, 'sec-fetch-site': 'cross-site' }, '{"name":"Forged"}'],
  [
    'JSON from a sibling host',
    { 'content-type': json, ...ours, 'sec-fetch-site': 'same-site', origin: 'http://localhost' },
    '{"name":"Forged"}',
  ],
  ['JSON typed into the address bar', { 'content-type': json, ...ours, 'sec-fetch-site': 'none' }, '{"name":"Forged"}'],
  ['JSON of a foreign origin', { 'content-type': json, ...ours, origin: 'https://evil.example' }, '{"name":"Forged"}'],
  [
    'JSON of an origin that begins like ours',
    { 'content-type': json, ...ours, origin: 'http://localhost.evil.example' },
    '{"name":"Forged"}',
  ],
  [
    'JSON of our host over another port',
    { 'content-type': json, ...ours, origin: 'http://localhost:81' },
    '{"name":"Forged"}',
  ],
  ['JSON of a sandboxed page', { 'content-type': json, ...ours, origin: 'null' }, '{"name":"Forged"}'],
  [
    'a method override',
    { 'content-type': form, 'x-http-method-override': 'PUT', 'sec-fetch-site': 'cross-site' },
    '_method=DELETE',
  ],
]

describe('a page of another site (CSRF)', () => {
  test('can write nothing, whatever request it makes the browser send (W1)', async () => {
    for (const [name, headers, body] of forged) {
      const answer = await fetch(`${server.url}/api/categories`, {
        method: 'POST',
        headers: { cookie: admin.cookie, ...headers },
        body,
      })
      const text = await answer.text()
      const expected = name === 'JSON as plain text' ? 415 : 403
      expect([name, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([name, expected, null])
      expect(JSON.parse(text)).toMatchObject({ code: expected === 403 ? 'FOREIGN_ORIGIN' : 'WRONG_TYPE' })
    }
    expect((await admin.do(inventoryApi.listCategories, { query: {} })).data).toEqual([])
    const own = { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' }
    expect((await admin.send('POST', '/api/categories', { name: 'Own' }, own)).status).toBe(201)
  })

  test('is refused with FOREIGN_ORIGIN by every write route (W1)', async () => {
    const open: string[] = []
    for (const route of server.app.routes.filter(({ method }) => method !== 'GET')) {
      const path = pathOf(route, { params: { id: admin.userId, sessionId: admin.userId } })
      const foreign = { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' }
      const answer = await admin.send(route.method, path, '{}', foreign)
      if (answer.body.code !== 'FOREIGN_ORIGIN') open.push(`${route.method} ${route.path}: ${answer.status}`)
    }
    expect(open).toEqual([])
  })

  test('can log nobody in or out (W2)', async () => {
    const visitor = await server.as('staff')
    const entryPoints = [
      '/api/auth/login',
      '/api/customer-portal/auth/login',
      '/api/auth/logout',
      '/api/customer-portal/auth/logout',
    ]
    for (const path of entryPoints) {
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
        { 'x-requested-with': '' },
      ]) {
        const answer = await visitor.send('POST', path, { email: 'a@example.com', password: 'of the thief' }, headers)
        expect([path, headers, answer.status, answer.headers.getSetCookie()]).toEqual([path, headers, 403, []])
      }
      expect([path, (await visitor.send('GET', path)).status]).toEqual([path, 404])
    }
    expect((await visitor.send('GET', '/api/auth/profile')).status).toBe(200)
  })

  test('gets no CORS header, for any method, path and origin (W12)', async () => {
    for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD', 'PUT', 'DELETE', 'PATCH']) {
      for (const path of ['/api/auth/profile', '/api/categories', '/health/live', '/', '/api/nothing']) {
        for (const origin of ['https://evil.example', 'null', 'http://localhost']) {
          const headers = {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'x-requested-with',
          }
          const answer = await admin.send(method, path, undefined, headers)
          const allowed = [...answer.headers.keys()].filter((name) => name.startsWith('access-control'))
          expect([method, path, origin, allowed]).toEqual([method, path, origin, []])
        }
      }
    }
  })
})

describe('the session cookie', () => {
  const signedIn = async (publicUrl: string) => {
    const other = await startServer({ publicUrl })
    const answer = await other.nobody.send('POST', '/api/auth/setup-first-admin', {
      code: other.setupCode,
      name: 'Ana',
      email: 'ana@example.com',
      password: 'violet harbour tractor 91',
    })
    expect(answer.status).toBe(201)
    return answer.headers
  }

  test('over https has the __Host- prefix, Secure and HSTS for a year, so no sibling host or http page can set it (W3)', async () => {
    const headers = await signedIn('https://wardstock.example')
    const cookies = headers.getSetCookie()
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-sid', '__Host-device'])
    for (const cookie of cookies) {
      const parts = cookie.split('; ')
      expect(parts).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict']))
      expect(cookie).not.toMatch(/domain/i)
    }
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  })

  test('over http on another host than localhost has no prefix and no HSTS (W3)', async () => {
    const headers = await signedIn('http://warehouse.internal')
    expect(headers.getSetCookie()[0]).toMatch(/^sid=[^;]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(headers.get('strict-transport-security')).toBeNull()
  })
})

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'geolocation=(), camera=(self), microphone=()',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'reporting-endpoints': 'csp="/policy-reports"',
} as const

function missingIn(headers: { get(name: string): string | null }): string[] {
  const wrong = Object.entries(everywhere).filter(([name, value]) => headers.get(name) !== value)
  const policy = headers.get('content-security-policy') ?? ''
  return [
    ...wrong.map(([name]) => name),
    ...(policy.includes("frame-ancestors 'none'") && !/script-src[^;]*'unsafe|\*/.test(policy) ? [] : ['csp']),
    ...(headers.get('vary')?.includes('Sec-Fetch-Site') ? [] : ['vary']),
    ...(headers.get('access-control-allow-origin') === null ? [] : ['cors']),
    ...(headers.get('x-powered-by') === null && headers.get('server') === null ? [] : ['server']),
  ]
}

describe('every response', () => {
  test('of every route, logged in or not, has the security headers; private responses are no-store (W11, W13)', async () => {
    const other = await startServer({ publicUrl: 'https://wardstock.example' })
    const [boss, driver] = [await other.as('admin'), await other.as('driver')]
    // Routes that end the session come last.
    const served = other.app.routes.toSorted(
      (a, b) => Number(a.path.endsWith('/logout')) - Number(b.path.endsWith('/logout')),
    )
    const requests = served.map(
      (route) => [route.method, pathOf(route, { params: { id: boss.userId, sessionId: boss.userId } })] as const,
    )
    const plain = [
      '/health/live',
      '/health/ready',
      '/api/openapi.json',
      '/api/docs/',
      '/api/docs/json',
      '/api/nothing',
      '/socket.io/',
      '/socket.io/?EIO=4&transport=polling',
      '/nothing',
      '/crm/dashboard',
      '/assets/none.js',
    ]
    const wrong: string[] = []
    let count = 0
    for (const client of [other.nobody, driver, boss]) {
      for (const [method, path] of [...requests, ...plain.map((one) => ['GET', one] as const)]) {
        const body = method === 'GET' ? undefined : {}
        const { headers, status } = await client.send(method, path, body, { 'if-match': '"v1"' })
        const isPrivate = /^\/(api|health|socket\.io)(\/|$)/.test(path) && !path.startsWith('/api/docs')
        const missing = [
          ...missingIn(headers),
          ...(isPrivate && headers.get('cache-control') !== 'no-store' ? ['cache'] : []),
        ]
        if (missing.length > 0 || (status >= 500 && path.startsWith('/api')))
          wrong.push(`${method} ${path} ${status}: ${missing.join(', ')}`)
        count += 1
      }
    }
    expect(wrong).toEqual([])
    expect(count).toBeGreaterThan(200)
  })

  test('also without a route has the security headers: refused bodies, other methods, unreadable paths and bytes (W11)', async () => {
    const other = await startServer({ publicUrl: 'https://wardstock.example' })
    const boss = await other.as('admin')
    const answers = [
      await boss.send('POST', '/api/categories', '{"name":', { 'content-type': json }),
      await boss.send('POST', '/api/categories', 'x'.repeat(300_000), { 'content-type': json }),
      await boss.send('POST', '/api/categories', 'x', { 'content-type': 'image/png' }),
      await boss.send('PATCH', '/api/categories', {}),
      await boss.send('OPTIONS', '/api/categories'),
      await boss.send('HEAD', '/api/categories'),
      await boss.send('GET', '/api/products/%E0%A4%A'),
      await boss.send('GET', `/api/products/${'x'.repeat(300)}`),
      await boss.send('GET', '/api/products?limit=%'),
    ]
    for (const { headers, status } of answers) {
      expect([status, missingIn(headers)]).toEqual([status, []])
      expect([status, status >= 400 && status < 500]).toEqual([status, status !== 200])
    }
    const { port } = new URL(other.url)
    for (const [bytes, status] of [
      ['NOT HTTP AT ALL\r\n\r\n', 400],
      ['GET / HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
      [
        'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
        400,
      ],
    ] as const) {
      const raw = await sendBytes(Number(port), bytes)
      const [head = ''] = raw.split('\r\n\r\n')
      const headers = new Headers(
        head
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
      )
      expect([head.split('\r\n')[0], missingIn(headers)]).toEqual([expect.stringContaining(` ${status} `), []])
    }
  })

  test('to a logout makes the browser clear its cache (W13)', async () => {
    const client = await server.as('staff')
    const answer = await client.send('POST', '/api/auth/logout')
    expect(answer.headers.get('clear-site-data')).toBe('"cache"')
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-sid=; .*(Max-Age=0|Expires=Thu, 01 Jan 1970)/)
  })
})

describe('line breaks', () => {
  test('in names and addresses add no header, no log line and no mail recipient (W15)', async () => {
    server.logs.length = 0
    const name = 'Eve\r\nBcc: all@example.com\r\n\r\n{"level":50}'
    const made = await admin.do(usersApi.create, {
      body: { name, email: 'eve@example.com', role: 'staff', phone: null, permissions: {} } as never,
    })
    expect(made.user.name).toBe('Eve Bcc: all@example.com {"level":50}')
    for (const email of [
      'eve@example.com\r\nBcc: a@example.com',
      'eve@example.com%0d%0aBcc:a@b.c',
      'eve\n@example.com',
      '"a\r\n b"@example.com',
    ]) {
      const answer = await admin.send('POST', '/api/users', { name: 'Eve', email, role: 'staff', permissions: {} })
      expect([email, answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([email, 422, ['email']])
    }
    await admin.send('GET', '/api/nothing%0d%0aSet-Cookie:x=1')
    await admin.send('GET', `/api/products?q=${encodeURIComponent('a\r\n{"level":60}')}`)
    const answered = await rawHeaders(server.url, '/api/nothing%0d%0aSet-Cookie:%20x=1')
    expect(answered.join('\n')).not.toContain('Set-Cookie')
    for (const line of server.logs) {
      expect(line.trimEnd().split('\n')).toHaveLength(1)
      expect(JSON.parse(line).level).toBeLessThan(50)
    }
  })
})

function sendBytes(port: number, bytes: string): Promise<string> {
  return new Promise((done, failed) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let received = ''
    socket.setEncoding('utf8').on('data', (chunk) => (received += chunk))
    socket.on('close', () => done(received)).on('error', failed)
  })
}

function rawHeaders(url: string, path: string): Promise<string[]> {
  return new Promise((done, failed) => {
    httpRequest(url + path, (answer) => {
      answer.resume()
      done(answer.rawHeaders)
    })
      .on('error', failed)
      .end()
  })
}
