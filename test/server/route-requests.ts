import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Route } from '#shared/http/route.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import type { Client, TestServer } from '#test/server.ts'
import { goodPart, nasty, randomPart } from './random-requests.ts'

/* Requests generated from the contracts, and a small company to send them to. */

/** One request to a route, as it is sent. */
export interface RouteRequest {
  path: string
  query: unknown
  body: unknown
  headers: Record<string, string>
}

/** Requests that fit a route's schemas, nearly fit them, or don't fit at all. */
export function requestOf(route: Route, ids: readonly string[]): fc.Arbitrary<RouteRequest> {
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

export async function send(client: Client, route: Route, { path, query, body, headers }: RouteRequest) {
  const filled = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
  const search = searchOf(query)
  const address = search === '' ? path : `${path}?${search}`
  // An upload is sent as raw bytes, even if its body is no text.
  if (route.spec.upload) {
    const bytes = new TextEncoder().encode(typeof body === 'string' ? body : String(nasty[path.length % nasty.length]))
    return client.send(route.method, address, bytes, { ...filled, 'content-type': route.spec.upload.types[0] ?? '*/*' })
  }
  return client.send(route.method, address, body === undefined ? undefined : JSON.stringify(body), {
    ...filled,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  })
}

/** Requests that fit a route's schemas, with existing IDs. */
export function goodRequestOf({ method, path, spec }: Route, ids: readonly string[]): fc.Arbitrary<RouteRequest> {
  return fc.record({
    path: fc.array(fc.constantFrom(...ids), { minLength: 3, maxLength: 3 }).map((all) => {
      let at = 0
      return path.replace(/:\w+/g, () => all[at++] ?? '')
    }),
    query: spec.query ? goodPart(spec.query, ids) : fc.constant(undefined),
    body: method === 'GET' || !spec.body ? fc.constant(undefined) : goodPart(spec.body, ids),
    headers: fc.record({ 'if-match': fc.constant('"v1"'), 'idempotency-key': fc.uuid({ version: 4 }) }),
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

/** A small company for requests, and administrators who are replaced when they lose their session. */
export async function worldOf(server: TestServer) {
  const admin = await server.as('admin')
  const place = await addPlace(admin)
  const products = [await addProduct(admin, place, { quantity: 500 }), await addProduct(admin, place)]
  const account = await addAccount(admin)
  const orders = []
  for (let time = 0; time < 4; time += 1) orders.push(await addOrder(admin, account.id, [[products[0]?.id ?? '', 3]]))
  let caller = admin
  const callerNow = async () => {
    const { status } = await caller.send('GET', '/api/users')
    if (status !== 200) caller = await server.as('admin')
    return caller
  }
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
    /** An administrator with a valid session. */
    caller: callerNow,
    /**
     * Sends a request as an administrator. Afterwards, unless it was a read or a refusal, replaces the administrator if
     * the session has ended.
     */
    async send(route: Route, request: RouteRequest) {
      const answer = await send(caller, route, request)
      const isHarmless =
        answer.status < 300 ? route.method === 'GET' : [404, 409, 412, 413, 422, 428].includes(answer.status)
      if (!isHarmless) await callerNow()
      return answer
    },
  }
}
