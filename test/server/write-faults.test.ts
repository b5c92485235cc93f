import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Route } from '#shared/http/route.ts'
import { cuts, type FaultProxy, faultProxy } from '#test/fault-proxy.ts'
import { reportFigure } from '#test/figures.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, startServer } from '#test/server.ts'
import { goodRequestOf, send, worldOf } from './route-requests.ts'

/*
 * Breaks every write route at one of its statements, in one of three ways, and retries with the same key (reliability
 * T7): the retry succeeds or is refused properly, a third attempt gets the same response, and the integrity checks
 * pass.
 */

/** Number of rounds over all routes. */
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 1)
const seed = Number(process.env['FAULT_SEED'] ?? Date.now() % 2 ** 31)
/** At the first statements keys are claimed and rows locked; at the last ones is the commit. */
const deepest = 14

// Logins and links have no key: after a failure, users start again. Report sums are recalculated each time.
const isWrite = ({ method, path, spec }: Route) =>
  method !== 'GET' &&
  spec.idempotency !== 'none' &&
  spec.access !== 'public' &&
  !spec.upload &&
  !path.startsWith('/api/auth/') &&
  path !== '/api/proofs/report-sums'

test(
  `a write whose connection breaks anywhere has exactly one effect after a retry (seed ${seed}) (T7, F2, F3)`,
  async () => {
    let proxy: FaultProxy | undefined
    const server = await startServer({
      rateLimits: false,
      through: async (connection) => (proxy = await faultProxy(connection)).connection,
    })
    if (!proxy) throw new Error('There is no way to the database')
    const world = await worldOf(server)
    const routes = server.app.routes.filter(isWrite)
    const wrong: string[] = []
    const [broken, done] = [new Set<string>(), new Set<string>()]
    let sent = 0
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, route] of routes.entries()) {
        const name = `${route.method} ${route.path}`
        const options = { numRuns: 1, seed: seed + round * 1000 + at }
        const [drawn] = fc.sample(
          fc.tuple(
            goodRequestOf(route, world.ids),
            fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: deepest })),
            fc.constantFrom(...cuts),
          ),
          options,
        )
        if (!drawn) continue
        const [request, nth, cut] = drawn
        const client: Client = await world.caller()
        const sendDrawn = () => send(client, route, request)
        proxy.cutAt(nth, cut)
        const first = await sendDrawn()
        const hasBroken = proxy.disarm()
        sent += 1
        if (!hasBroken) continue
        broken.add(name)
        const description = JSON.stringify({ cut, nth, request }).slice(0, 400)
        // Cached data or work after the response may break instead; then the first response is valid.
        if (first.status >= 500 && (first.status !== 503 || first.body.code !== 'DATABASE_DOWN'))
          wrong.push(`${name}: ${first.status} ${description}`)
        const second = await sendDrawn()
        if (second.status >= 500) wrong.push(`${name}, again: ${second.status} ${description}`)
        if (first.status < 300 && JSON.stringify(first.body) !== JSON.stringify(second.body))
          wrong.push(`${name}: acknowledged, then another answer ${description}`)
        if (second.status >= 300) continue
        done.add(name)
        const third = await sendDrawn()
        // Users who take away their own permissions are logged out.
        if (third.status === 401 && route.path.startsWith('/api/users/')) continue
        if (third.status !== second.status || JSON.stringify(third.body) !== JSON.stringify(second.body))
          wrong.push(`${name}: ${second.status}, then ${third.status} for the same key ${description}`)
        // A preview is rolled back, including its key.
        if (/preview/.test(route.path)) continue
        const key = request.headers['idempotency-key'] ?? ''
        const { rows } = await sql<{ status: number }>`select status from idempotency
          where key = ${key}::uuid and actor_id = ${client.userId}`.execute(server.database.db)
        if (rows.length !== 1) wrong.push(`${name}: ${rows.length} effects of one key ${description}`)
      }
    }
    reportFigure('writes cut off', broken.size)
    reportFigure('done after the cut', done.size)
    reportFigure('requests', sent)
    reportFigure('seed', seed)
    expect(wrong).toEqual([])
    // Random requests may be refused before the break or for their content. The numbers are reported, and only roughly
    // asserted.
    expect(broken.size).toBeGreaterThan(routes.length / 5)
    expect(done.size).toBeGreaterThan(2)
    expect(await brokenInvariants(server.database.db)).toEqual({})
    expect(server.logs.filter((line) => line.includes('crashed'))).toEqual([])
  },
  120_000 + rounds * 240_000,
)
