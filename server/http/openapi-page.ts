import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '#shared/http/route.ts'

/** Generates the OpenAPI document; loaded at the first request for it. */
export type DocumentMaker = (routes: readonly Route[]) => Promise<object>

const passedOn = ['content-type', 'location', 'etag', 'last-modified', 'cache-control'] as const

/** Serves the contracts as an OpenAPI document, and the page that shows it (Swagger UI). */
export function serveDocs(http: FastifyInstance, routes: readonly Route[], makeDocument: DocumentMaker): void {
  let document: Promise<object> | undefined
  let page: Promise<FastifyInstance> | undefined
  const made = () => (document ??= makeDocument(routes))
  // The page and its library are a separate Fastify instance, created at the first request, as few people ever open it.
  const loadPage = async () => (await import('./openapi-viewer.ts')).openapiViewer('/api/docs', await made())
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    page ??= loadPage()
    const viewer = await page.catch((error: unknown) => {
      page = undefined
      throw error
    })
    const { 'accept-encoding': _, ...headers } = request.headers
    const shown = await viewer.inject({ method: 'GET', url: request.url, headers })
    for (const name of passedOn) if (shown.headers[name]) reply.header(name, shown.headers[name])
    return reply.status(shown.statusCode).send(shown.statusCode === 304 ? undefined : shown.rawPayload)
  }
  http.get('/api/docs', show)
  http.get('/api/docs/*', show)
  http.get('/api/openapi.json', made)
}
