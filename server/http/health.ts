import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/database.ts'

const keptMs = 1000

/** Asked by who keeps the server running: whether the process lives, and whether its database lets new connections in. */
export function serveHealth(http: FastifyInstance, database: Database): void {
  // Anybody may ask: however many do, the database is asked once a second at most.
  let last = { at: -keptMs, isReady: Promise.resolve(false) }
  http.get('/health/live', async () => ({ status: 'live' }))
  http.get('/health/ready', async (_request, reply) => {
    if (performance.now() - last.at >= keptMs) {
      const isReady = database.check().then(
        () => true,
        () => false,
      )
      last = { at: performance.now(), isReady }
    }
    if (await last.isReady) return { status: 'ready' }
    return reply.status(503).header('retry-after', '1').send({ status: 'database down' })
  })
}
