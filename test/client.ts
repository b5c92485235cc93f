import { randomUUID } from 'node:crypto'
import type { Call, Reply, Route, RouteSpec } from '#shared/http/route.ts'
import { exchange } from './requests/exchange.ts'

export interface Answer<T> {
  status: number
  /** The reply; of a refusal the words, the code and the fields. */
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
  /** Left out: a fresh one. `null`: none is sent. */
  key?: string | null
  headers?: Record<string, string>
}

export interface Client {
  url: string
  userId: string
  cookie: string
  /** A declared call with a body that fits it; with an Idempotency-Key of its own. */
  call<S extends RouteSpec>(route: Route<S>, input: Call<S>, options?: Options): Promise<Answer<Reply<S>>>
  /** The same, throwing unless it answers 2xx. */
  do<S extends RouteSpec>(route: Route<S>, input: Call<S>, options?: Options): Promise<Reply<S>>
  /** Anything at all. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Record<string, never>>>
}

/** `afterCall` sees every call that was answered, and throws where the server did what the contract does not say. */
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
 * The client of a race: who is told to come back sends the same again under the same key, as a browser does, until there is an
 * answer. On a slow machine somebody waits for a lock longer than a call may.
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

/** Every reply of every call in the tests is one that the contract promises. */
function assertReplyFits({ method, path, spec }: Route, { status, body }: Answer<unknown>): void {
  if (status >= 300 || status === 204 || spec.download || !spec.reply) return
  const parsed = spec.reply.safeParse(body)
  // Rows that a test writes by the thousand have ids of their own making.
  const issues = parsed.error?.issues.filter(({ message }) => message !== 'is not an id') ?? []
  if (issues.length > 0)
    throw new Error(`${method} ${path} answered what its contract does not say: ${JSON.stringify(issues)}`)
}

/** Sent as it is: a file, or JSON that a test broke on purpose. */
const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array

/** The address of a call: path parameters filled in, the query behind. */
export function pathOf(route: Route, input: unknown): string {
  const { params = {}, query = {} } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  const path = route.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])))
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((one): [string, string][] => (one === undefined ? [] : [[name, String(one)]])),
  )
  const search = new URLSearchParams(pairs).toString()
  return search ? `${path}?${search}` : path
}
