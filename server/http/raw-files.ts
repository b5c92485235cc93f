import type { FastifyInstance } from 'fastify'
import { Refusal } from '#shared/http/refusal.ts'
import type { Route } from '#shared/http/route.ts'

/** Lets a route accept raw files as the body, of the content types that it declares; other routes still refuse these types. */
export function acceptRawFiles(http: FastifyInstance, route: Route, routes: readonly Route[]): void {
  for (const type of route.spec.upload?.types ?? []) {
    if (http.hasContentTypeParser(type)) continue
    http.addContentTypeParser(type, { parseAs: 'buffer' }, (request, body, done) => {
      const matched = routes.find(({ method, path }) => method === request.method && path === request.routeOptions.url)
      if (matched?.spec.upload?.types.includes(type)) done(null, body)
      else done(new Refusal('WRONG_TYPE'))
    })
  }
}
