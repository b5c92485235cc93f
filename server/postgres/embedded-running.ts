import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection } from '#server/db/database.ts'
import { superuser } from './embedded-folder.ts'
import { isAlive, readState } from './embedded-state.ts'

/**
 * The connection to the embedded database of a Wardstock that runs on this data folder, from its state file; null if none runs.
 * On Windows it includes the password from the data folder.
 */
export function runningConnection(dataDir: string): (Connection & { password?: string }) | null {
  const state = readState(dataDir)
  if (!state || !isAlive(state.pid)) return null
  const access = { host: state.host, port: state.port, user: superuser, database: 'wardstock' }
  if (process.platform !== 'win32') return access
  return { ...access, password: readFileSync(join(dataDir, 'postgres.password'), 'utf8') }
}
