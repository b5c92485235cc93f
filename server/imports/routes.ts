import type { FastifyInstance } from 'fastify'
import type { Serve, ServeDeps } from '#server/http/serve.ts'

export function serveImports(_serve: Serve, _http: FastifyInstance, _deps: ServeDeps): void {}
