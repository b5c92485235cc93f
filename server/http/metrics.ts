import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Refusal } from '#shared/http/refusal.ts'

/** A gauge that is read at each scrape: its current value, with its labels. */
export interface MetricReading {
  name: string
  help: string
  labels?: Record<string, string>
  value: number
}

interface MetricsOptions {
  /** Bearer token for scraping; without it, only this machine may read the metrics. */
  token: string | undefined
  version: string
  read: () => Promise<readonly MetricReading[]>
}

/** GET /metrics in the Prometheus format: request durations, the gauges of `read`, and metrics of the process. */
export function serveMetrics(http: FastifyInstance, { token, version, read }: MetricsOptions): void {
  const registry = new Registry()
  const requests = new Histogram({
    name: 'wardstock_http_request_duration_seconds',
    help: 'Seconds that requests took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers: [registry],
  })
  new Gauge({
    name: 'wardstock_info',
    help: 'The version',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.version }, 1)
  const gauges = new Map<string, Gauge>()
  let isWatched = false

  http.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    requests.observe({ method: request.method, route, status: `${reply.statusCode}` }, reply.elapsedTime / 1000)
  })
  http.get('/metrics', async (request, reply) => {
    assertMayReadMetrics(request, token)
    // Collecting process metrics has a cost, so it begins with the first scrape.
    if (!isWatched) collectDefaultMetrics({ register: registry })
    isWatched = true
    for (const gauge of gauges.values()) gauge.reset()
    for (const { name, help, labels = {}, value } of await read()) {
      const gauge =
        gauges.get(name) ?? new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] })
      gauges.set(name, gauge)
      gauge.set(labels, value)
    }
    const text = await registry.metrics()
    return reply.header('cache-control', 'no-store').type(registry.contentType).send(text)
  })
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Throws NOT_SIGNED_IN for a wrong token; if no token is set, FORBIDDEN for a client on another machine. */
function assertMayReadMetrics(request: FastifyRequest, token: string | undefined): void {
  if (token) {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (timingSafeEqual(digest(given), digest(token))) return
    throw new Refusal('NOT_SIGNED_IN', 'Send METRICS_TOKEN as a bearer token.')
  }
  // A reverse proxy on this machine forwards requests of others, so a forwarded request is not local.
  const isForwarded = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers
  if (!loopback.has(request.socket.remoteAddress ?? '') || isForwarded)
    throw new Refusal('FORBIDDEN', 'Without METRICS_TOKEN, figures are shown on this machine only.')
}

const digest = (text: string) => createHash('sha256').update(text).digest()
