import { randomUUID } from 'node:crypto'
import type { Call, Reply, Route, RouteSpec } from '#shared/http/route.ts'
import { exchange } from './requests/exchange.ts'

export interface Answer<T> {
  status: number
  /** The reply, or for a refusal its message, code and fields. */
  body: (T extends undefined ? unknown : T) & {
    error: string
    code: string
    fields?: Record<string, string>
    details?: unknown
    requestId: string
  }
  headers: Headers
}

interface Options {
  version?: number
  /** The Idempotency-Key. Undefined: a new one; `null`: none is sent. */
  key?: string | null
  headers?: Record<string, string>
}

export interface Client {
  url: string
  userId: string
  cookie: string
  /** Calls a declared route with typed input and a new Idempotency-Key. */
  call<S extends RouteSpec>(route: Route<S>, input: Call<S>, options?: Options): Promise<Answer<Reply<S>>>
  /** The same, but throws unless the status is 2xx. */
  do<S extends RouteSpec>(route: Route<S>, input: Call<S>, options?: Options): Promise<Reply<S>>
  /** Sends any request. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Record<string, never>>>
}

/** `afterCall` runs after every response, and throws if the server violated the contract of the route. */
export function clientOf(url: string, userId: string, cookie: string, afterCall: () => void = () => {}): Client {
  const send: Client['send'] = async (method, path, body, headers = {}) => {
    const sent = body === undefined || isRaw(body) ? body : JSON.stringify(body)
    const answer = await exchange(method, url + path, sent, {
      'x-requested-with': 'XMLHttpRequest',
      ...(cookie ? { cookie } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    })
    const { text } = answer
    afterCall()
    const isJson = answer.headers.get('content-type')?.includes('json')
    return { status: answer.status, body: text && isJson ? JSON.parse(text) : (text as never), headers: answer.headers }
  }
  const call: Client['call'] = async (route, input, options = {}) => {
    const headers: Record<string, string> = { ...options.headers }
    if (options.version !== undefined) headers['if-match'] = `"v${options.version}"`
    if (route.method !== 'GET' && options.key !== null) headers['idempotency-key'] = options.key ?? randomUUID()
    const given = input as { body?: unknown }
    const answer = await send(route.method, pathOf(route, input), given.body, headers)
    assertReplyFits(route, answer)
    return answer as never
  }
  return {
    url,
    userId,
    cookie,
    send,
    call,
    do: doBy(call),
  }
}

/**
 * A client for race tests: like a browser, it retries REQUEST_IN_PROGRESS and SERVER_BUSY with the same key until it
 * gets another response. On a slow machine, some requests wait for a lock longer than the lock timeout.
 */
export function patient(client: Client): Client {
  const call: Client['call'] = async (route, input, options = {}) => {
    const key = options.key === undefined ? randomUUID() : options.key
    for (;;) {
      const answer = await client.call(route, input, { ...options, key })
      if (answer.body?.code !== 'REQUEST_IN_PROGRESS' && answer.body?.code !== 'SERVER_BUSY') return answer
      await new Promise((done) => setTimeout(done, 100 + Math.random() * 400))
    }
  }
  return { ...client, call, do: doBy(call) }
}

const doBy =
  (call: Client['call']): Client['do'] =>
  async (route, input, options) => {
    const answer = await call(route, input, options)
    if (answer.status >= 300) {
      throw new Error(`${route.method} ${route.path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    return answer.body as never
  }

/** Checks every reply in the tests against the schema of its contract. */
function assertReplyFits({ method, path, spec }: Route, { status, body }: Answer<unknown>): void {
  if (status >= 300 || status === 204 || spec.download || !spec.reply) return
  const parsed = spec.reply.safeParse(body)
  // Tests that insert thousands of rows may use ids that aren't valid UUIDs.
  const issues = parsed.error?.issues.filter(({ message }) => message !== 'is not an id') ?? []
  if (issues.length > 0)
    throw new Error(`${method} ${path} answered what its contract does not say: ${JSON.stringify(issues)}`)
}

/** A body that is sent unchanged: a file, or JSON that is broken on purpose. */
const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array

/** The path of a request with its path parameters and query string. */
export function pathOf(route: Route, input: unknown): string {
  const { params = {}, query = {} } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  const path = route.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])))
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((one): [string, string][] => (one === undefined ? [] : [[name, String(one)]])),
  )
  const search = new URLSearchParams(pairs).toString()
  return search ? `${path}?${search}` : path
}
