import { pipeline, Readable } from 'node:stream'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

export interface ZipPart {
  name: string
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>
}

interface Written {
  name: Buffer
  offset: number
  crc: number
  packed: number
  size: number
}

/** The sizes follow the content, and names are UTF-8. */
const flags = 0x0808
const deflated = 8
/** 1 January 1980, midnight: a zip's first day, so that the same content makes the same file. */
const dosDate = 0x0021

/** A zip file, made while it is sent: nothing of it is kept but the list of its parts. */
export async function* zip(parts: Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for (const part of parts) {
    const one: Written = { name: Buffer.from(part.name), offset, crc: 0, packed: 0, size: 0 }
    const head = localHead(one)
    yield head
    for await (const packed of pack(part.content, one)) {
      one.packed += packed.length
      yield packed
    }
    const tail = sizes(one)
    yield tail
    offset += head.length + one.packed + tail.length
    written.push(one)
  }
  const directory = Buffer.concat(written.map(entryOf))
  yield directory
  yield endOf(written.length, directory.length, offset)
}

async function* pack(content: ZipPart['content'], tally: Written): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const piece of content) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
      tally.crc = crc32(bytes, tally.crc)
      tally.size += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED })
  // What fails on the way in is thrown by the loop over what comes out.
  pipeline(Readable.from(counted()), deflate, () => {})
  yield* deflate
}

function localHead({ name }: Written): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(flags, 6)
  head.writeUInt16LE(deflated, 8)
  head.writeUInt16LE(dosDate, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function sizes({ crc, packed, size }: Written): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(0x08074b50, 0)
  tail.writeUInt32LE(crc, 4)
  tail.writeUInt32LE(packed, 8)
  tail.writeUInt32LE(size, 12)
  return tail
}

function entryOf({ name, offset, crc, packed, size }: Written): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(20, 4)
  entry.writeUInt16LE(20, 6)
  entry.writeUInt16LE(flags, 8)
  entry.writeUInt16LE(deflated, 10)
  entry.writeUInt16LE(dosDate, 14)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(packed, 20)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt32LE(offset, 42)
  return Buffer.concat([entry, name])
}

function endOf(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
