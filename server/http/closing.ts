import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

interface Times {
  /** Milliseconds for a request to arrive whole, and for a connection to be silent. */
  requestTimeout: number
  connectionTimeout: number
}

/** What Node doesn't do by itself: to end as soon as the last request under way is answered. */
export interface Closing {
  /** For Fastify: one server an address. */
  serverFactory: (listener: RequestListener) => Server
  attach(http: FastifyInstance): void
}

export function closing({ requestTimeout, connectionTimeout }: Times): Closing {
  // Browsers open connections in advance; Node takes those for busy ones.
  const unused = new Set<Socket>()
  let isClosing = false
  return {
    serverFactory(listener) {
      const server = createServer({ requestTimeout, headersTimeout: 10_000, keepAliveTimeout: 72_000 }, listener)
      server.setTimeout(connectionTimeout)
      server.on('connection', (socket) => {
        unused.add(socket)
        socket.once('close', () => unused.delete(socket))
      })
      server.on('request', ({ socket }) => unused.delete(socket))
      return server
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
