import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { afterFile } from '#test/after-file.ts'
import { clientOf } from '#test/client.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { until } from './another-process.ts'
import { type RunningServer, runServer } from './running-server.ts'

/* The server as a separate process that sends its traces to a collector; and the format of its log lines. */

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

interface TracedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
  status: { code?: number }
}

const spans: TracedSpan[] = []
const requests: { url: string | undefined; headers: IncomingHttpHeaders }[] = []
const services = new Set<string>()
let base: TestServer
let traced: RunningServer

async function startCollector(): Promise<string> {
  const collector = createServer((request, answer) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk))
    request.on('end', () => {
      requests.push({ url: request.url, headers: request.headers })
      for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans) {
        services.add(resource.attributes[0].value.stringValue)
        for (const scope of scopeSpans) spans.push(...scope.spans)
      }
      answer.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  afterFile(() => void collector.close())
  return `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
}

async function start(env: Record<string, string>): Promise<RunningServer> {
  const { host = '', port, user, database } = base.connection
  const dataDir = await mkdtemp(join(tmpdir(), 'wardstock-traces-'))
  const server = await runServer({
    DATABASE_URL: `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    ...env,
  })
  afterFile(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return server
}

beforeAll(async () => {
  base = await startServer()
  traced = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: await startCollector(),
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=ward%20stock',
    OTEL_SERVICE_NAME: 'wardstock-east',
    TRUST_PROXY: 'true',
  })
})

const valueOf = ({ attributes }: TracedSpan, key: string) => {
  const found = attributes.find((one) => one.key === key)?.value
  return found?.stringValue ?? found?.intValue
}

const logLines = (server: RunningServer): Record<string, unknown>[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

test('(4.11) requests, statements and jobs are OpenTelemetry spans without values; the log has the trace ID', async () => {
  const admin = await base.as('admin')
  const secret = 'Category nobody may read of'
  const parent = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }
  const client = clientOf(traced.url, admin.userId, admin.cookie)
  const answer = await client.send(
    'POST',
    '/api/categories',
    { name: secret },
    {
      'idempotency-key': crypto.randomUUID(),
      traceparent: `00-${parent.traceId}-${parent.spanId}-01`,
    },
  )
  expect(answer.status).toBe(201)
  const calls = () => spans.filter(({ traceId }) => traceId === parent.traceId)
  await until(async () => calls().some(({ kind }) => kind === 2) && spans.some(({ kind }) => kind === 5))

  const call = calls().find(({ kind }) => kind === 2) as TracedSpan
  expect(call.parentSpanId).toBe(parent.spanId)
  expect([valueOf(call, 'http.route'), valueOf(call, 'http.response.status_code')]).toEqual(['/api/categories', '201'])
  expect(BigInt(call.endTimeUnixNano)).toBeGreaterThan(BigInt(call.startTimeUnixNano))
  const statements = calls().filter(({ kind }) => kind === 3)
  expect(statements.length).toBeGreaterThan(3)
  expect(statements.every(({ parentSpanId }) => parentSpanId === call.spanId)).toBe(true)
  expect(statements.map((one) => valueOf(one, 'db.query.text')).join('\n')).toMatch(/insert into "?categories"?/)
  // No name, key or token from the body or the session.
  const all = JSON.stringify(spans)
  for (const word of [secret, admin.cookie.split('=')[1] ?? '', admin.userId]) expect(all).not.toContain(word)

  const job = spans.find(({ kind }) => kind === 5) as TracedSpan
  expect(job.name).toMatch(/^job [a-z-]+$/)
  expect([...services]).toEqual(['wardstock-east'])
  expect(requests[0]).toMatchObject({ url: '/v1/traces', headers: { 'x-tenant': 'ward stock' } })
  await until(async () => logLines(traced).some((line) => line['traceId'] === parent.traceId))
})

test('a 404 is not a failed span; an unsampled trace is not sent', async () => {
  const before = spans.length
  const trace = 'c'.repeat(32)
  const headers = { traceparent: `00-${trace}-${'d'.repeat(16)}-00` }
  expect((await fetch(`${traced.url}/api/nothing`, { headers })).status).toBe(404)
  expect((await fetch(`${traced.url}/api/nothing-else`)).status).toBe(404)
  await until(async () => spans.slice(before).some((one) => valueOf(one, 'http.response.status_code') === '404'))
  const found = spans.filter((one) => valueOf(one, 'http.response.status_code') === '404')
  expect(found.map(({ status, traceId }) => [status, traceId === trace])).toEqual([[{}, false]])
})

/** As docs/operating.md describes it; a request's log line may have no other fields. */
const common = { level: z.int(), time: z.int(), pid: z.int(), hostname: z.string() }
const CallLine = z.strictObject({
  ...common,
  requestId: z.uuid(),
  reqId: z.uuid().optional(),
  method: z.string(),
  route: z.string(),
  status: z.int(),
  code: z.string().optional(),
  problem: z.string().optional(),
  actor: z.uuid().optional(),
  ms: z.number(),
  dbMs: z.number(),
  queries: z.int(),
  traceId: z.string().length(32).optional(),
})
const OtherLine = z.looseObject({ ...common, msg: z.string() })

test('every log line has the format in operating.md; no trace ID without an endpoint', async () => {
  const server = await start({})
  const admin = await base.as('admin')
  const client = clientOf(server.url, admin.userId, admin.cookie)
  await client.send('GET', '/api/products?q=a%20secret')
  await client.send('POST', '/api/categories', { name: '' }, { 'idempotency-key': crypto.randomUUID() })
  await fetch(`${server.url}/api/products`)
  await fetch(`${server.url}/nowhere.js?token=a%20secret`)
  const ofCalls = () => logLines(server).filter((line) => 'requestId' in line)
  await until(async () => ofCalls().length >= 4)
  for (const line of logLines(server)) {
    const form = 'requestId' in line ? CallLine : OtherLine
    expect(form.safeParse(line).error?.issues ?? [], JSON.stringify(line)).toEqual([])
  }
  expect(ofCalls().map(({ status }) => status)).toEqual(expect.arrayContaining([200, 422, 401]))
  expect(ofCalls().some((line) => 'traceId' in line)).toBe(false)
  expect(server.output()).not.toContain('secret')
})
