import type { Call, Route, RouteSpec } from '#shared/http/route.ts'
import { addressOf } from './address.ts'
import { ApiError, errorOfAnswer, noResponse } from './api-error.ts'
import { timeoutMs } from './client.ts'
import { reportFailure } from './failures.ts'

/** Makes a declared call whose answer is a file, and saves that under its name. For what no link can ask for. */
export async function download<S extends RouteSpec>(route: Route<S>, input: Call<S>, name: string): Promise<void> {
  try {
    const { body } = input as { body?: unknown }
    const answer = await fetch(addressOf(route, input), {
      method: route.method,
      credentials: 'include',
      headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw noResponse()
    })
    if (!answer.ok) throw errorOfAnswer(answer, await answer.json().catch(() => undefined), 'Download failed')
    const address = URL.createObjectURL(await answer.blob())
    const link = Object.assign(document.createElement('a'), { href: address, download: name })
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
  } catch (error) {
    if (error instanceof ApiError) reportFailure(error, route.spec.access, false)
    throw error
  }
}
