import { toast } from 'sonner'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { route } from '#shared/http/route.ts'
import { identityApi } from '#shared/identity/login/api.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { addressOf } from '#web/api/address.ts'
import { ApiError, noResponseText } from '#web/api/api-error.ts'
import { call, timeoutMs } from '#web/api/client.ts'
import { globalText, sessionChanges } from '#web/api/failures.ts'
import { isWorthRetrying, retryDelay } from '#web/api/query.ts'

const toasts: string[] = []

const fetched = vi.fn<typeof fetch>()
const answer = (status: number, body: unknown, statusText = '') =>
  fetched.mockResolvedValue(
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, statusText }),
  )

beforeEach(() => {
  toasts.length = 0
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  // Spies on the object itself: another test file of this process may have loaded modules that use it.
  vi.spyOn(toast, 'error').mockImplementation((text) => toasts.push(String(text)))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const putThing = route('PUT /api/things/:id', {
  access: 'session',
  summary: 'For this test.',
  emits: [],
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ q: z.string().optional(), tag: z.array(z.string()).optional() }),
  body: z.strictObject({ name: z.string() }),
  reply: z.object({ name: z.string() }),
})
const send = () => call(putThing, { params: { id: 'a/b' }, query: { tag: ['x', 'y'] }, body: { name: 'Ana' } })
const failing = async (act: () => Promise<unknown>) => {
  const error = await act().then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw new Error(`no ApiError: ${String(error)}`)
  return error
}

describe('an API call', () => {
  test('[HTTP-01] sends JSON, cookies and X-Requested-With to the filled-in path', async () => {
    answer(200, { name: 'Ana' })
    expect(await send()).toEqual({ name: 'Ana' })
    const [address, init] = fetched.mock.calls[0] ?? []
    const headers = new Headers(init?.headers)
    expect(address).toBe('/api/things/a%2Fb?tag=x&tag=y')
    expect(init).toMatchObject({ method: 'PUT', credentials: 'include', body: '{"name":"Ana"}' })
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('x-requested-with')).toBeTruthy()
    expect(headers.has('if-match')).toBe(false)
  })
  test('sends the version as If-Match, and the idempotency key', async () => {
    answer(200, {})
    await call(settingsApi.getSettings, {}, { version: 7, idempotencyKey: 'k' })
    const headers = new Headers(fetched.mock.calls[0]?.[1]?.headers)
    expect([headers.get('if-match'), headers.get('idempotency-key')]).toEqual(['"v7"', 'k'])
  })
  test('[HTTP-01] times out after 30000 ms with NO_RESPONSE', async () => {
    expect(timeoutMs).toBe(30_000)
    const given = vi
      .spyOn(AbortSignal, 'timeout')
      .mockReturnValue(AbortSignal.abort(new DOMException('', 'TimeoutError')))
    fetched.mockImplementation(async (_, init) => {
      init?.signal?.throwIfAborted()
      return new Response()
    })
    expect((await failing(send)).code).toBe('NO_RESPONSE')
    expect(given).toHaveBeenCalledWith(30_000)
    given.mockRestore()
  })
  test('an abort by the caller shows no toast', async () => {
    const abort = new AbortController()
    abort.abort()
    fetched.mockRejectedValue(abort.signal.reason)
    await expect(call(settingsApi.getSettings, {}, { signal: abort.signal })).rejects.toBe(abort.signal.reason)
    expect(toasts).toEqual([])
  })
  test('a missing path parameter throws', () => {
    expect(() => addressOf(putThing, { params: { id: '' } })).toThrow('id is missing')
  })
})

describe('[HTTP-02] the error message', () => {
  test('is the error of the response, with its fields', async () => {
    answer(422, { error: 'name: is required', code: 'INVALID', fields: { name: 'is required' } }, 'Unprocessable')
    const error = await failing(send)
    expect(error).toMatchObject({ message: 'name: is required', status: 422, code: 'INVALID' })
    expect(error.fields).toEqual({ name: 'is required' })
  })
  test('is the status text if the response has no message', async () => {
    answer(502, '<html>', 'Bad Gateway')
    expect((await failing(send)).message).toBe('Bad Gateway')
  })
  test('is the prefix with a default message if there is no status text either', async () => {
    answer(502, '')
    const error = await failing(() =>
      call(identityApi.login, { body: { email: 'a', password: 'b' } }, { prefix: 'Login failed' }),
    )
    expect(error.message).toBe('Login failed: Request failed with status code 502')
  })
  test('[HTTP-03] is the network error text if there is no response', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    expect((await failing(send)).message).toBe(noResponseText)
    expect(noResponseText).toBe(
      'Network Error: No response from server. Please check your internet connection or try again later.',
    )
  })
})

describe('[HTTP-04] global error handling', () => {
  const listen = () => {
    const expired = vi.fn()
    sessionChanges.addEventListener('session-expired', expired, { once: true })
    return expired
  }
  const refuse = async () => new Response('{"code":"NOT_SIGNED_IN"}', { status: 401 })
  test('401 fires the session-expired event', async () => {
    const expired = listen()
    fetched.mockImplementation(refuse)
    await failing(send)
    expect(expired).toHaveBeenCalledOnce()
  })
  test('resends a request whose session cookie a concurrent write has replaced', async () => {
    const expired = listen()
    const replacing = Promise.withResolvers<Response>()
    fetched.mockReturnValueOnce(replacing.promise)
    const write = send()
    fetched.mockResolvedValueOnce(new Response('{"code":"NOT_SIGNED_IN"}', { status: 401 }))
    const read = call(identityApi.profile, {})
    // The read is refused before the response with the new cookie arrives.
    await new Promise((done) => setTimeout(done, 10))
    expect(fetched).toHaveBeenCalledTimes(2)
    fetched.mockResolvedValueOnce(new Response('{"user":null}', { status: 200 }))
    replacing.resolve(new Response('{"name":"Ana"}', { status: 200 }))
    await Promise.all([write, read])
    expect(fetched).toHaveBeenCalledTimes(3)
    expect(expired).not.toHaveBeenCalled()
  })
  test('resends requests whose session cookie another tab has replaced', async () => {
    const expired = listen()
    answer(200, { name: 'Ana' })
    await send()
    fetched.mockImplementationOnce(refuse).mockImplementationOnce(refuse)
    fetched.mockImplementation(async () => new Response('{"name":"Ana"}', { status: 200 }))
    await Promise.all([send(), send()])
    expect(fetched).toHaveBeenCalledTimes(5)
    expect(expired).not.toHaveBeenCalled()
  })
  test('after the session ends, retries a 401 once; without a session, does not retry', async () => {
    answer(200, { name: 'Ana' })
    await send()
    const expired = listen()
    fetched.mockImplementation(refuse)
    const refused = () => Promise.all([failing(send), failing(() => call(identityApi.profile, {})), failing(send)])
    await refused()
    expect(fetched).toHaveBeenCalledTimes(1 + 6)
    await refused()
    expect(fetched).toHaveBeenCalledTimes(1 + 6 + 3)
    expect(expired).toHaveBeenCalled()
  })
  test('401 of the login shows no toast and fires no session-expired event', async () => {
    const expired = listen()
    answer(401, { error: 'E-mail or password is wrong.', code: 'WRONG_CREDENTIALS' })
    await failing(() => call(identityApi.login, { body: { email: 'a', password: 'b' } }))
    expect(expired).not.toHaveBeenCalled()
    expect(toasts).toEqual([])
  })
  test('403, 500 and no response show a toast', async () => {
    answer(403, { error: 'Action not permitted.', code: 'FORBIDDEN' })
    await failing(send)
    answer(500, { error: 'The server failed.', code: 'INTERNAL_ERROR' })
    await failing(send)
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    await failing(send)
    expect(toasts).toEqual([
      'Action not permitted.',
      'Server error. Please try again later.',
      'Network error. Check your connection.',
    ])
  })
  test('other refusals, and those that a page explains, show no global toast', () => {
    expect(globalText({ status: 409, code: 'IN_USE' })).toBeUndefined()
    expect(globalText({ status: 403, code: 'SETUP_CODE_WRONG' })).toBeUndefined()
  })
})

test('[HTTP-06] retries three times with a growing delay if there is no response, and never a refused request', () => {
  const silent = new ApiError('', { status: 0, code: 'NO_RESPONSE' })
  const refused = new ApiError('', { status: 404, code: 'NOT_FOUND' })
  expect([0, 1, 2, 3].map((failures) => isWorthRetrying(failures, silent))).toEqual([true, true, true, false])
  expect(isWorthRetrying(0, refused)).toBe(false)
  expect([0, 1, 2, 10].map(retryDelay)).toEqual([1000, 2000, 4000, 30_000])
})
