import type { Call, Reply, Route, RouteSpec } from '#shared/http/route.ts'
import { addressOf } from './address.ts'
import { ApiError, errorOfAnswer, noResponse } from './api-error.ts'
import { reportFailure } from './failures.ts'
import { refreshAfter } from './refresh.ts'

type UploadInput<S extends RouteSpec> = Omit<Call<S>, 'body'>
export type UploadOptions = {
  onProgress?: (sent: number, total: number) => void
  signal?: AbortSignal
  /** Required if the call needs If-Match. */
  version?: number
}

/**
 * Uploads a file as the raw request body, with progress in bytes. No timeout: a large file on a slow connection is not an
 * error.
 */
export async function upload<S extends RouteSpec>(
  route: Route<S>,
  file: Blob,
  input: UploadInput<S>,
  options: UploadOptions = {},
): Promise<Reply<S>> {
  try {
    const reply = (await sendFile(route, file, addressOf(route, input), options)) as Reply<S>
    refreshAfter(route, input, reply)
    return reply
  } catch (error) {
    if (error instanceof ApiError) reportFailure(error, route.spec.access, false)
    throw error
  }
}

/**
 * The file's MIME type if the call accepts it, else the first that it accepts: browsers only guess the type from the
 * name.
 */
function typeOf(route: Route, file: Blob): string {
  const types = route.spec.upload?.types ?? []
  return types.includes(file.type) ? file.type : (types[0] ?? file.type)
}

// XMLHttpRequest, because fetch reports no upload progress.
function sendFile(
  route: Route,
  file: Blob,
  address: string,
  { onProgress, signal, version }: UploadOptions,
): Promise<unknown> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    request.open(route.method, address)
    request.withCredentials = true
    request.responseType = 'json'
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('X-Requested-With', 'XMLHttpRequest')
    request.setRequestHeader('Content-Type', typeOf(route, file))
    if (version !== undefined) request.setRequestHeader('If-Match', `"v${version}"`)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded, total)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) done(request.response ?? undefined)
      else fail(errorOfAnswer(request, request.response, 'Upload failed'))
    }
    request.onerror = () => fail(noResponse())
    request.onabort = () => fail(signal?.reason ?? new DOMException('Aborted', 'AbortError'))
    if (signal?.aborted) return request.onabort(new ProgressEvent('abort'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
