import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { listen, until } from '#test/socket.ts'
import { startServer, type TestServer } from '#test/server.ts'

interface HostRequest {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Sends a request with this Host header, which fetch can't set. */
function requestHost(
  { url }: Pick<TestServer, 'url'>,
  host: string,
  path: string,
  { method = 'GET', headers, body }: HostRequest = {},
) {
  return new Promise<{ status: number; code: string | undefined; headers: Record<string, unknown> }>((done, failed) => {
    const sent = request(url + path, { method, headers: { ...headers, host } }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => (text += chunk))
      answer.on('end', () => {
        const code = text.startsWith('{') ? (JSON.parse(text) as { code?: string }).code : undefined
        done({ status: answer.statusCode ?? 0, code, headers: answer.headers })
      })
    })
    sent.on('error', failed)
    sent.end(body)
  })
}

const foreign = ['evil.example', 'localhost.evil.example', 'evil.example:80', 'localhost@evil.example', '127.0.0.2']

test('(A9) requests to an unknown host get 421 on every path, with the usual security headers', async () => {
  const server = await startServer()
  const { cookie } = await server.as('admin')
  const paths = ['/', '/crm/login', '/api/auth/profile', '/api/openapi.json', '/api/docs', '/assets/none.js', '/none']
  for (const host of foreign) {
    for (const path of paths) {
      const answer = await requestHost(server, host, path, { headers: { cookie } })
      expect([host, path, answer.status, answer.code]).toEqual([host, path, 421, 'UNKNOWN_HOST'])
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
  }
  const json = { 'content-type': 'application/json', 'x-requested-with': 'x' }
  const mail = { method: 'POST', headers: json, body: '{"email":"nobody@example.com"}' }
  expect((await requestHost(server, 'evil.example', '/api/auth/forgot-password', mail)).status).toBe(421)
  expect((await requestHost(server, 'localhost', '/api/auth/forgot-password', mail)).status).toBe(200)
})

test('(A9) a missing, empty or duplicate Host header is refused', async () => {
  const server = await startServer()
  const first = (head: string) =>
    new Promise<string>((done, failed) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(`${head}\r\n\r\n`))
      socket.once('data', (data) => {
        done(data.toString('latin1').split('\r\n')[0] ?? '')
        socket.destroy()
      })
      socket.once('error', failed)
    })
  expect(await first('GET /api/auth/profile HTTP/1.1\r\nHost: localhost')).toContain(' 401 ')
  expect(await first('GET /api/auth/profile HTTP/1.0')).toContain(' 421 ')
  expect(await first('GET /api/auth/profile HTTP/1.1\r\nHost:')).toContain(' 421 ')
  expect(await first('GET /api/auth/profile HTTP/1.1\r\nHost: evil.example\r\nHost: localhost')).toMatch(/ (400|421) /)
})

test('(A9) accepts the configured host, localhost addresses and the listen host, with any port', async () => {
  const server = await startServer({ publicUrl: 'https://stock.example.com', host: 'warehouse.local' })
  const names = ['stock.example.com', 'STOCK.Example.com:443', 'stock.example.com.', 'localhost:3000', '127.0.0.1']
  for (const host of [...names, '[::1]:8080', 'warehouse.local:3000'])
    expect([host, (await requestHost(server, host, '/api/openapi.json')).status]).toEqual([host, 200])
  for (const host of ['example.com', 'other.example.com', 'warehouse.local.evil.example'])
    expect([host, (await requestHost(server, host, '/api/openapi.json')).status]).toEqual([host, 421])
  // Health checks use the IP address.
  for (const path of ['/health/live', '/health/ready'])
    expect((await requestHost(server, '10.0.0.7', path)).status).toBe(200)
})

test('(A9) X-Forwarded-Host counts only if the server trusts a proxy', async () => {
  const trusting = await startServer({ trustProxy: true })
  const direct = await startServer()
  const passed = (server: TestServer, host: string, name: string) =>
    requestHost(server, host, '/api/openapi.json', { headers: { 'x-forwarded-host': name } }).then(
      ({ status }) => status,
    )
  expect(await passed(trusting, 'inner:3000', 'localhost')).toBe(200)
  expect(await passed(trusting, 'localhost', 'evil.example')).toBe(421)
  expect(await passed(direct, 'localhost', 'evil.example')).toBe(200)
  expect(await passed(direct, 'evil.example', 'localhost')).toBe(421)
})

test('(A9, R1) live updates refuse an unknown host: the handshake and each poll and post of a connection', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const headers = { cookie: admin.cookie }
  const engine = '/socket.io/?EIO=4&transport=polling'
  const handshake = await requestHost(server, 'evil.example', engine, { headers })
  expect([handshake.status, handshake.code]).toEqual([421, 'UNKNOWN_HOST'])
  const seat = await listen(server.url, admin.cookie)
  for (const method of ['GET', 'POST']) {
    const post = method === 'POST' ? { body: '41' } : {}
    const answer = await requestHost(server, 'evil.example', `${engine}&sid=${seat.sid()}`, {
      method,
      headers,
      ...post,
    })
    expect([method, answer.status]).toEqual([method, 421])
  }
  // The existing connection still works.
  await admin.do(crmApi.createAccount, { body: { name: 'Still told' } })
  await until(() => seat.received.length > 0)
  expect(seat.socket.connected).toBe(true)
})
