import { readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The state file of a running app, for other processes: its process id, how to connect to its database, and its data folder. */
export interface EmbeddedState {
  pid: number
  host: string
  port: number
  folder: string
  /** The folder's inode number: a copy in the same place has another one. */
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

/** The state that was written for this very folder; null if there is none, or if the folder is a copy of another. */
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
    // it is alive and belongs to another user
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
