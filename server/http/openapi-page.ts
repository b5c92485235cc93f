import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '#shared/http/route.ts'

/** Makes the document; loaded when somebody asks for it first. */
export type DocumentMaker = (routes: readonly Route[]) => Promise<object>

const passedOn = ['content-type', 'location', 'etag', 'last-modified', 'cache-control'] as const

/** The contracts as an OpenAPI document, and the page that shows it. */
export function serveDocs(http: FastifyInstance, routes: readonly Route[], makeDocument: DocumentMaker): void {
  let document: Promise<object> | undefined
  let page: Promise<FastifyInstance> | undefined
  const made = () => (document ??= makeDocument(routes))
  // The page with its library is a server of its own, made when somebody asks for it first: few ever do.
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
