import type { FastifyRequest } from 'fastify'
import { Refusal } from '#shared/http/refusal.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * CSRF protection: refuses a write that a page of another site could have sent. It checks the browser's Sec-Fetch-Site or Origin
 * header, and requires X-Requested-With, which neither forms nor simple cross-site requests can send.
 */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string): void {
  if (safe.has(request.method)) return
  if (isForeign(request, publicUrl)) throw new Refusal('FOREIGN_ORIGIN')
  if (!request.headers['x-requested-with'])
    throw new Refusal('FOREIGN_ORIGIN', 'The X-Requested-With header is missing.')
}

/** Whether a page of another site sent the request, by Sec-Fetch-Site, or else by Origin. */
export function isForeign({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  return headers.origin !== undefined && headers.origin !== new URL(publicUrl).origin
}
