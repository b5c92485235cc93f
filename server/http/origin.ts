import type { FastifyRequest } from 'fastify'
import { Refusal } from '#shared/http/refusal.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a write that another site's page could have sent: what the browser says of itself decides, and every caller must
 * send X-Requested-With, which no form and no simple cross-site request can.
 */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string): void {
  if (safe.has(request.method)) return
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin
  const own = new URL(publicUrl)
  if (site !== undefined) {
    if (site !== 'same-origin') throw new Refusal('FOREIGN_ORIGIN')
  } else if (origin !== undefined && origin !== own.origin) throw new Refusal('FOREIGN_ORIGIN')
  if (!request.headers['x-requested-with'])
    throw new Refusal('FOREIGN_ORIGIN', 'The X-Requested-With header is missing.')
}
