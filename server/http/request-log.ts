import type { FastifyInstance } from 'fastify'
import type { Tracing } from '#server/kernel/tracing.ts'
import { type QueryTally, queryTally } from '#server/db/counted-client.ts'

declare module 'fastify' {
  interface FastifyRequest {
    tally: QueryTally
  }
}

/** Logs one JSON line per request, and sends Server-Timing with its database time and number of statements. */
export function logRequests(app: FastifyInstance, tracing?: Tracing, isParentTrusted = false): void {
  app.decorateRequest('callerId', null)
  app.decorateRequest('refusalCode', null)
  app.decorateRequest('problem', null)
  app.decorateRequest('tally')
  app.addHook('onRequest', (request, _reply, done) => {
    const trace = tracing?.start(
      request.method,
      'server',
      { 'http.request.method': request.method },
      isParentTrusted ? String(request.headers['traceparent'] ?? '') : undefined,
    )
    request.tally = { statements: 0, trips: 0, ms: 0, trace }
    queryTally.run(request.tally, done)
  })
  app.addHook('onSend', async (request, reply) => {
    const { statements, trips, ms } = request.tally
    if (statements > 0)
      reply.header('server-timing', `db;dur=${ms.toFixed(1)};desc="${statements}", trips;desc="${trips}"`)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { statements, ms, trace } = request.tally
    const route = request.routeOptions.url ?? 'none'
    // Neither the URL's path nor its query, as they may contain secrets: only the route's pattern.
    trace?.end(
      { 'http.route': route, 'http.response.status_code': reply.statusCode, 'wardstock.request_id': request.id },
      reply.statusCode >= 500 ? String(reply.statusCode) : undefined,
    )
    // A 5xx needs attention, even if the client only has to retry.
    request.log[reply.statusCode >= 500 ? 'error' : 'info']({
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      code: request.refusalCode ?? undefined,
      problem: request.problem ?? undefined,
      actor: request.callerId ?? undefined,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      dbMs: Math.round(ms * 10) / 10,
      queries: statements,
      traceId: trace?.traceId,
    })
  })
}
