import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection } from './database.ts'
import { superuser } from './embedded-folder.ts'
import { stateFile } from './embedded-lock.ts'

/**
 * The way into the embedded database of a Wardstock that runs on this data folder, as it wrote it down; null when it wrote
 * nothing. On Windows it goes with the password that lies beside it.
 */
export function runningConnection(dataDir: string): (Connection & { password?: string }) | null {
  try {
    const { host, port } = JSON.parse(readFileSync(stateFile(dataDir), 'utf8')) as { host: string; port: number }
    const access = { host, port, user: superuser, database: 'wardstock' }
    if (process.platform !== 'win32') return access
    return { ...access, password: readFileSync(join(dataDir, 'postgres.password'), 'utf8') }
  } catch {
    return null
  }
}
