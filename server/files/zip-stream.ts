import { pipeline, Readable } from 'node:stream'
import { constants, crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

export interface ZipPart {
  name: string
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>
}

/** The first date of the zip format, so that equal content makes equal files. */
const mtime = new Date(1980, 0, 1)
const deflated = 8

/** Streams a zip file; only the list of its parts is in memory. Errors of reading a part are thrown. */
export async function* zip(parts: Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const ready: Buffer[] = []
  const file = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  })
  for (const { name, content } of parts) {
    const entry: ZipInputFile = { filename: name, size: 0, crc: 0, compression: deflated, mtime }
    file.add(entry)
    for await (const packed of pack(content, entry)) {
      entry.ondata?.(null, packed, false)
      yield* ready.splice(0)
    }
    entry.ondata?.(null, new Uint8Array(), true)
  }
  file.end()
  yield* ready
}

/** Deflates on a worker thread by Node's zlib; counts the input. */
async function* pack(content: ZipPart['content'], tally: ZipInputFile): AsyncGenerator<Buffer<ArrayBuffer>> {
  async function* counted() {
    for await (const piece of content) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
      tally.crc = crc32(bytes, tally.crc)
      tally.size += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED })
  // Errors of the input are thrown by the loop over the output.
  pipeline(Readable.from(counted()), deflate, () => {})
  yield* deflate
}
