import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { violationPath } from './violation-reports.ts'

/** What a page may load: from here alone; and no text becomes code (`trusted-types`: see web/public/first-paint.js). */
function policyOf({ nonce, isPage }: { nonce?: string; isPage: boolean }): string {
  return [
    "default-src 'self'",
    // The camera's reader is WebAssembly of ours.
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isPage ? ["require-trusted-types-for 'script'", 'trusted-types default'] : []),
    'report-to csp',
  ].join('; ')
}

/** The headers of a page: it may write one style element at run time, by the nonce; only a driver is asked for the place. */
export function pageHeaders(path: string): { nonce: string; headers: Record<string, string> } {
  const nonce = randomBytes(16).toString('base64')
  const isDrivers = /^\/logistics\/driver-portal(\/|$)/.test(path)
  return {
    nonce,
    headers: {
      'content-security-policy': policyOf({ nonce, isPage: true }),
      'permissions-policy': permissions(isDrivers),
      'cache-control': 'no-store',
    },
  }
}

const permissions = (mayLocate: boolean) => `geolocation=(${mayLocate ? 'self' : ''}), camera=(self), microphone=()`

/** What every answer carries, whoever gives it: a route, the live updates, or Node itself to what is no HTTP. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': policyOf({ isPage: true }),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': permissions(false),
    'reporting-endpoints': `csp="${violationPath}"`,
    'referrer-policy': 'no-referrer',
    vary: 'Sec-Fetch-Site',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // Over http a browser ignores it, and this machine's other ports would be meant, too.
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

const isPrivate = /^\/(api|health|socket\.io)(\/|\?|$)/
const docsPolicy = policyOf({ isPage: false })

/** What depends on what was asked for; the rest every answer has from the server itself (connection-limits.ts). */
export function protect(http: FastifyInstance): void {
  http.addHook('onSend', async (request, reply) => {
    if (isPrivate.test(request.url) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    // The page that shows the calls is not ours and builds its markup from text; nothing that anybody typed is on it.
    if (request.url.startsWith('/api/docs')) reply.header('content-security-policy', docsPolicy)
    // A header of Fastify's replaces the server's of the same name.
    const vary = reply.getHeader('vary')
    if (vary && !String(vary).includes('Sec-Fetch-Site')) reply.header('vary', `${String(vary)}, Sec-Fetch-Site`)
  })
}
