import type { FastifyReply } from 'fastify'
import { streamDownload } from './stream-download.ts'
import { zip, type ZipPart } from '#server/files/zip-stream.ts'

/** Streams many files as one ZIP; each is generated when it is its turn, and an error on the way aborts the download. */
export function sendZip(reply: FastifyReply, name: string, parts: Iterable<ZipPart>): never {
  reply.type('application/zip').header('content-disposition', `attachment; filename="${name}.zip"`)
  return streamDownload(reply, zip(parts))
}
