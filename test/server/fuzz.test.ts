import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Route } from '#shared/http/route.ts'
import { apiDocument } from '#server/api-document.ts'
import { reportFigure } from '#test/figures.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { datesIn, goodPart, nastyDates, withAt } from './random-requests.ts'
import { requestOf, worldOf } from './route-requests.ts'

/* Every route gets requests that fit its schemas, nearly fit them, or don't fit at all (reliability T9). */

/** Requests are sent to all routes in rounds for this many seconds, at least three rounds. */
const seconds = Number(process.env['FUZZ_SECONDS'] ?? 12)
const fewest = 3
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31)

// A logout would end the session of the user who sends all other requests.
const isSuicide = ({ path }: Route) => path.endsWith('/logout')

test(
  `random requests cause no 5xx, no undeclared status and no failed integrity check (seed ${seed}) (T9, I5, I7, I9)`,
  async () => {
    const server = await startServer({ rateLimits: false })
    const declared = statusesOf(server)
    const wrong = new Map<string, string>()
    const seen = new Map<number, number>()
    let sent = 0
    const routes = server.app.routes.filter((route) => !isSuicide(route))
    const world = await worldOf(server)
    const requests = new Map(routes.map((route) => [route, requestOf(route, world.ids)]))
    const began = performance.now()
    const isOver = (round: number) => round >= fewest && performance.now() - began > seconds * 1000
    for (let round = 0; !isOver(round); round += 1) {
      for (const [at, route] of routes.entries()) {
        const name = `${route.method} ${route.path}`
        const [request] = fc.sample(requests.get(route)!, { numRuns: 1, seed: seed + round * 1000 + at })
        if (!request) continue
        const answer = await world.send(route, request)
        sent += 1
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
        if (answer.status < 500 && declared.get(name)?.has(answer.status)) continue
        wrong.set(`${name} ${answer.status}`, JSON.stringify({ request, said: answer.body }).slice(0, 600))
      }
    }
    reportFigure('requests', sent)
    reportFigure('routes', routes.length)
    reportFigure('seed', seed)
    expect(Object.fromEntries(wrong)).toEqual({})
    expect(sent).toBeGreaterThanOrEqual(routes.length * fewest)
    // Neither all accepted nor all refused: valid and invalid input was covered.
    expect((seen.get(200) ?? 0) + (seen.get(201) ?? 0)).toBeGreaterThan(sent / 25)
    expect(seen.get(422) ?? 0).toBeGreaterThan(sent / 10)
    expect(await brokenInvariants(server.database.db)).toEqual({})
    expect(server.logs.filter((line) => line.includes('crashed'))).toEqual([])
  },
  seconds * 1000 + 300_000,
)

test(`impossible dates in any date field get 422 or 404, never a 5xx (seed ${seed}) (T9, I10)`, async () => {
  const server = await startServer({ rateLimits: false })
  const world = await worldOf(server)
  const wrong: string[] = []
  let requestCount = 0
  for (const route of server.app.routes) {
    for (const part of ['query', 'body'] as const) {
      const schema = route.spec[part]
      if (!schema) continue
      const goodParts = goodPart(schema, world.ids)
      for (const { way, isMoment } of datesIn(schema)) {
        for (const [at, day] of nastyDates.entries()) {
          const date = isMoment ? `${day}T10:00:00Z` : day
          const [good] = fc.sample(goodParts, { numRuns: 1, seed: seed + at })
          const path = route.path.replace(/:\w+/g, () => world.ids[at % world.ids.length] ?? '')
          const headers = { 'if-match': '"v1"', 'idempotency-key': randomUUID() }
          const request = { path, query: undefined, body: undefined, headers, [part]: withAt(good, way, date) }
          const { status, body } = await world.send(route, request)
          requestCount += 1
          const isImpossible = !['1900-01-01', '9999-12-31'].includes(day)
          if (status < 500 && !(isImpossible && status < 300)) continue
          wrong.push(`${route.method} ${path} ${part} ${way.join('.')} ${date}: ${status} ${JSON.stringify(body)}`)
        }
      }
    }
  }
  expect(wrong).toEqual([])
  expect(requestCount).toBeGreaterThan(400)
}, 300_000)

/** The statuses that the OpenAPI document declares for each route. */
function statusesOf({ app }: TestServer): Map<string, Set<number>> {
  const { paths } = apiDocument(app.routes) as unknown as {
    paths: Record<string, Record<string, { responses: object }>>
  }
  return new Map(
    app.routes.map((route) => {
      const at = route.path.replace(/:(\w+)/g, '{$1}')
      const responses = paths[at]?.[route.method.toLowerCase()]?.responses ?? {}
      return [`${route.method} ${route.path}`, new Set(Object.keys(responses).map(Number))]
    }),
  )
}
