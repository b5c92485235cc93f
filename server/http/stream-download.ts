import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Streams a file while it is generated. An error in the middle is logged and aborts the connection, so that half a file doesn't
 * look like a complete one. An error before the first chunk gets a normal error response.
 */
export function streamDownload(reply: FastifyReply, pieces: AsyncIterable<Buffer>): never {
  async function* watched() {
    let hasBegun = false
    try {
      for await (const piece of pieces) {
        yield piece
        hasBegun = true
      }
    } catch (error) {
      const { request } = reply
      if (hasBegun)
        request.log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'download broken off')
      throw error
    }
  }
  return Readable.from(watched(), { objectMode: false }) as never
}
