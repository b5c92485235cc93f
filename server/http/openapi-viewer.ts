import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'

/** A server for the pages that show an OpenAPI document, below `prefix`; it listens nowhere and is asked by `inject`. */
export async function openapiViewer(prefix: string, document: object): Promise<FastifyInstance> {
  const viewer = Fastify()
  await viewer.register(fastifySwagger, { mode: 'static', specification: { document: document as never } })
  await viewer.register(fastifySwaggerUi, { routePrefix: prefix, staticCSP: false })
  return viewer
}
