import type { Reply, Route, RouteSpec } from '#shared/http/route.ts'
import { errorOfAnswer, noResponse } from '#web/api/api-error.ts'

const timeoutMs = 20_000

async function post(route: Route, body: object): Promise<Response> {
  let answer: Response
  try {
    answer = await fetch(route.path, {
      method: route.method,
      headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch {
    throw noResponse()
  }
  if (answer.ok) return answer
  const problem: unknown = await answer.json().catch(() => undefined)
  throw errorOfAnswer(answer, problem, 'Request failed')
}

/** Sends a request with the link's token: without a session or toasts. Throws ApiError. */
export const callByLink = async <S extends RouteSpec>(route: Route<S>, body: object): Promise<Reply<S>> =>
  (await post(route, body)).json() as Promise<Reply<S>>

/** The same for an image. */
export const fetchPicture = async (route: Route, body: object): Promise<Blob> => (await post(route, body)).blob()
