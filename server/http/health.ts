import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/database.ts'

/** Asked by who keeps the server running: whether the process lives, and whether its database answers. */
export function serveHealth(http: FastifyInstance, database: Database): void {
  http.get('/health/live', async () => ({ status: 'live' }))
  http.get('/health/ready', async (_request, reply) => {
    try {
      await database.pool.query('select 1')
      return { status: 'ready' }
    } catch {
      return reply.status(503).header('retry-after', '1').send({ status: 'database down' })
    }
  })
}
