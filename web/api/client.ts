import type { Call, Reply, Route, RouteSpec } from '#shared/http/route.ts'
import { addressOf } from './address.ts'
import { ApiError, errorOfAnswer, noResponse } from './api-error.ts'
import { reportFailure } from './failures.ts'
import { refreshAfter, refused } from './refresh.ts'
import { confirmIdentity } from './sudo.ts'

export const timeoutMs = 30_000

export type CallOptions = {
  /** The version that was read, for If-Match. */
  version?: number | undefined
  /** A UUID: calls with the same key have one effect. */
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
  /** "Login failed": precedes the message when the response has no text of its own. */
  prefix?: string
  /** No toast: the caller shows the error. */
  quiet?: boolean
}

/**
 * Makes a declared call. Throws ApiError; an abort by `signal` is rethrown unchanged. If the server requires sudo
 * (SUDO_REQUIRED), asks the user to confirm their identity and repeats the call.
 */
export async function call<S extends RouteSpec>(
  route: Route<S>,
  input: Call<S>,
  options: CallOptions = {},
): Promise<Reply<S>> {
  try {
    const reply = await attemptTwice(route, input, options)
    refreshAfter(route, input, reply)
    return reply
  } catch (error) {
    if (error instanceof ApiError) {
      if (error.code === 'NOT_SIGNED_IN') hasSession = false
      if (outdatedStatuses.includes(error.status)) refreshAfter(route, input, refused)
      reportFailure(error, route.spec.access, options.quiet ?? false)
    }
    throw error
  }
}

/** Deleted, in another status, or changed meanwhile: the page that sent the call shows stale data. */
const outdatedStatuses = [404, 409, 412]

async function attemptTwice<S extends RouteSpec>(
  route: Route<S>,
  input: Call<S>,
  options: CallOptions,
): Promise<Reply<S>> {
  const before = writesDone
  try {
    return await attempt(route, input, options)
  } catch (error) {
    if (!(error instanceof ApiError && (await isWorthSendingAgain(error, before)))) throw error
    return await attempt(route, input, options)
  }
}

/** How long another tab's response may take to set the cookie of a session that it replaced, in milliseconds. */
const cookieDelayMs = 300

/**
 * Whether to repeat a refused call: the user has confirmed their identity, or a write (such as a new password) replaced
 * the session while the call was under way with the old cookie – in this tab or another.
 */
async function isWorthSendingAgain({ code }: ApiError, before: number): Promise<boolean> {
  if (code === 'SUDO_REQUIRED') return confirmIdentity()
  if (code !== 'NOT_SIGNED_IN') return false
  await Promise.allSettled(writesUnderWay)
  if (writesDone !== before) return true
  if (!hasSession) return false
  await new Promise((done) => setTimeout(done, cookieDelayMs))
  return true
}

const writesUnderWay = new Set<Promise<unknown>>()
let writesDone = 0
/** A call that needs a session has succeeded, and none has been refused for good since. */
let hasSession = false

async function attempt<S extends RouteSpec>(route: Route<S>, input: Call<S>, options: CallOptions): Promise<Reply<S>> {
  const attempted = attemptOnce(route, input, options).then((reply) => {
    hasSession ||= route.spec.access !== 'public'
    return reply
  })
  if (route.method === 'GET') return attempted
  writesUnderWay.add(attempted)
  try {
    const reply = await attempted
    writesDone += 1
    return reply
  } finally {
    writesUnderWay.delete(attempted)
  }
}

async function attemptOnce<S extends RouteSpec>(
  route: Route<S>,
  input: Call<S>,
  options: CallOptions,
): Promise<Reply<S>> {
  const { body } = input as { body?: unknown }
  const headers = headersOf(options)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  const answer = await send(addressOf(route, input), {
    method: route.method,
    headers,
    signal: options.signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await readText(answer, options.signal)
  if (!answer.ok) throw errorOfAnswer(answer, readJson(text), options.prefix ?? 'Request failed')
  const reply = text === '' ? undefined : readJson(text)
  // A proxy's error page or a truncated response: not JSON, so it must not reach the cache.
  if (text !== '' && reply === undefined) throw noResponse()
  return reply as Reply<S>
}

function headersOf({ version, idempotencyKey }: CallOptions): Headers {
  const headers = new Headers({ Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' })
  if (version !== undefined) headers.set('If-Match', `"v${version}"`)
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey)
  return headers
}

type Sent = Omit<RequestInit, 'signal'> & { signal: AbortSignal | undefined }

declare global {
  /** Responses that public/first-paint.js requested while the app was loading, by URL. */
  var earlyAnswers: Map<string, Promise<Response>> | undefined
}

/** Each early response serves one call. */
function takeEarlyAnswer(address: string): Promise<Response> | undefined {
  const answer = globalThis.earlyAnswers?.get(address)
  globalThis.earlyAnswers?.delete(address)
  return answer
}

async function send(address: string, { signal, ...init }: Sent): Promise<Response> {
  const late = AbortSignal.timeout(timeoutMs)
  try {
    const early = takeEarlyAnswer(address)
    if (early) return await early
    return await fetch(address, {
      ...init,
      credentials: 'include',
      signal: signal ? AbortSignal.any([signal, late]) : late,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw noResponse()
  }
}

// The connection may also break, or the timeout expire, while the body is being read.
async function readText(answer: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await answer.text()
  } catch (error) {
    if (signal?.aborted) throw error
    throw noResponse()
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
