import type { FastifyInstance } from 'fastify'
import type { RefusalCode } from '#shared/http/refusal.ts'
import type { Database } from '#server/db/database.ts'
import type { Replica, ReplicaState } from '#server/db/replica.ts'
import { refusalOf } from '#server/db/database-refusals.ts'

const cacheMs = 1000

/**
 * Health checks for process supervisors and load balancers: whether the process is alive, and whether it is ready, that is, the
 * database accepts new connections and writes.
 */
export function serveHealth(http: FastifyInstance, database: Database, replica: Replica): void {
  // These endpoints are public, so the result is cached: the database is checked at most once a second.
  let last = {
    at: -cacheMs,
    problem: Promise.resolve<string | null>(null),
    copy: Promise.resolve<ReplicaState['status'] | undefined>(undefined),
  }
  http.get('/health/live', async () => ({ status: 'live' }))
  http.get('/health/ready', async (_request, reply) => {
    if (performance.now() - last.at >= cacheMs) {
      const problem = database.check().then(
        () => null,
        (error: unknown) => statusOf(refusalOf(error)?.code),
      )
      // The server works without its replica, so the replica's state doesn't affect readiness.
      const copy = replica.state().then(
        (state) => state?.status,
        () => 'down' as const,
      )
      last = { at: performance.now(), problem, copy }
    }
    const status = await last.problem
    const copy = await last.copy
    if (!status) return { status: 'ready', ...(copy && { replica: copy }) }
    return reply.status(503).header('retry-after', '1').send({ status })
  })
}

const statusOf = (code: RefusalCode | undefined) =>
  code === 'DISK_FULL' || code === 'DATABASE_READ_ONLY' ? 'no write succeeds' : 'database down'
