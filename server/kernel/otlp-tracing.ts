import { randomBytes } from 'node:crypto'
import type { Span, Tracing } from './tracing.ts'

interface Options {
  /** URL of the collector: OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string
  /** `name=value,…`, percent-encoded. */
  headers?: string | undefined
  service: string
  version: string
  /** Sampling ratio, 0 to 1, of traces that begin here. */
  ratio: number
  warn: (message: string) => void
}

type Attributes = Parameters<Span['child']>[1]

const kinds = { server: 2, client: 3, consumer: 5 }
const sendEveryMs = 2000
const batchSize = 512
/** Maximum number of queued spans if the collector is slow; later ones are dropped. */
const maxWaiting = 4096
const giveUpMs = 10_000
const warnEveryMs = 60_000

/** OpenTelemetry export by OTLP/HTTP with JSON, loaded only if an endpoint is set. If the collector fails, only traces are lost. */
export function otlpTracing({ endpoint, headers = '', service, version, ratio, warn }: Options): Tracing {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const sent = { 'content-type': 'application/json', ...readHeaders(headers) }
  const resource = {
    attributes: pairs({ 'service.name': service, 'service.version': version, 'process.pid': process.pid }),
  }
  let waiting: object[] = []
  let dropped = 0
  let warnedAt = -Infinity
  let sending: Promise<void> = Promise.resolve()

  async function send(): Promise<void> {
    const spans = waiting.splice(0, batchSize)
    if (spans.length === 0) return
    const body = JSON.stringify({
      resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'wardstock', version }, spans }] }],
    })
    try {
      const answer = await fetch(url, { method: 'POST', headers: sent, body, signal: AbortSignal.timeout(giveUpMs) })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`it answered ${answer.status}`)
    } catch (error) {
      dropped += spans.length
      if (performance.now() - warnedAt < warnEveryMs) return
      warnedAt = performance.now()
      warn(`Traces can't be sent: ${(error as Error).message} (${dropped} spans dropped so far)`)
    }
  }
  const flush = () => {
    sending = sending.then(send)
    return sending
  }
  const timer = setInterval(() => void flush(), sendEveryMs)
  timer.unref()

  function span(
    traceId: string,
    parentSpanId: string | undefined,
    name: string,
    kind: number,
    attributes: Attributes,
  ): Span {
    const spanId = randomBytes(8).toString('hex')
    const begun = nanoseconds()
    return {
      traceId,
      child: (inner, more) => span(traceId, spanId, inner, kinds.client, more),
      end(more = {}, failure) {
        if (waiting.length >= maxWaiting) return void (dropped += 1)
        const all = { ...attributes, ...more, ...(failure && { 'error.type': failure }) }
        const times = { startTimeUnixNano: begun, endTimeUnixNano: nanoseconds() }
        const status = failure ? { code: 2 } : {}
        waiting.push({
          traceId,
          spanId,
          ...(parentSpanId && { parentSpanId }),
          name,
          kind,
          ...times,
          attributes: pairs(all),
          status,
        })
        if (waiting.length >= batchSize) void flush()
      },
    }
  }
  return {
    start(name, kind, attributes, parent) {
      const [, traceId, parentId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(parent ?? '') ?? []
      const isSent = flags ? (Number.parseInt(flags, 16) & 1) === 1 : Math.random() < ratio
      const id = traceId ?? randomBytes(16).toString('hex')
      return isSent ? span(id, parentId, name, kinds[kind], attributes) : unsent(id)
    },
    async close() {
      clearInterval(timer)
      while (waiting.length > 0) await flush()
      await sending
    },
  }
}

/** A span that is not sampled: it has a trace id for the log, but is not sent. */
const unsent = (traceId: string): Span => ({ traceId, child: () => unsent(traceId), end: () => {} })

const nanoseconds = () => String(BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n)

const pairs = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }))

function readHeaders(text: string): Record<string, string> {
  const named = text.split(',').filter((one) => one.includes('='))
  return Object.fromEntries(
    named.map((one) => {
      const at = one.indexOf('=')
      return [one.slice(0, at).trim().toLowerCase(), decodeURIComponent(one.slice(at + 1).trim())]
    }),
  )
}
