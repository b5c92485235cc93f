import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { createGzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import { syncFolder } from '#server/files/sync-folder.ts'
import { BackupError } from './contents.ts'

export interface ArchiveWriter {
  /** Adds an entry; a stream must yield exactly `size` bytes. */
  add(name: string, size: number, content: Uint8Array | AsyncIterable<Uint8Array>, mtime?: Date): Promise<void>
  /** SHA-256 of all entries added so far, and their number. */
  sum(): { sha256: string; entries: number }
  /** Flushes the file to disk and gives it its final name. */
  finish(): Promise<void>
  /** Deletes the unfinished file; returns the root cause: the disk's error may arrive after that of the stream. */
  abandon(reason: unknown): Promise<unknown>
}

/** Streams a gzipped tar, which common tools can open, to a temporary name until it is complete. */
export async function writeArchive(path: string): Promise<ArchiveWriter> {
  if (existsSync(path)) throw new BackupError(`${path} exists already. Give the backup another name.`)
  const draft = `${path}.part`
  const file = await open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST'
      ? new BackupError(`${draft} exists: another backup is being written, or one was broken off. Remove it then.`)
      : new BackupError(`${draft} can't be written: ${error.message}`)
  })
  const { readable, controller } = createTarPacker()
  const done = pipeline(
    Readable.fromWeb(readable as WebStream<Uint8Array>),
    createGzip({ level: 4 }),
    file.createWriteStream({ flush: true }),
  )
  done.catch(() => {})
  const hash = createHash('sha256')
  let entries = 0

  return {
    async add(name, size, content, mtime = new Date()) {
      hash.update(`${name}\0${size}\0`)
      entries += 1
      const writer = controller.add({ name, size, mtime, mode: 0o600 }).getWriter()
      for await (const chunk of content instanceof Uint8Array ? [content] : content) {
        hash.update(chunk)
        await writer.write(chunk)
      }
      await writer.close()
    },
    sum: () => ({ sha256: hash.copy().digest('hex'), entries }),
    async finish() {
      controller.finalize()
      await done
      await rename(draft, path)
      await syncFolder(dirname(path))
    },
    async abandon(reason) {
      controller.error(reason)
      const cause = await done.then(
        () => reason,
        (error: unknown) => error,
      )
      await rm(draft, { force: true })
      return cause
    },
  }
}
