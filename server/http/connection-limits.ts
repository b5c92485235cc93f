import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long a client may take, in milliseconds, and how many may be there at once. */
export interface ConnectionLimits {
  /** For the headers of a request, and for all of it. */
  headersTimeout: number
  requestTimeout: number
  /** For a connection to be silent while a request is under way, and between two. */
  connectionTimeout: number
  keepAliveTimeout: number
  /** How often Node looks whose time is up. */
  checkEvery: number
  maxConnections: number
}

export const connectionLimits: ConnectionLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionTimeout: 60_000,
  keepAliveTimeout: 72_000,
  checkEvery: 2000,
  maxConnections: 20_000,
}

/** What Node doesn't do by itself: headers on every answer, and to end as soon as the last request under way is answered. */
export interface Closing {
  /** For Fastify: one server an address. */
  serverFactory: (listener: RequestListener) => Server
  /** For Fastify: what is no HTTP, or comes too slowly, gets its answer here. */
  clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) => void
  attach(http: FastifyInstance): void
}

export function closing(headers: Record<string, string>, patient: ConnectionLimits = connectionLimits): Closing {
  // Browsers open connections in advance; Node takes those for busy ones.
  const unused = new Set<Socket>()
  let isClosing = false
  return {
    serverFactory(listener) {
      const { requestTimeout, headersTimeout, keepAliveTimeout } = patient
      const server = createServer(
        {
          requestTimeout,
          headersTimeout,
          keepAliveTimeout,
          connectionsCheckingInterval: patient.checkEvery,
          maxHeaderSize: 16_384,
        },
        (request, response) => {
          for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
          listener(request, response)
        },
      )
      server.setTimeout(patient.connectionTimeout)
      server.maxConnections = patient.maxConnections
      server.on('connection', (socket) => {
        unused.add(socket)
        socket.once('close', () => unused.delete(socket))
      })
      server.on('request', ({ socket }) => unused.delete(socket))
      return server
    },
    clientErrorHandler(error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
      socket.end(plainAnswer(error.code ?? '', headers))
    },
    attach(http) {
      http.addHook('preClose', async () => {
        isClosing = true
        for (const socket of unused) socket.destroy()
      })
      http.addHook('onSend', async (_request, reply) => {
        if (isClosing) reply.header('connection', 'close')
      })
    },
  }
}

const refused: Record<string, [status: string, error: string, code: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.', 'TOO_SLOW'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large.', 'TOO_LARGE'],
}

/** To a connection that has no request: the words are written by hand. */
function plainAnswer(why: string, headers: Record<string, string>): string {
  const [status, error, code] = refused[why] ?? ['400 Bad Request', 'The request could not be read.', 'MALFORMED']
  const body = JSON.stringify({ error, code })
  const lines = { ...headers, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return [
    `HTTP/1.1 ${status}`,
    ...Object.entries(lines).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n')
}
