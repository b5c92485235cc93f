import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'

/** A Fastify instance for the pages that show an OpenAPI document, below `prefix`. It doesn't listen; requests come by `inject`. */
export async function openapiViewer(prefix: string, document: object): Promise<FastifyInstance> {
  const viewer = Fastify()
  await viewer.register(fastifySwagger, { mode: 'static', specification: { document: document as never } })
  await viewer.register(fastifySwaggerUi, { routePrefix: prefix, staticCSP: false })
  return viewer
}
