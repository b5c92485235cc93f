import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { BackupEnd, BackupError, BackupHead, names } from './contents.ts'

export interface ArchiveEntry {
  name: string
  size: number
  mtime: Date
  content: AsyncIterable<Uint8Array>
}

/** Yields the entries in their order; unread content is skipped. Throws BackupError if the archive is incomplete. */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const plain = createGunzip()
  const unpacked = pipeline(createReadStream(path), plain).then(
    () => null,
    (error: NodeJS.ErrnoException) => (error.code === 'ERR_STREAM_PREMATURE_CLOSE' ? null : error),
  )
  // An error that passes through web streams loses its message.
  const explain = async (error: unknown) => {
    plain.destroy()
    return error instanceof BackupError ? error : unreadable(path, (await unpacked) ?? error)
  }
  try {
    const bytes = Readable.toWeb(plain) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>
    const entries = bytes.pipeThrough(createTarDecoder({ strict: true })) as unknown as WebStream<{
      header: { name: string; size: number; mtime?: Date }
      body: WebStream<Uint8Array>
    }>
    for await (const { header, body } of entries) {
      let isRead = false
      const content = (async function* () {
        isRead = true
        try {
          yield* body
        } catch (error) {
          throw await explain(error)
        }
      })()
      yield { name: header.name, size: header.size, mtime: header.mtime ?? new Date(), content }
      if (!isRead) for await (const _ of body);
    }
  } catch (error) {
    throw await explain(error)
  } finally {
    plain.destroy()
  }
}

function unreadable(path: string, error: unknown): BackupError {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new BackupError(`${path} does not exist.`)
  if (code === 'EACCES' || code === 'EISDIR') return new BackupError(`${path} can't be read: ${message}`)
  if (code === 'Z_BUF_ERROR') return new BackupError(`${path} is cut short: its end is missing. Nothing was restored.`)
  if (/incorrect header check/.test(message)) return new BackupError(`${path} is not a backup of Wardstock.`)
  return new BackupError(`${path} is damaged (${message}). Nothing was restored.`)
}

/** Reads the whole archive once and verifies every byte before it is used. Throws BackupError. */
export async function checkArchive(path: string): Promise<{ head: BackupHead; end: BackupEnd }> {
  const hash = createHash('sha256')
  let entries = 0
  let head: BackupHead | undefined
  let end: BackupEnd | undefined
  for await (const { name, size, content } of readArchive(path)) {
    if (end) throw new BackupError(`${path} is damaged: something follows its end. Nothing was restored.`)
    if (entries === 0 && name !== names.head) throw new BackupError(`${path} is not a backup of Wardstock.`)
    const isSmall = name === names.head || name === names.end
    const parts: Uint8Array[] = []
    if (name !== names.end) hash.update(`${name}\0${size}\0`)
    for await (const chunk of content) {
      if (name !== names.end) hash.update(chunk)
      if (isSmall) parts.push(chunk)
    }
    if (name === names.head) head = parsed(path, BackupHead, parts)
    if (name === names.end) end = parsed(path, BackupEnd, parts)
    else entries += 1
  }
  if (!head || !end) throw new BackupError(`${path} is cut short: its end is missing. Nothing was restored.`)
  if (end.entries !== entries || end.sha256 !== hash.digest('hex'))
    throw new BackupError(`${path} is damaged: its checksum is another. Nothing was restored.`)
  return { head, end }
}

interface Shape<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false }
}

function parsed<T>(path: string, shape: Shape<T>, parts: readonly Uint8Array[]): T {
  const value = ((): unknown => {
    try {
      return JSON.parse(Buffer.concat(parts).toString())
    } catch {
      return null
    }
  })()
  if (shape === (BackupHead as unknown) && (value as { format?: number } | null)?.format !== 1)
    throw new BackupError(`${path} was made by a newer Wardstock: restore it with that version.`)
  const found = shape.safeParse(value)
  if (!found.success) throw new BackupError(`${path} is damaged: what it says of itself can't be read.`)
  return found.data
}
