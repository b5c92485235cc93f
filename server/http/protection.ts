import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { violationPath } from './violation-reports.ts'

/**
 * The content security policy: a page may load only from our own origin, and text can't become code (`trusted-types`: see
 * web/public/first-paint.js).
 */
function policyOf({ nonce, isPage }: { nonce?: string; isPage: boolean }): string {
  return [
    "default-src 'self'",
    // Our barcode reader for the camera is WebAssembly.
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

/**
 * The security headers of a page. The nonce allows one style element to be added at run time; only the driver portal may use
 * geolocation.
 */
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

/** The headers of every response, whether from a route, the live updates, or Node's reply to malformed HTTP. */
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
    // HSTS only with https: browsers ignore it over http, and on localhost it would affect other ports of this machine.
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

const isPrivate = /^\/(api|health|socket\.io)(\/|\?|$)/
const docsPolicy = policyOf({ isPage: false })

/** Sets the headers that depend on the route; all others are set on every response by the server (connection-limits.ts). */
export function protect(http: FastifyInstance): void {
  http.addHook('onSend', async (request, reply) => {
    if (isPrivate.test(request.url) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    // The API page (Swagger UI) is third-party code that builds HTML from strings, without any user input: no trusted types.
    if (request.url.startsWith('/api/docs')) reply.header('content-security-policy', docsPolicy)
    // A header set by Fastify replaces the server's header of the same name, so add our value to it.
    const vary = reply.getHeader('vary')
    if (vary && !String(vary).includes('Sec-Fetch-Site')) reply.header('vary', `${String(vary)}, Sec-Fetch-Site`)
  })
}
