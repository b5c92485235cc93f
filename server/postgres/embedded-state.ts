import { readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a running app tells others of its database: who runs it, how to reach it, and which data folder that is. */
export interface EmbeddedState {
  pid: number
  host: string
  port: number
  folder: string
  /** The folder's number in its file system: a copy put in the same place has another. */
  inode: string
}

const stateFile = (dataDir: string) => join(dataDir, 'postgres.state.json')

const identityOf = (dataDir: string) => ({
  folder: realpathSync(dataDir),
  inode: String(statSync(dataDir, { bigint: true }).ino),
})

export function writeState(dataDir: string, access: { host: string; port: number }): void {
  const { host, port } = access
  const state: EmbeddedState = { pid: process.pid, host, port, ...identityOf(dataDir) }
  writeFileSync(stateFile(dataDir), JSON.stringify(state), { mode: 0o600 })
}

/** What was written for this very folder; null where nothing was, or where the folder is a copy of another. */
export function readState(dataDir: string): EmbeddedState | null {
  try {
    const state = JSON.parse(readFileSync(stateFile(dataDir), 'utf8')) as EmbeddedState
    const { folder, inode } = identityOf(dataDir)
    return state.folder === folder && state.inode === inode ? state : null
  } catch {
    return null
  }
}

export function removeState(dataDir: string): void {
  rmSync(stateFile(dataDir), { force: true })
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // it lives, and belongs to somebody else
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
