import { invalid, Refusal } from '#shared/http/refusal.ts'
import { projectFile } from '#server/kernel/project-files.ts'
import { imageTypes } from '#shared/inventory/products/image-limits.ts'
import { hidesAnotherFile } from './image-trailer.ts'
import { runInChildProcess } from './child-process.ts'

/** A re-encoded picture: WebP, upright, without metadata. */
export interface Decoded {
  large: Uint8Array
  thumbnail: Uint8Array
  /** The size of the large one. */
  width: number
  height: number
}
export type DecodeReply = Decoded | { problem: string }

export interface DecoderLimits {
  /** Time limit for the work itself; the start has its own. */
  workMs: number
  startMs: number
  /** The maximum length of the queue. */
  waiting: number
}

const program = projectFile('server/files/decode-image.ts')
const usual: DecoderLimits = { workMs: 5000, startMs: 20_000, waiting: 12 }

/** Decodes pictures one at a time, each in a process of its own. Throws INVALID if it isn't a picture, RATE_LIMITED. */
export function imageDecoder(limits: Partial<DecoderLimits> = {}): (content: Buffer) => Promise<Decoded> {
  const { workMs, startMs, waiting: maxWaiting } = { ...usual, ...limits }
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async (content) => {
    // Loaded with the first picture only.
    const { fileTypeFromBuffer } = await import('file-type')
    const type = await fileTypeFromBuffer(content)
    if (!type || !(imageTypes as readonly string[]).includes(type.mime)) {
      throw invalid('file', 'is not a JPEG, PNG or WebP picture')
    }
    if (hidesAnotherFile(content, type.mime)) throw invalid('file', 'carries another file behind the picture')
    if (waiting > maxWaiting) {
      throw new Refusal('RATE_LIMITED', 'Many images are being processed. Try again in a moment.', { retryAfter: 3 })
    }
    waiting += 1
    const turn = last.then(() => decodeApart(content, workMs, startMs))
    last = turn.catch(() => {})
    try {
      return await turn
    } finally {
      waiting -= 1
    }
  }
}

const decodeApart = (content: Buffer, workMs: number, startMs: number): Promise<Decoded> =>
  runInChildProcess<Decoded>(
    { program, workMs, startMs, memoryMb: 128, tooLong: 'takes too long to decode', broken: 'can not be decoded' },
    content,
  )
