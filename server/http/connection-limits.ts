import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Timeouts of connections in milliseconds, and how many may be open at once. */
export interface ConnectionLimits {
  /** Timeouts for receiving the headers of a request, and the whole request. */
  headersTimeout: number
  requestTimeout: number
  /** How long a connection may be idle during a request, and between two requests. */
  connectionTimeout: number
  keepAliveTimeout: number
  /** How often Node checks for expired timeouts. */
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

/** What Node doesn't do by itself: headers on every response, and a shutdown that ends with the last request in progress. */
export interface Closing {
  /** For Fastify: makes the HTTP server for each address that it listens on. */
  serverFactory: (listener: RequestListener) => Server
  /** For Fastify: responds to malformed HTTP and to requests that arrive too slowly. */
  clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) => void
  attach(http: FastifyInstance): void
}

export function closing(headers: Record<string, string>, patient: ConnectionLimits = connectionLimits): Closing {
  // Connections without any request yet: browsers open them in advance, and Node treats them as busy when it closes.
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

/** A complete HTTP response as text, for a connection without a valid request. */
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
