import type { FastifyInstance } from 'fastify'
import { isAccess } from '#shared/access/can.ts'
import type { Route } from '#shared/http/route.ts'

/**
 * Lets nothing be served below /api whose contract doesn't say who may call it: the server doesn't start with such a call.
 * Only the page that shows the contracts has none. Returns how to declare one before it is served.
 */
export function requireStatedAccess(http: FastifyInstance): (route: Route) => void {
  const declared = new Set<string>()
  const refuse = (call: string) => {
    throw new Error(`${call} states no access`)
  }
  http.addHook('onRoute', ({ method, url }) => {
    if (!/^\/api(\/|$)/.test(url) || /^\/api\/(docs(\/|$)|openapi\.json$)/.test(url)) return
    for (const one of [method].flat()) {
      const call = `${one === 'HEAD' ? 'GET' : one} ${url}`
      if (!declared.has(call)) refuse(call)
    }
  })
  return ({ method, path, spec }) => {
    if (!isAccess(spec.access)) refuse(`${method} ${path}`)
    declared.add(`${method} ${path}`)
  }
}
