import { invalid } from '#shared/http/refusal.ts'

export interface TextFile {
  text: string
  /** The name of the encoding, for the user. */
  encoding: string
}

/** Signatures of binary files that users may upload as a table. */
const otherKinds: readonly [signature: string, what: string][] = [
  ['504b0506', 'is an empty ZIP archive'],
  ['d0cf11e0', 'is an old Excel workbook: save the sheet as CSV'],
  ['25504446', 'is a PDF'],
  ['1f8b', 'is compressed (gzip): unpack it first'],
]

/** What a binary file is, as text for the user. */
export function otherKindOf(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 8).toString('hex')
  return otherKinds.find(([signature]) => start.startsWith(signature))?.[1]
}

/**
 * Decodes a file: by its byte order mark, else as UTF-8, else as Windows-1252 if the result is plausible text. Throws INVALID
 * with the reason.
 */
export function readText(bytes: Buffer): TextFile {
  if (bytes.length === 0) throw invalid('file', 'is empty')
  const other = otherKindOf(bytes)
  if (other) throw invalid('file', other)
  const read = decode(bytes)
  refuseBinary(read.text)
  if (read.text.trim() === '') throw invalid('file', 'is empty')
  return read
}

function decode(bytes: Buffer): TextFile {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return marked(bytes, 'utf-16le', 'UTF-16 (little endian)')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return marked(bytes, 'utf-16be', 'UTF-16 (big endian)')
  if (bytes.includes(0)) throw invalid('file', 'is not a text file: it holds zero bytes')
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const utf8 = decoded(bytes, 'utf-8')
  if (utf8 !== null) return { text: utf8, encoding: isMarked ? 'UTF-8 (with a byte order mark)' : 'UTF-8' }
  if (isMarked) throw invalid('file', damaged(bytes))
  return decodeWestern(bytes)
}

function marked(bytes: Buffer, label: string, encoding: string): TextFile {
  const text = decoded(bytes, label)
  if (text === null) throw invalid('file', `is damaged: its byte order mark says ${encoding}, but it is not`)
  return { text, encoding }
}

function decoded(bytes: Buffer, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** UTF-8 with a few broken bytes would be decoded as "CÃ´te": such a file is damaged, not in another encoding. */
function decodeWestern(bytes: Buffer): TextFile {
  const lenient = new TextDecoder('utf-8').decode(bytes)
  const broken = lenient.split('\uFFFD').length - 1
  const whole = (lenient.match(/[^\p{ASCII}\uFFFD]/gu) ?? []).length
  if (whole > broken) throw invalid('file', damaged(bytes))
  const text = new TextDecoder('windows-1252').decode(bytes)
  // The five undefined bytes of Windows-1252 are decoded as control characters.
  if (/[\u0080-\u009F]/u.test(text)) throw invalid('file', 'is neither UTF-8 nor Windows-1252: save it as UTF-8')
  return { text, encoding: 'Windows-1252' }
}

function damaged(bytes: Buffer): string {
  const before = new TextDecoder('utf-8').decode(bytes).split('\uFFFD')[0] ?? ''
  return `is damaged: line ${before.split('\n').length} has bytes that are not UTF-8`
}

function refuseBinary(text: string): void {
  if (text.includes('\0')) throw invalid('file', 'is not a text file: it holds zero characters')
  // oxlint-disable-next-line no-control-regex -- they are what gives a binary file away
  const controls = text.match(/[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F]/g)?.length ?? 0
  if (controls > 10 && controls > text.length / 1000) throw invalid('file', 'is not a text file')
}
