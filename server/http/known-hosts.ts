import type { FastifyInstance } from 'fastify'
import { Refusal } from '#shared/http/refusal.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * Checks the Host header, against DNS rebinding: refuses requests for a host name that Wardstock isn't served under, with which a
 * browser would treat it as another site. Health checks and metrics are exempt, as they use the IP address.
 */
export function refuseUnknownHosts(app: FastifyInstance, publicUrl: string, host: string | undefined): void {
  const named = host?.includes(':') ? `[${host}]` : host
  const known = new Set([...loopback, new URL(publicUrl).hostname, ...(named ? [named.toLowerCase()] : [])])
  app.addHook('onRequest', async (request) => {
    if (known.has(nameOf(request.host)) || isForMachines(request.url)) return
    throw new Refusal('UNKNOWN_HOST')
  })
}

/** Requests by IP address: health checks, and metrics for monitoring. */
const isForMachines = (url: string) => url.startsWith('/health/') || url === '/metrics'

/** `Example.com.:3000` → `example.com` */
const nameOf = (host: string | undefined) => (host ?? '').toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
