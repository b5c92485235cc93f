import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { EmbeddedError, explain } from './embedded-error.ts'
import { readState } from './embedded-state.ts'

/**
 * Locks a data folder for this process, or throws DATA_IN_USE.
 * It uses a file lock of the kernel, which is released however the process ends and, unlike a file with a process id, isn't fooled
 * by a reused id or by equal ids in two containers. Node has no flock, but its SQLite takes such a lock on every platform.
 */
export function lockFolder(folder: string): { release(): void } {
  const place = join(folder, 'postgres.lock')
  let file: DatabaseSync | undefined
  try {
    // private to this user; not to be opened again while locked, as closing it anywhere in this process would release the lock
    if (!existsSync(place)) closeSync(openSync(place, 'a', 0o600))
    file = new DatabaseSync(place)
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    file?.close()
    // SQLITE_BUSY
    if ((error as { errcode?: number }).errcode !== 5) throw explain(error, `${folder} can't be used`, folder)
    const pid = readState(folder)?.pid
    throw new EmbeddedError(
      'DATA_IN_USE',
      `The database in ${folder} is used by another running Wardstock${pid ? ` (process ${pid})` : ''}`,
      'Stop that one first, or set DATA_DIR to another folder for this one',
      error,
    )
  }
  const held = file
  return { release: () => held.isOpen && held.close() }
}
