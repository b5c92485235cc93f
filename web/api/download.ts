import type { Access, Call, Route, RouteSpec } from '#shared/http/route.ts'
import { addressOf } from './address.ts'
import { ApiError, errorOfAnswer, noResponse } from './api-error.ts'
import { timeoutMs } from './client.ts'
import { reportFailure } from './failures.ts'

/** Progress and cancellation of a long download. */
interface Watch {
  signal: AbortSignal
  arrived: (piece: Uint8Array) => void
}

/**
 * Makes a declared call that returns a file, and saves it under `name`: for requests that a link can't make. The timeout
 * restarts with each chunk, so a long download doesn't fail. Returns false when cancelled.
 */
export function download<S extends RouteSpec>(
  route: Route<S>,
  input: Call<S>,
  name: string,
  watch?: Watch,
): Promise<boolean> {
  const { body } = input as { body?: unknown }
  const init = {
    method: route.method,
    headers: { 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  return save(addressOf(route, input), init, { name, access: route.spec.access, ...(watch && { watch }) })
}

/** Saves the file behind a link, under the name in its Content-Disposition header. */
export const downloadFrom = (address: string): Promise<boolean> => save(address, {}, { access: 'session' })

type Saved = { name?: string; access: Access; watch?: Watch }

async function save(address: string, init: RequestInit, { name, access, watch }: Saved): Promise<boolean> {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), timeoutMs)
  }
  try {
    wait()
    const answer = await fetch(address, {
      ...init,
      credentials: 'include',
      headers: { ...init.headers, 'X-Requested-With': 'XMLHttpRequest' },
      signal: watch ? AbortSignal.any([silence.signal, watch.signal]) : silence.signal,
    }).catch(() => {
      throw noResponse()
    })
    if (!answer.ok) throw errorOfAnswer(answer, await answer.json().catch(() => undefined), 'Download failed')
    const file = await piecesOf(answer, (piece) => {
      wait()
      watch?.arrived(piece)
    })
    saveFile(file, name ?? nameOf(answer))
    return true
  } catch (error) {
    if (watch?.signal.aborted) return false
    if (error instanceof ApiError) reportFailure(error, access, false)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

const nameOf = ({ headers, url }: Response): string =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ??
  new URL(url).pathname.split('/').at(-1) ??
  ''

/** Throws ApiError when the response breaks off. */
async function piecesOf(answer: Response, arrived: (piece: Uint8Array) => void): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  try {
    const reader = answer.body?.getReader()
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      pieces.push(read.value)
      arrived(read.value)
    }
  } catch {
    throw noResponse()
  }
  return new Blob(pieces, { type: answer.headers.get('content-type') ?? '' })
}
