import type { Call, Reply, Route, RouteSpec } from '#shared/http/route.ts'
import { addressOf } from '#web/api/address.ts'
import { errorOfAnswer, noResponse } from '#web/api/api-error.ts'
import { noteServerTime } from './clock-offset.ts'

const timeoutMs = 30_000

/**
 * Makes a declared call without toasts and without the office's client. Throws ApiError; status 0 if there is no
 * response.
 */
export async function request<S extends RouteSpec>(
  route: Route<S>,
  input: Omit<Call<S>, 'body'> & { body?: unknown },
): Promise<Reply<S>> {
  const { body } = input
  const isRaw = body instanceof ArrayBuffer
  let answer: Response
  let text: string
  const sentAt = Date.now()
  try {
    answer = await fetch(addressOf(route, input as Omit<Call<S>, 'body'>), {
      method: route.method,
      credentials: 'include',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        Accept: 'application/json',
        'X-Requested-With': 'XMLHttpRequest',
        ...(body !== undefined && { 'Content-Type': isRaw ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
    })
    noteServerTime(answer, sentAt)
    text = await answer.text()
  } catch {
    throw noResponse()
  }
  let parsed: unknown
  try {
    parsed = text === '' ? undefined : JSON.parse(text)
  } catch {
    // The response came from something in between, such as the login page of a public network.
    throw answer.ok ? noResponse() : errorOfAnswer(answer, undefined, 'Request failed')
  }
  if (!answer.ok) throw errorOfAnswer(answer, parsed, 'Request failed')
  return parsed as Reply<S>
}
