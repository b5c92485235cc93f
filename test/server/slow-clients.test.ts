import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { connectionLimits } from '#server/http/connection-limits.ts'
import { startServer, type TestServer } from '#test/server.ts'

/* Slow clients and too many connections, over real sockets. */

const impatient = {
  headersTimeout: 400,
  requestTimeout: 900,
  checkEvery: 100,
  connectionTimeout: 1500,
  keepAliveTimeout: 300,
}

interface Slow {
  socket: Socket
  /** Resolves with all received text once the server has closed the connection. */
  closed: Promise<string>
}

function open(server: TestServer): Slow {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (chunk) => (received += chunk))
  socket.on('error', () => {})
  return { socket, closed: new Promise((done) => socket.on('close', () => done(received))) }
}

/** Sends a piece again and again, until the server closes the connection. */
function drip({ socket }: Slow, piece: string) {
  const timer = setInterval(() => socket.writable && socket.write(piece), 50)
  socket.on('close', () => clearInterval(timer))
}

test('headers and bodies that arrive too slowly get 408, and other requests are not delayed (I12)', async () => {
  const server = await startServer({ patience: impatient })
  const admin = await server.as('admin')
  const headers = open(server)
  headers.socket.write('GET /api/products HTTP/1.1\r\nHost: localhost\r\n')
  drip(headers, 'X-A: b\r\n')
  const body = open(server)
  body.socket.write(
    `POST /api/categories HTTP/1.1\r\nHost: localhost\r\nCookie: ${admin.cookie}\r\nX-Requested-With: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"name":"`,
  )
  drip(body, 'x')
  const [a, b] = await Promise.all([headers.closed, body.closed, admin.send('GET', '/api/auth/profile')])
  for (const reply of [a, b]) {
    expect(reply).toMatch(/^HTTP\/1\.1 408 /)
    expect(reply).toContain('"code":"TOO_SLOW"')
    expect(reply.toLowerCase()).toContain('x-content-type-options: nosniff')
  }
  expect((await admin.send('GET', '/api/auth/profile')).status).toBe(200)
  expect((await admin.send('GET', '/api/categories')).body).toMatchObject({ total: 0 })
})

test('connections without a request are closed, and kept-alive ones after an idle time (I12)', async () => {
  const server = await startServer({ patience: impatient })
  const silent = Array.from({ length: 200 }, () => open(server))
  const active = open(server)
  active.socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const closed = await Promise.all([...silent, active].map((one) => one.closed))
  expect(closed.at(-1)).toMatch(/^HTTP\/1\.1 200 OK/)
  expect((await server.nobody.send('GET', '/health/live')).status).toBe(200)
})

test('the number of connections is limited; a closed one makes room for another (I12)', async () => {
  const server = await startServer({ patience: { maxConnections: 20 } })
  const many = Array.from({ length: 20 }, () => open(server))
  await Promise.all(many.map(({ socket }) => new Promise((done) => socket.once('connect', done))))
  const next = open(server)
  expect(await next.closed).toBe('')
  many[0]?.socket.destroy()
  await many[0]?.closed
  const late = open(server)
  late.socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  expect(await late.closed).toMatch(/^HTTP\/1\.1 200 OK/)
  for (const { socket } of many) socket.destroy()
})

test('headers over 16 KB get 431; the default timeouts are 10 seconds for headers and 30 for a request (I12)', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  for (const [bytes, status] of [
    [12_000, 200],
    [17_000, 431],
    [200_000, 431],
  ] as const) {
    const answer = await admin.send('GET', '/api/auth/profile', undefined, { 'x-long': 'x'.repeat(bytes) })
    expect([bytes, answer.status]).toEqual([bytes, status])
  }
  const { headersTimeout, requestTimeout, keepAliveTimeout, maxConnections } = server.app.http.server
  expect({ headersTimeout, requestTimeout, keepAliveTimeout, maxConnections }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    maxConnections: 20_000,
  })
  expect(connectionLimits.checkEvery).toBeLessThanOrEqual(2000)
})
