import type { FastifyInstance } from 'fastify'
import { Refusal } from '#shared/http/refusal.ts'

/** Refuses a URL whose query is not UTF-8: lenient decoding would search for something else than was requested. */
export function refuseUnreadableAddresses(http: FastifyInstance): void {
  http.addHook('onRequest', async ({ url }) => {
    const query = url.indexOf('?')
    if (query >= 0 && !isReadable(url.slice(query + 1))) throw new Refusal('MALFORMED')
  })
}

function isReadable(query: string): boolean {
  if (!query.includes('%')) return true
  try {
    return decodeURIComponent(query) !== ''
  } catch {
    return false
  }
}
