import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { EmbeddedError } from './embedded-error.ts'

/** Creates a folder that others can read and enter but not write to, whatever the umask; returns its path. */
export function makeOpenFolder(folder: string): string {
  if (existsSync(folder)) return folder
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  return folder
}

/**
 * The folder for files that root must keep outside of the project, because the account that PostgreSQL runs as can't reach
 * `unreachable`. Never in /tmp, which gets emptied. Throws START_FAILED if it can't be created or others could write to it.
 */
export function openSystemFolder(folder: string, unreachable: string): string {
  const wayOut =
    `Start Wardstock as an ordinary user, or put it into a folder that other users may pass through (chmod o+x), ` +
    `or make ${folder} a folder that root owns and only root can write to`
  const because = `, and the user that PostgreSQL must run as can't reach ${unreachable}`
  try {
    makeOpenFolder(folder)
  } catch (error) {
    // a full disk gets its own message
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error
    const reason = `${folder} can't be made (${(error as Error).message})`
    throw new EmbeddedError('START_FAILED', reason + because, wayOut, error)
  }
  const { uid, mode } = statSync(folder)
  if (uid === 0 && (mode & 0o022) === 0) return folder
  throw new EmbeddedError('START_FAILED', `${folder} could be written to by other users${because}`, wayOut)
}
