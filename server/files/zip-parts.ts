import { inflateRawSync } from 'node:zlib'

/** A zip file that is damaged, or larger than it may be; `message` says so of "the file". */
export class ZipProblem extends Error {}

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50

/**
 * The parts of a zip file whose names are wanted, unpacked: what its directory says of sizes is not believed, all parts together
 * may have `mostBytes`. Throws ZipProblem.
 */
export function zipParts(
  bytes: Buffer,
  wanted: (name: string) => boolean,
  mostBytes: number,
): { name: string; content: Buffer }[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== endMark) throw new ZipProblem('is damaged')
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  let room = mostBytes
  const parts: { name: string; content: Buffer }[] = []
  for (let place = 0; place < count; place += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark) throw new ZipProblem('is damaged')
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset))
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    if (wanted(name)) {
      const content = unpacked(bytes, at, room)
      room -= content.length
      parts.push({ name, content })
    }
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return parts
}

function unpacked(bytes: Buffer, entry: number, room: number): Buffer {
  if (bytes.readUInt16LE(entry + 8) & 1) throw new ZipProblem('is protected by a password')
  const method = bytes.readUInt16LE(entry + 10)
  const packed = bytes.readUInt32LE(entry + 20)
  const local = bytes.readUInt32LE(entry + 42)
  if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== localMark) throw new ZipProblem('is damaged')
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  if (start + packed > bytes.length) throw new ZipProblem('is damaged')
  const content = bytes.subarray(start, start + packed)
  if (method === 0 && content.length <= room) return content
  if (method !== 0 && method !== 8) throw new ZipProblem('is packed in a way that is not known')
  try {
    if (method === 8) return inflateRawSync(content, { maxOutputLength: Math.max(room, 1) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw new ZipProblem('is damaged')
  }
  throw new ZipProblem('is too large when it is unpacked: save the sheet as CSV')
}
