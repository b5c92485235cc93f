import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Route } from '#shared/http/route.ts'

/** Makes the document; loaded when somebody asks for it first. */
export type DocumentMaker = (routes: readonly Route[]) => Promise<object>

/** The contracts as an OpenAPI document, and the page that shows it. */
export async function serveDocs(
  http: FastifyInstance,
  routes: readonly Route[],
  makeDocument: DocumentMaker,
): Promise<void> {
  let document: Promise<object> | undefined
  const made = () => (document ??= makeDocument(routes))
  const none = { openapi: '3.1.0', info: { title: 'Wardstock', version: '0.1.0' }, paths: {} }
  await http.register(fastifySwagger, { mode: 'static', specification: { document: none } })
  await http.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: false,
    logLevel: 'warn',
  })
  // The page asks for its own copy of the document.
  http.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url === '/api/docs/json') return reply.send(await made())
  })
  http.get('/api/openapi.json', made)
}
