import type { FastifyRequest } from 'fastify'
import { Refusal } from '#shared/http/refusal.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a write that another site's page could have sent: what the browser says of itself decides, and every caller must
 * send X-Requested-With, which no form and no simple cross-site request can.
 */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string): void {
  if (safe.has(request.method)) return
  if (isForeign(request, publicUrl)) throw new Refusal('FOREIGN_ORIGIN')
  if (!request.headers['x-requested-with'])
    throw new Refusal('FOREIGN_ORIGIN', 'The X-Requested-With header is missing.')
}

/** Whether the browser says that another site's page sent it: by Sec-Fetch-Site, else by Origin. */
export function isForeign({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  return headers.origin !== undefined && headers.origin !== new URL(publicUrl).origin
}
