import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Sends a file while it is made. What breaks on the way is logged and breaks the connection off: half a file must not look
 * like a whole one. What breaks before the first piece is answered like any other failure.
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
