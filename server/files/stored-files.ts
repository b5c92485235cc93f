import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { Refusal } from '#shared/http/refusal.ts'
import { syncFolder } from './sync-folder.ts'

/** Files in one folder, named by our own ids: a name from a client never becomes part of a path. */
export interface StoredFiles {
  /** Resolves when the file is safely on the disk; after a crash there is the whole file or none. */
  put(id: string, kind: string, content: Uint8Array): Promise<void>
  /** Null if there is none. */
  read(id: string, kind: string): Promise<Buffer | null>
  /** Removes all kinds of the file. */
  remove(id: string): Promise<void>
  /** The ids of files written before this time. */
  idsBefore(moment: number): Promise<string[]>
  /** The ids of all files, with the time each was written, in milliseconds. */
  all(): Promise<ReadonlyMap<string, number>>
}

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const kindForm = /^[a-z]{1,20}$/

export function storedFiles(folder: string): StoredFiles {
  const pathOf = (id: string, kind: string) => {
    if (!idForm.test(id) || !kindForm.test(kind)) throw new Error(`Not a stored file: ${id}/${kind}`)
    return join(folder, id.slice(-2), `${id}.${kind}`)
  }
  const shelves = async () => (await readdir(folder).catch(() => [])).filter((name) => /^[0-9a-f]{2}$/.test(name))
  return {
    async put(id, kind, content) {
      const path = pathOf(id, kind)
      const shelf = join(folder, id.slice(-2))
      await mkdir(shelf, { recursive: true, mode: 0o700 })
      const draft = join(shelf, `.${randomUUID()}.tmp`)
      try {
        const file = await open(draft, 'wx', 0o600)
        try {
          await file.writeFile(content)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(draft, path)
        await syncFolder(shelf)
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {})
        const isFull = ['ENOSPC', 'EDQUOT'].includes((error as { code?: string }).code ?? '')
        throw isFull ? new Refusal('DISK_FULL') : error
      }
    },
    async read(id, kind) {
      try {
        return await readFile(pathOf(id, kind))
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return null
        throw error
      }
    },
    async remove(id) {
      if (!idForm.test(id)) return
      const shelf = join(folder, id.slice(-2))
      const names = await readdir(shelf).catch(() => [])
      await Promise.all(names.filter((name) => name.startsWith(`${id}.`)).map((name) => rm(join(shelf, name))))
    },
    async idsBefore(moment) {
      const ids = new Set<string>()
      for (const shelf of await shelves()) {
        for (const name of await readdir(join(folder, shelf))) {
          const path = join(folder, shelf, name)
          if ((await stat(path)).mtimeMs >= moment) continue
          // Left over by a crash while it was written.
          if (name.endsWith('.tmp')) await rm(path, { force: true })
          else ids.add(name.slice(0, name.indexOf('.')))
        }
      }
      return [...ids]
    },
    async all() {
      const written = new Map<string, number>()
      for (const shelf of await shelves()) {
        for (const name of await readdir(join(folder, shelf))) {
          // A file that is removed meanwhile is skipped.
          const found = name.endsWith('.tmp') ? null : await stat(join(folder, shelf, name)).catch(() => null)
          if (found) written.set(name.slice(0, name.indexOf('.')), found.mtimeMs)
        }
      }
      return written
    },
  }
}
