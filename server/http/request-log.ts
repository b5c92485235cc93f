import type { FastifyInstance } from 'fastify'
import { type QueryTally, queryTally } from '#server/db/database.ts'

declare module 'fastify' {
  interface FastifyRequest {
    tally: QueryTally
  }
}

/** One JSON line a request, and Server-Timing with the statements it cost. */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('callerId', null)
  app.decorateRequest('refusalCode', null)
  app.decorateRequest('problem', null)
  app.decorateRequest('tally')
  app.addHook('onRequest', (request, _reply, done) => {
    request.tally = { statements: 0, ms: 0 }
    queryTally.run(request.tally, done)
  })
  app.addHook('onSend', async (request, reply) => {
    const { statements, ms } = request.tally
    if (statements > 0) reply.header('server-timing', `db;dur=${ms.toFixed(1)};desc="${statements}"`)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { statements, ms } = request.tally
    // Somebody has to look at it, also where the caller only tries again.
    request.log[reply.statusCode >= 500 ? 'error' : 'info']({
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      code: request.refusalCode ?? undefined,
      problem: request.problem ?? undefined,
      actor: request.callerId ?? undefined,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      dbMs: Math.round(ms * 10) / 10,
      queries: statements,
    })
  })
}
