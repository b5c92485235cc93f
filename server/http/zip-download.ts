import type { FastifyReply } from 'fastify'
import { streamDownload } from './stream-download.ts'
import { zip, type ZipPart } from '#server/files/zip-stream.ts'

/** Answers with many files as one; each is made when it is its turn, and what breaks on the way breaks the download off. */
export function sendZip(reply: FastifyReply, name: string, parts: Iterable<ZipPart>): never {
  reply.type('application/zip').header('content-disposition', `attachment; filename="${name}.zip"`)
  return streamDownload(reply, zip(parts))
}
