import type { FastifyInstance } from 'fastify'
import { Refusal } from '#shared/http/refusal.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * Refuses requests for another name than those that Wardstock is served under: a foreign name that leads here could make a
 * browser take it for another site. Health is asked for by address.
 */
export function refuseUnknownHosts(app: FastifyInstance, publicUrl: string, host: string | undefined): void {
  const named = host?.includes(':') ? `[${host}]` : host
  const known = new Set([...loopback, new URL(publicUrl).hostname, ...(named ? [named.toLowerCase()] : [])])
  app.addHook('onRequest', async (request) => {
    if (known.has(nameOf(request.host)) || isForMachines(request.url)) return
    throw new Refusal('UNKNOWN_HOST')
  })
}

/** Asked for by address: health, and the figures for a monitor. */
const isForMachines = (url: string) => url.startsWith('/health/') || url === '/metrics'

/** `Example.com.:3000` → `example.com` */
const nameOf = (host: string | undefined) => (host ?? '').toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
