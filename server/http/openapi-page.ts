import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Route } from '#shared/http/route.ts'
import { openapi } from './openapi.ts'

/** The contracts as an OpenAPI document, and the page that shows it. */
export async function serveDocs(http: FastifyInstance, routes: readonly Route[]): Promise<void> {
  const document = openapi(routes)
  await http.register(fastifySwagger, { mode: 'static', specification: { document: document as never } })
  await http.register(fastifySwaggerUi, { routePrefix: '/api/docs', staticCSP: false, logLevel: 'warn' })
  http.get('/api/openapi.json', async () => document)
}
