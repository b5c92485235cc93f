import type { FastifyInstance } from 'fastify'
import { isAccess } from '#shared/access/can.ts'
import type { Route } from '#shared/http/route.ts'

/**
 * Makes sure that every route below /api has a contract with its `access`: otherwise the server doesn't start. Only the API page
 * and its document have none. Returns the function with which a route is declared before it is served.
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
