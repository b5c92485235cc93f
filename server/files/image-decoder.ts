import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { fileTypeFromBuffer } from 'file-type'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import { imageTypes } from '#shared/inventory/image-limits.ts'
import { hidesAnotherFile } from './picture-end.ts'

/** A picture made anew: WebP, upright, without anything but pixels. */
export interface Decoded {
  large: Uint8Array
  thumbnail: Uint8Array
  /** Of the large one. */
  width: number
  height: number
}
export type DecodeReply = Decoded | { problem: string }

export interface DecoderLimits {
  /** For the work itself; the process may take longer to start. */
  workMs: number
  startMs: number
  /** How many may wait for their turn. */
  waiting: number
}

const program = fileURLToPath(new URL('./decode-image.ts', import.meta.url))
const usual: DecoderLimits = { workMs: 5000, startMs: 20_000, waiting: 12 }

/** Decodes pictures one at a time, each in a process that ends with it. Throws INVALID for what is none, TOO_MANY. */
export function imageDecoder(limits: Partial<DecoderLimits> = {}): (content: Buffer) => Promise<Decoded> {
  const { workMs, startMs, waiting: mostWaiting } = { ...usual, ...limits }
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async (content) => {
    const type = await fileTypeFromBuffer(content)
    if (!type || !(imageTypes as readonly string[]).includes(type.mime)) {
      throw invalid('file', 'is not a JPEG, PNG or WebP picture')
    }
    if (hidesAnotherFile(content, type.mime)) throw invalid('file', 'carries another file behind the picture')
    if (waiting > mostWaiting) {
      throw new Refusal('TOO_MANY', 'Many pictures are being taken in. Try again in a moment.', { retryAfter: 3 })
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

function decodeApart(content: Buffer, workMs: number, startMs: number): Promise<Decoded> {
  return new Promise((done, fail) => {
    const child = fork(program, {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=128'],
      // No password and no address of the database goes along.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const end = (act: () => void) => {
      clearTimeout(late)
      child.removeAllListeners()
      // A message that was on its way when the process ended is nobody's business any more.
      child.on('error', () => {})
      // Even what hangs in native code ends by this.
      child.kill('SIGKILL')
      act()
    }
    let late = setTimeout(() => end(() => fail(new Error('The image decoder did not start'))), startMs)
    child.on('message', (message: 'ready' | DecodeReply) => {
      if (message === 'ready') {
        clearTimeout(late)
        late = setTimeout(() => end(() => fail(invalid('file', 'takes too long to decode'))), workMs)
        child.send(content)
      } else if ('problem' in message) end(() => fail(invalid('file', message.problem)))
      else end(() => done(message))
    })
    child.once('error', (error) => end(() => fail(error)))
    // Out of memory, or a fault in native code: the file's doing.
    child.once('exit', () => end(() => fail(invalid('file', 'can not be decoded'))))
  })
}
