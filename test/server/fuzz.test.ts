import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Route } from '#shared/http/route.ts'
import { apiDocument } from '#server/api-document.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { datesIn, goodPart, nasty, nastyDates, randomPart, withAt } from './random-requests.ts'

/* Every route gets requests that fit its schemas, nearly fit them, or fit nothing (reliability T9). */

/** Each route gets its turn again and again for so many seconds, and three times at least. */
const seconds = Number(process.env['FUZZ_SECONDS'] ?? 12)
const fewest = 3
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31)

// They end the session or take the rights of the user who asks everything else.
const isSuicide = ({ path }: Route) => path.endsWith('/logout')

test(
  `no request makes a 5xx, a status that is not declared, or stock that nothing explains (seed ${seed}) (T9, I5, I7, I9)`,
  async () => {
    const server = await startServer({ rateLimits: false })
    const declared = statusesOf(server)
    const wrong = new Map<string, string>()
    const seen = new Map<number, number>()
    let sent = 0
    const routes = server.app.routes.filter((route) => !isSuicide(route))
    const world = await worldOf(server)
    const began = performance.now()
    const isOver = (round: number) => round >= fewest && performance.now() - began > seconds * 1000
    for (let round = 0; !isOver(round); round += 1) {
      for (const [at, route] of routes.entries()) {
        const name = `${route.method} ${route.path}`
        const [request] = fc.sample(requestOf(route, world.ids), { numRuns: 1, seed: seed + round * 1000 + at })
        if (!request) continue
        const answer = await send(await world.caller(), route, request)
        sent += 1
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
        if (answer.status < 500 && declared.get(name)?.has(answer.status)) continue
        wrong.set(`${name} ${answer.status}`, JSON.stringify({ request, said: answer.body }).slice(0, 600))
      }
    }
    expect(Object.fromEntries(wrong)).toEqual({})
    expect(sent).toBeGreaterThanOrEqual(routes.length * fewest)
    // Neither all let through nor all refused: both halves of the schemas were reached.
    expect((seen.get(200) ?? 0) + (seen.get(201) ?? 0)).toBeGreaterThan(sent / 25)
    expect(seen.get(422) ?? 0).toBeGreaterThan(sent / 10)
    expect(await brokenInvariants(server.database.db)).toEqual({})
    expect(server.logs.filter((line) => line.includes('crashed'))).toEqual([])
  },
  seconds * 1000 + 300_000,
)

test(`every date that any call asks for may be impossible: 422 or 404, never a 5xx (seed ${seed}) (T9, I10)`, async () => {
  const server = await startServer({ rateLimits: false })
  const world = await worldOf(server)
  const wrong: string[] = []
  let asked = 0
  for (const route of server.app.routes) {
    for (const part of ['query', 'body'] as const) {
      const schema = route.spec[part]
      for (const { way, isMoment } of datesIn(schema)) {
        for (const [at, day] of nastyDates.entries()) {
          const date = isMoment ? `${day}T10:00:00Z` : day
          const [good] = fc.sample(goodPart(schema as never, world.ids), { numRuns: 1, seed: seed + at })
          const path = route.path.replace(/:\w+/g, () => world.ids[at % world.ids.length] ?? '')
          const headers = { 'if-match': '"v1"', 'idempotency-key': randomUUID() }
          const request = { path, query: undefined, body: undefined, headers, [part]: withAt(good, way, date) }
          const { status, body } = await send(await world.caller(), route, request)
          asked += 1
          const isImpossible = !['1900-01-01', '9999-12-31'].includes(day)
          if (status < 500 && !(isImpossible && status < 300)) continue
          wrong.push(`${route.method} ${path} ${part} ${way.join('.')} ${date}: ${status} ${JSON.stringify(body)}`)
        }
      }
    }
  }
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(400)
}, 300_000)

interface Request {
  path: string
  query: unknown
  body: unknown
  headers: Record<string, string>
}

function requestOf(route: Route, ids: readonly string[]): fc.Arbitrary<Request> {
  const { spec } = route
  const id = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...ids) },
    {
      weight: 2,
      arbitrary: fc.constantFrom('x', '%00', '..', '%2e%2e%2f', randomUUID(), 'null', '-1', '%F0%9F%A7%AA'),
    },
  )
  const header = (good: string, ...bad: string[]) =>
    fc.oneof({ weight: 6, arbitrary: fc.constant(good) }, fc.constantFrom('', ...bad))
  return fc.record({
    path: fc.array(id, { minLength: 3, maxLength: 3 }).map((all) => {
      let at = 0
      return route.path.replace(/:\w+/g, () => all[at++] ?? '')
    }),
    query: randomPart(spec.query, ids),
    body: route.method === 'GET' ? fc.constant(undefined) : randomPart(spec.body, ids),
    headers: fc.record({
      'if-match': header('"v1"', '"v2"', 'v', '*', 'W/"v1"', '99999999999999999999'),
      'idempotency-key': fc.oneof(
        { weight: 9, arbitrary: fc.uuid({ version: 4 }) },
        fc.constantFrom('', 'x', '0'.repeat(300)),
      ),
    }),
  })
}

async function send(client: Client, route: Route, { path, query, body, headers }: Request) {
  const filled = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
  const search = searchOf(query)
  const address = search === '' ? path : `${path}?${search}`
  // A file is sent raw; what no file is, too.
  if (route.spec.upload) {
    const bytes = new TextEncoder().encode(typeof body === 'string' ? body : String(nasty[path.length % nasty.length]))
    return client.send(route.method, address, bytes, { ...filled, 'content-type': route.spec.upload.types[0] ?? '*/*' })
  }
  return client.send(route.method, address, body === undefined ? undefined : JSON.stringify(body), {
    ...filled,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  })
}

function searchOf(query: unknown): string {
  if (typeof query !== 'object' || query === null) return ''
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [
      name,
      one !== null && typeof one === 'object' ? JSON.stringify(one) : String(one),
    ]),
  )
  return new URLSearchParams(pairs.filter(([, value]) => value !== 'undefined')).toString()
}

/** What the document says that a call may answer. */
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

/** A small company to do things to, and administrators who may lose their session on the way. */
async function worldOf(server: TestServer) {
  const admin = await server.as('admin')
  const place = await addPlace(admin)
  const products = [await addProduct(admin, place, { quantity: 500 }), await addProduct(admin, place)]
  const account = await addAccount(admin)
  const orders = []
  for (let time = 0; time < 4; time += 1) orders.push(await addOrder(admin, account.id, [[products[0]?.id ?? '', 3]]))
  let caller = admin
  const staff = await server.as('staff')
  return {
    ids: [
      ...products.map(({ id }) => id),
      ...orders.map(({ id }) => id),
      account.id,
      place.category.id,
      place.supplier.id,
      place.warehouse.id,
      admin.userId,
      staff.userId,
    ],
    async caller() {
      const { status } = await caller.send('GET', '/api/users')
      if (status !== 200) caller = await server.as('admin')
      return caller
    },
  }
}
